// The one mark in localStorage. If localStorage is refused or full, the next page doesn't load the engine by itself,
// but when the chat is opened.

import type { Mark } from './types.ts';

export function createBrowserMark(key: string): Mark {
  const attempt = (act: () => void) => {
    try {
      act();
    } catch {
      // Storage is refused or full.
    }
  };
  return {
    set: () => attempt(() => localStorage.setItem(key, '1')),
    clear: () => attempt(() => localStorage.removeItem(key)),
  };
}
