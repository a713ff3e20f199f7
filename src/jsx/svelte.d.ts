// <bellhop-chat> in Svelte's templates: `import 'bellhop/jsx/svelte';` once.

import type { HTMLAttributes } from 'svelte/elements';
import type { BellhopChatAttributes, BellhopEventMap } from '../element.ts';

/** `onbellhop-message={…}` in Svelte 5, `on:bellhop-message` in Svelte 4. */
type Listeners = {
  [Name in keyof BellhopEventMap as `on${Name}` | `on:${Name}`]?:
    | ((event: BellhopEventMap[Name]) => void)
    | undefined;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'bellhop-chat': BellhopChatAttributes &
      Listeners &
      Omit<HTMLAttributes<HTMLElement>, keyof BellhopChatAttributes>;
  }
}
