// Messages that are still being written: best effort, never stored, gone when the whole event or a new connection comes.

import type { StreamFrame } from '../protocol/index.ts';

export interface Previews {
  /** Text so far by event id; a new map after each change. */
  texts(): ReadonlyMap<string, string>;
  apply(frame: StreamFrame): void;
  drop(eventId: string): void;
  clear(): void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function createPreviews(): Previews {
  let texts = NONE;
  return {
    texts: () => texts,
    apply(frame) {
      if (frame.kind === 'preview_start' && frame.event_type === 'agent.message') {
        texts = new Map(texts).set(frame.event_id, '');
      } else if (frame.kind === 'preview_delta') {
        // A delta without its start belongs to a message of which the beginning is missing.
        const before = texts.get(frame.event_id);
        if (before !== undefined) texts = new Map(texts).set(frame.event_id, before + frame.text);
      }
    },
    drop(eventId) {
      if (!texts.has(eventId)) return;
      const next = new Map(texts);
      next.delete(eventId);
      texts = next;
    },
    clear() {
      texts = NONE;
    },
  };
}
