// The text that waits in the composer, kept across reloads. Written a moment after the last keystroke.

import type { Clock, Storage, TimerId } from '../platform/types.ts';
import { asString, asTime, type InputBlock, isRecord } from '../protocol/index.ts';
import { isMaybe, isOurs } from './whose.ts';

const WRITE_AFTER_MS = 400;

export interface Draft {
  get(): string;
  set(text: string): void;
  /** Adds lines and writes them now: no other place on the device has this text any more. */
  add(content: readonly InputBlock[]): void;
  /**
   * A Stop is about to take this message out of the outbox: its lines are stored beside what is typed before it goes, since
   * the page may end between the two. Resolves once they are stored, or can't be, to a function that says how it went: the
   * message is out, and its lines stay until `handOver`; or it stands there still, and they go.
   */
  hold(localId: string, content: readonly InputBlock[]): Promise<(isTaken: boolean) => void>;
  /** The composer has what was taken back, and says what the draft is. */
  handOver(): void;
  load(): Promise<void>;
  /** Storage can be used only now: what was typed goes there, or what is there comes in. */
  settle(): Promise<void>;
  /** The page may go: write now. */
  flush(): void;
  /** There is a session now; the text goes along. Without one, an earlier page's comes. */
  move(sessionId: string): Promise<void>;
}

export function createDraft(
  storage: Storage,
  clock: Clock,
  namespace: string,
  sessionId: string | null,
  owner: () => string,
): Draft {
  const keyOf = (id: string | null): string => `${namespace}:draft:${id ?? 'new'}`;
  let key = keyOf(sessionId);
  let text = '';
  /** What Stops take back, by message, until the composer has it. */
  const held = new Map<string, { lines: string; isTaken: boolean }>();
  let isTouched = false;
  let timer: TimerId | null = null;

  const withHeld = (isMeant: (isTaken: boolean) => boolean): string => {
    let all = text;
    for (const { lines, isTaken } of held.values()) if (isMeant(isTaken)) all = join(all, lines);
    return all;
  };
  const get = (): string => withHeld((isTaken) => isTaken);
  /** What the disk is to have: also what a Stop is only about to take. */
  const toStore = (): string => withHeld(() => true);

  function write(): Promise<void> {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    const all = toStore();
    const done =
      all === ''
        ? storage.delMany([key])
        : storage.set(key, { v: 1, text: all, owner: owner(), at: clock.now() });
    // A draft that can't be stored is still in the composer.
    return done.catch(() => {});
  }

  async function load(): Promise<void> {
    const stored = await storage.get(key).catch(() => undefined);
    // The first version stored the text alone.
    const found = isRecord(stored) ? stored : { text: stored };
    if (isTouched || typeof found.text !== 'string') return;
    const by = { owner: asString(found.owner) ?? '?', at: asTime(found.at) ?? 0 };
    const now = { owner: owner(), at: clock.now() };
    const isTheirs = key !== keyOf(null) || isOurs(by, now, false) || isMaybe(by.owner, now.owner);
    if (isTheirs) text = found.text;
  }

  function set(next: string): void {
    if (next === text) return;
    text = next;
    isTouched = true;
    if (timer !== null) clock.clearTimeout(timer);
    timer = clock.setTimeout(() => void write(), WRITE_AFTER_MS);
  }

  return {
    get,
    set,
    add(content) {
      const more = linesOf(content);
      if (more === '') return;
      set(join(text, more));
      void write();
    },
    async hold(localId, content) {
      const one = { lines: linesOf(content), isTaken: false };
      held.set(localId, one);
      isTouched = true;
      await write();
      return (isTaken) => {
        one.isTaken = isTaken;
        if (isTaken) return;
        held.delete(localId);
        void write();
      };
    },
    handOver() {
      set(get());
      for (const [localId, { isTaken }] of held) if (isTaken) held.delete(localId);
    },
    load,
    async settle() {
      if (isTouched) void write();
      else await load();
    },
    flush() {
      if (timer !== null) void write();
    },
    async move(id) {
      const before = key;
      // The site has named the owner by now, whose the text of an earlier page may be.
      if (toStore() === '') await load();
      key = keyOf(id);
      if (before === key) return;
      // What was typed goes along, and what was sent meanwhile must not stay.
      if (isTouched || toStore() !== '') storage.delMany([before]).catch(() => {});
      if (toStore() === '') return load();
      void write();
    },
  };
}

const linesOf = (content: readonly InputBlock[]): string =>
  content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');

/** An empty text beside another leaves that as it is. */
const join = (text: string, more: string): string =>
  more === '' ? text : [text.trim(), more].filter(Boolean).join('\n');
