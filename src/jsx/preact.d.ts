// <bellhop-chat> in Preact's JSX: `import 'bellhop/jsx/preact';` once.

import type { HTMLAttributes } from 'preact';
import type { BellhopChatAttributes } from '../element.ts';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'bellhop-chat': BellhopChatAttributes &
        Omit<HTMLAttributes<HTMLElement>, keyof BellhopChatAttributes>;
    }
  }
}
