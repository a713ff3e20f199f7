// <bellhop-chat> in Svelte's templates: `import 'bellhop/jsx/svelte';` once.

import type { HTMLAttributes } from 'svelte/elements';
import type { BellhopChatAttributes } from '../element.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'bellhop-chat': BellhopChatAttributes &
      Omit<HTMLAttributes<HTMLElement>, keyof BellhopChatAttributes>;
  }
}
