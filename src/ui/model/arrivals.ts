// Counts the assistant's messages that arrived while this page was open. Messages that earlier pages have seen don't
// count, nor those that were there when the transcript was first read.

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { SessionSnapshot, TranscriptEntry } from '../../session/types.ts';
import { newestSince } from './newest.ts';

/** @returns the count, which only grows, the key of the entry in which the last one stands, and a function that unsubscribes from the session. */
export function countArrivals(
  session: ReadonlySignal<SessionSnapshot>,
): [ReadonlySignal<number>, ReadonlySignal<string>, () => void] {
  const arrived = signal(0);
  const arrivedIn = signal('');
  let sessionId: string | null | undefined;
  let known: Set<string> | null = null;
  let before: readonly TranscriptEntry[] = [];
  const stop = effect(() => {
    const { sessionId: id, entries, isRestored, isUpToDate } = session.value;
    // A new conversation gets its id with its first message: it is still the same conversation.
    if (id !== sessionId && sessionId !== null) known = null;
    sessionId = id;
    const isFirstLook = known === null;
    if (isFirstLook && !(isRestored && (entries.length > 0 || isUpToDate))) return;
    known ??= new Set();
    let count = 0;
    for (const entry of isFirstLook ? entries : newestSince(entries, before)) {
      if (entry.kind !== 'agent') continue;
      for (const part of entry.parts) {
        if (part.kind !== 'message' || part.isPreview || known.has(part.eventId)) continue;
        known.add(part.eventId);
        if (isFirstLook) continue;
        count++;
        arrivedIn.value = entry.key;
      }
    }
    before = entries;
    if (count > 0) arrived.value = arrived.peek() + count;
  });
  return [arrived, arrivedIn, stop];
}
