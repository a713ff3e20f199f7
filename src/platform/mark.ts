// The one mark in localStorage. It is a convenience: where localStorage is refused or full, the next page simply
// waits until the chat is opened.

import type { Mark } from './types.ts';

export function createBrowserMark(key: string): Mark {
  const attempt = (act: () => void) => {
    try {
      act();
    } catch {
      // SecurityError, or no room.
    }
  };
  return {
    set: () => attempt(() => localStorage.setItem(key, '1')),
    clear: () => attempt(() => localStorage.removeItem(key)),
  };
}
