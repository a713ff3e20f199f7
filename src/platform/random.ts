// Random numbers and ids from getRandomValues: plain-http pages have neither crypto.randomUUID nor crypto.subtle.

import type { Random } from './types.ts';

export function createBrowserRandom(): Random {
  return {
    next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
    id() {
      let id = '';
      for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
        id += byte.toString(16).padStart(2, '0');
      }
      return id;
    },
  };
}
