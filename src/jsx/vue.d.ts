// <bellhop-chat> in Vue's templates and JSX: `import 'bellhop/jsx/vue';` once.

import type { DefineComponent, HTMLAttributes } from 'vue';
import type { BellhopChatAttributes } from '../element.ts';

type Element = BellhopChatAttributes & Omit<HTMLAttributes, keyof BellhopChatAttributes>;

declare module 'vue' {
  interface GlobalComponents {
    'bellhop-chat': DefineComponent<Element>;
  }
}

declare module 'vue/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'bellhop-chat': Element;
    }
  }
}
