// <bellhop-chat> in Preact's JSX: `import 'bellhop/jsx/preact';` once.

import type { HTMLAttributes } from 'preact';
import type { BellhopChatAttributes, BellhopEventMap } from '../element.ts';

/** Preact hears of an event in lower case by the name behind `on`. */
type Listeners = {
  [Name in keyof BellhopEventMap as `on${Name}`]?:
    | ((event: BellhopEventMap[Name]) => void)
    | undefined;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'bellhop-chat': BellhopChatAttributes &
        Listeners &
        Omit<HTMLAttributes<HTMLElement>, keyof BellhopChatAttributes>;
    }
  }
}
