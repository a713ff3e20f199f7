// The DOM events `bellhop:*` by name, so that `addEventListener('bellhop:message', …)` knows its detail. Types alone.

import type { ChatEvents } from './types.ts';

/** The browser's own, where its types are known. */
type PageEvent<Detail> = typeof globalThis extends { Event: { prototype: infer Known } }
  ? Known & { readonly detail: Detail }
  : { readonly detail: Detail };

/** What bubbles from a chat up to the document; from <bellhop-chat> also under a name that templates take, with a hyphen. */
export type BellhopEventMap = {
  [Name in keyof ChatEvents as `bellhop${':' | '-'}${Name}`]: PageEvent<ChatEvents[Name]>;
};

declare global {
  interface HTMLElementEventMap extends BellhopEventMap {}
  interface DocumentEventMap extends BellhopEventMap {}
  interface WindowEventMap extends BellhopEventMap {}
}
