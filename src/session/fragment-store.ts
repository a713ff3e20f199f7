// What was shown of messages that aren't whole, on this device: written a moment after it has changed, so that a reload in
// the middle of an answer shows what could be read. A cache: if it can't be written, it ends with the page.

import type { Storage, TimerId } from '../platform/types.ts';
import { fieldsOf, isRecord, textsOf } from '../protocol/index.ts';
import type { SessionContext } from './context.ts';
import { type Fragment, MAX_FRAGMENTS } from './previews.ts';

/** While an answer grows it is written this often, milliseconds. */
const WRITE_EVERY_MS = 1_000;
/** An answer of a hundred pages; what is longer is stored up to here. */
const MAX_STORED_CHARS = 200_000;

export interface FragmentStorePorts {
  context: SessionContext;
  storage: Storage;
  key: string;
  /** This tab writes what the tabs share. */
  isWriter(): boolean;
}

export interface FragmentStore {
  load(): Promise<readonly Fragment[]>;
  /** They may have changed: write them soon. */
  changed(): void;
  /** The page may go: write now. */
  flush(): void;
  /** Writes nothing more of what was there until now; resolves when no write is under way. */
  settle(): Promise<void>;
}

export function createFragmentStore(ports: FragmentStorePorts): FragmentStore {
  const { context, storage, key, isWriter } = ports;
  const { clock } = context.platform;
  const { all } = context.facts.log.previews;
  let timer: TimerId | null = null;
  let writing: Promise<void> = Promise.resolve();
  /** As last read or written. */
  let stored: readonly Fragment[] = [];

  function stopTimer(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  }

  function write(): void {
    stopTimer();
    const next = all();
    if (!isWriter() || isSame(next, stored)) return;
    stored = next;
    const rows = next.map(({ id, text, behind }) => ({
      id,
      text: text.slice(0, MAX_STORED_CHARS),
      behind,
    }));
    const write = () =>
      rows.length === 0 ? storage.delMany([key]) : storage.set(key, { v: 1, rows });
    writing = writing.then(write).catch(() => {});
  }

  return {
    async load() {
      const value = await storage.get(key).catch(() => undefined);
      stored = isRecord(value) && Array.isArray(value.rows) ? parse(value.rows) : [];
      return stored;
    },
    changed() {
      if (!isWriter() || isSame(all(), stored)) return;
      timer ??= clock.setTimeout(write, WRITE_EVERY_MS);
    },
    flush() {
      if (timer !== null) write();
    },
    settle() {
      stopTimer();
      stored = [];
      return writing;
    },
  };
}

function parse(rows: readonly unknown[]): readonly Fragment[] {
  return rows.slice(-MAX_FRAGMENTS).flatMap((row) => {
    const { id, text, behind } = textsOf(fieldsOf(row), 'id', 'text', 'behind');
    return id && text && behind ? [{ id, text, behind }] : [];
  });
}

function isSame(a: readonly Fragment[], b: readonly Fragment[]): boolean {
  return (
    a.length === b.length && a.every(({ id, text }, at) => id === b[at]?.id && text === b[at]?.text)
  );
}
