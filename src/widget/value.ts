// A value that changes and has listeners, in the form that the UI's ports take.

import type { Source } from '../ui/types.ts';

export interface Value<T> extends Source<T> {
  set(next: T): void;
}

/** `set` calls the listeners only if the value has changed. */
export function createValue<T>(initial: T): Value<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
