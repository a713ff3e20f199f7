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
  /** The same for what a Stop has taken back: it stays beside what is typed until `handOver`. */
  hold(content: readonly InputBlock[]): void;
  /** The composer has it now, and says what the draft is. */
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
  /** What a Stop has taken back, and the composer hasn't got yet. */
  let held = '';
  let isTouched = false;
  let timer: TimerId | null = null;

  const get = (): string => join(text, held);

  function write(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    const all = get();
    const done =
      all === ''
        ? storage.delMany([key])
        : storage.set(key, { v: 1, text: all, owner: owner(), at: clock.now() });
    // A draft that can't be stored is still in the composer.
    done.catch(() => {});
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
    timer = clock.setTimeout(write, WRITE_AFTER_MS);
  }

  return {
    get,
    set,
    add(content) {
      const more = linesOf(content);
      if (more === '') return;
      set(join(text, more));
      write();
    },
    hold(content) {
      held = join(held, linesOf(content));
      isTouched = true;
      write();
    },
    handOver() {
      if (held === '') return;
      set(join(text, held));
      held = '';
    },
    load,
    async settle() {
      if (isTouched) write();
      else await load();
    },
    flush() {
      if (timer !== null) write();
    },
    async move(id) {
      const before = key;
      // The site has named the owner by now, whose the text of an earlier page may be.
      if (get() === '') await load();
      key = keyOf(id);
      if (before === key) return;
      // What was typed goes along, and what was sent meanwhile must not stay.
      if (isTouched || get() !== '') storage.delMany([before]).catch(() => {});
      if (get() === '') return load();
      write();
    },
  };
}

const linesOf = (content: readonly InputBlock[]): string =>
  content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');

/** An empty text beside another leaves that as it is. */
const join = (text: string, more: string): string =>
  more === '' ? text : [text.trim(), more].filter(Boolean).join('\n');
