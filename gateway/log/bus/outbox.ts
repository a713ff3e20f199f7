// Messages that wait for the other processes. Those that wait at the same time are sent in one text: a later number of the same session's
// log, or the next piece of the same preview, costs no message of its own.

import { deltaOf } from './messages.ts';
import type { BusMessage } from './types.ts';

/** Messages. A transport that takes none for so long has others look into the database when it comes back. */
const MAX_WAITING = 10_000;

export interface Outbox {
  add(message: BusMessage): void;
  /** Everything that waits, in order. */
  takeAll(): BusMessage[];
}

export function createOutbox(): Outbox {
  let waiting: BusMessage[] = [];
  return {
    add(message) {
      const last = waiting.at(-1);
      const both = last === undefined ? null : joined(last, message);
      if (both !== null) waiting[waiting.length - 1] = both;
      else if (waiting.length >= MAX_WAITING) waiting = [{ kind: 'gap' }];
      else waiting.push(message);
    },
    takeAll() {
      const all = waiting;
      waiting = [];
      return all;
    },
  };
}

/** One message that says the same as both; null where there is none. */
function joined(first: BusMessage, second: BusMessage): BusMessage | null {
  if (first.kind === 'gap' && second.kind === 'gap') return first;
  if (first.kind === 'events' && second.kind === 'events') {
    if (first.session_id !== second.session_id) return null;
    return { ...first, seq: Math.max(first.seq, second.seq) };
  }
  if (first.kind !== 'preview' || second.kind !== 'preview') return null;
  const [a, b] = [first.preview, second.preview];
  if (a.type !== 'event_delta' || b.type !== 'event_delta' || a.event_id !== b.event_id)
    return null;
  const text = a.delta.content.text + b.delta.content.text;
  return { ...first, preview: deltaOf(a.event_id, text, a.delta.index) };
}
