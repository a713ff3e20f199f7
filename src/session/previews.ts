// Messages that are still being written, best effort; and what was shown of those whose rest didn't come on its connection.
// Both are gone when the whole event comes. Knows ids and texts, and nothing of the log.

import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { StreamFrame } from '../protocol/index.ts';

/** What was shown of a message that isn't whole. */
export interface Fragment {
  /** The id that the whole message will have. */
  readonly id: string;
  readonly text: string;
  /** The id of the last event that was known when it began. */
  readonly behind: string;
}

export interface Previews {
  /** Text so far by event id, of those that are being written on this connection; a new map after each change. */
  texts(): ReadonlyMap<string, string>;
  /**
   * The newest piece of what is no message, under its id: how far a call is that the gateway runs (`tool.progress`), under the
   * call's.
   */
  readonly progress: ReadonlySignal<readonly [id: string, text: string] | null>;
  /** Of the others, in the order in which they began; the same array while nothing changes. */
  fragments(): readonly Fragment[];
  /** All of both, as a reload would lose it. */
  all(): readonly Fragment[];
  /** `behind`: the last event of the log. True: it is a person who types, which holds for a while. */
  apply(frame: Exclude<StreamFrame, { kind: 'event' }>, behind: string | null): boolean;
  /** The whole event is here. */
  drop(eventId: string): void;
  /** Nothing more comes on this connection, or of this run. */
  keep(): void;
  /** What an earlier page has stored. */
  recall(stored: readonly Fragment[]): void;
  clear(): void;
}

/** A person of the site is typing: the type of a preview that no event follows. An extension: other gateways lack it. */
const TYPING = 'person.typing';

const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NONE: readonly Fragment[] = [];
/** A stop each now and then makes one; a gateway that makes more of them means harm. */
export const MAX_FRAGMENTS = 20;

export function createPreviews(): Previews {
  const texts = signal(NO_TEXTS);
  const fragments = signal(NONE);
  const progress = signal<readonly [string, string] | null>(null);
  const beginnings = new Map<string, string>();

  /** What has been shown once doesn't become shorter. */
  function all(): readonly Fragment[] {
    let next = fragments.value;
    for (const [id, text] of texts.value) {
      const behind = beginnings.get(id);
      if (text.trim() === '' || behind === undefined) continue;
      const known = next.findIndex((fragment) => fragment.id === id);
      if (known < 0) next = [...next, { id, text, behind }];
      else if ((next[known]?.text.length ?? 0) < text.length) {
        next = next.with(known, { id, text, behind });
      }
    }
    return next.slice(-MAX_FRAGMENTS);
  }

  return {
    texts: () => texts.value,
    progress,
    fragments: () => fragments.value,
    all,
    apply(frame, behind) {
      const id = frame.event_id;
      const type = frame.kind === 'preview_start' && frame.event_type;
      if (type === TYPING || type === 'agent.message') {
        texts.value = new Map(texts.peek()).set(id, '');
        if (behind !== null) beginnings.set(id, behind);
      } else if (frame.kind === 'preview_delta') {
        const before = texts.peek().get(id);
        // A delta without its start isn't shown as a message: the beginning is missing, or it is none.
        if (before === undefined) progress.value = [id, frame.text];
        else texts.value = new Map(texts.peek()).set(id, before + frame.text);
      }
      return type === TYPING;
    },
    drop(eventId) {
      if (fragments.peek().some(({ id }) => id === eventId)) {
        fragments.value = fragments.peek().filter(({ id }) => id !== eventId);
      }
      if (!texts.peek().has(eventId)) return;
      const next = new Map(texts.peek());
      next.delete(eventId);
      texts.value = next;
      beginnings.delete(eventId);
    },
    keep() {
      if (texts.peek().size === 0) return;
      fragments.value = all();
      texts.value = NO_TEXTS;
      beginnings.clear();
    },
    recall(stored) {
      const known = new Set([...texts.peek().keys(), ...fragments.peek().map(({ id }) => id)]);
      const fresh = stored.filter(({ id }) => !known.has(id));
      if (fresh.length > 0) {
        fragments.value = [...fresh, ...fragments.peek()].slice(-MAX_FRAGMENTS);
      }
    },
    clear() {
      texts.value = NO_TEXTS;
      fragments.value = NONE;
      beginnings.clear();
    },
  };
}
