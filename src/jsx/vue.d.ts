// <bellhop-chat> in Vue's templates and JSX: `import 'bellhop/jsx/vue';` once.

import type { ComponentOptionsMixin, DefineComponent, HTMLAttributes } from 'vue';
import type { BellhopChatAttributes, BellhopEventMap } from '../element.ts';

type Element = BellhopChatAttributes & Omit<HTMLAttributes, keyof BellhopChatAttributes>;

/** `@bellhop-message` in a template. */
type Events = { [Name in keyof BellhopEventMap]: (event: BellhopEventMap[Name]) => void };

/** `onBellhop-message` in JSX. */
type Listeners = {
  [Name in keyof BellhopEventMap as `on${Capitalize<Name>}`]?: Events[Name] | undefined;
};

declare module 'vue' {
  interface GlobalComponents {
    'bellhop-chat': DefineComponent<
      Element,
      object,
      object,
      // biome-ignore lint/complexity/noBannedTypes: Vue's own default
      {},
      // biome-ignore lint/complexity/noBannedTypes: Vue's own default
      {},
      ComponentOptionsMixin,
      ComponentOptionsMixin,
      Events
    >;
  }
}

declare module 'vue/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'bellhop-chat': Element & Listeners;
    }
  }
}
