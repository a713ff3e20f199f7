// The visitor's settings, in localStorage if the browser allows it. Nothing is written until the visitor changes one.

import type { Preferences } from '../ui/types.ts';

/** `keepsTalk`: what belongs to a conversation (`reading`, `rated`) may outlive the page, as its transcript does. */
export function createPreferences(prefix: string, keepsTalk: () => boolean): Preferences {
  const own = new Map<string, string>();
  return {
    get(name) {
      try {
        return own.get(name) ?? localStorage.getItem(`${prefix}:${name}`);
      } catch {
        return own.get(name) ?? null;
      }
    },
    set(name, value) {
      own.set(name, value);
      if (name[0] === 'r' && !keepsTalk()) return;
      try {
        localStorage.setItem(`${prefix}:${name}`, value);
      } catch {
        // Storage is refused or full: the setting lasts as long as the page.
      }
    },
  };
}

/** How the panel stood when this tab left the last page: in a phone's bar, open, or neither. */
export type OpenState = 'bar' | 'open' | '';

/** Per tab, so in sessionStorage. */
export function createOpenNote(prefix: string): {
  read(): OpenState;
  write(state: OpenState): void;
} {
  const key = `${prefix}:open`;
  return {
    read() {
      try {
        const stored = sessionStorage.getItem(key);
        return stored === 'bar' ? stored : stored ? 'open' : '';
      } catch {
        return '';
      }
    },
    write(state) {
      try {
        if (state) sessionStorage.setItem(key, state);
        else sessionStorage.removeItem(key);
      } catch {
        // Storage is refused or full: the next page starts with the panel closed.
      }
    },
  };
}
