// The visitor's own settings, in localStorage where it can be had. Written only when the visitor chooses one.

import type { Preferences } from '../ui/types.ts';

export function createPreferences(prefix: string): Preferences {
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
      try {
        localStorage.setItem(`${prefix}:${name}`, value);
      } catch {
        // Then it lasts as long as the page.
      }
    },
  };
}

/** Whether the panel was open when this tab left the last page. Per tab, so in sessionStorage. */
export function createOpenNote(prefix: string): { read(): boolean; write(isOpen: boolean): void } {
  const key = `${prefix}:open`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key) !== null;
      } catch {
        return false;
      }
    },
    write(isOpen) {
      try {
        if (isOpen) sessionStorage.setItem(key, '1');
        else sessionStorage.removeItem(key);
      } catch {
        // Then the next page opens closed.
      }
    },
  };
}
