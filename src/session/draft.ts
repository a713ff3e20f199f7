// The text that waits in the composer, kept across reloads. Written a moment after the last keystroke.

import type { Clock, Storage, TimerId } from '../platform/types.ts';
import { isRecord } from '../protocol/index.ts';

const WRITE_AFTER_MS = 400;

export interface Draft {
  get(): string;
  set(text: string): void;
  /** Adds a line and writes it now: no other place on the device has this text any more. */
  add(text: string): void;
  load(): Promise<void>;
  /** Storage can be used only now: what was typed goes there, or what is there comes in. */
  settle(): Promise<void>;
  /** The page may go: write now. */
  flush(): void;
  /** There is a session now; the text goes along. */
  move(sessionId: string): void;
}

export function createDraft(
  storage: Storage,
  clock: Clock,
  namespace: string,
  sessionId: string | null,
): Draft {
  const keyOf = (id: string | null): string => `${namespace}:draft:${id ?? 'new'}`;
  let key = keyOf(sessionId);
  let text = '';
  let isTouched = false;
  let timer: TimerId | null = null;

  function write(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    const done = text === '' ? storage.delMany([key]) : storage.set(key, { v: 1, text });
    // A draft that can't be stored is still in the composer.
    done.catch(() => {});
  }

  async function load(): Promise<void> {
    const stored = await storage.get(key).catch(() => undefined);
    // The first version stored the text alone.
    const found = isRecord(stored) ? stored.text : stored;
    if (!isTouched && typeof found === 'string') text = found;
  }

  function set(next: string): void {
    if (next === text) return;
    text = next;
    isTouched = true;
    if (timer !== null) clock.clearTimeout(timer);
    timer = clock.setTimeout(write, WRITE_AFTER_MS);
  }

  return {
    get: () => text,
    set,
    add(more) {
      if (more === '') return;
      set([text.trim(), more].filter(Boolean).join('\n'));
      write();
    },
    load,
    async settle() {
      if (isTouched) write();
      else await load();
    },
    flush() {
      if (timer !== null) write();
    },
    move(id) {
      const before = key;
      key = keyOf(id);
      if (before === key || text === '') return;
      storage.delMany([before]).catch(() => {});
      write();
    },
  };
}
