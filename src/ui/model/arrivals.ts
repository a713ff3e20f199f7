// How many messages of the assistant came in while this page looked on. Earlier pages don't count, nor what stood
// there when the transcript was first read.

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { SessionSnapshot, TranscriptEntry } from '../../session/types.ts';
import { newestSince } from './newest.ts';

/** @returns the count, which only grows, and the way to let go of the session. */
export function countArrivals(
  session: ReadonlySignal<SessionSnapshot>,
): [ReadonlySignal<number>, () => void] {
  const arrived = signal(0);
  let sessionId: string | null | undefined;
  let known: Set<string> | null = null;
  let before: readonly TranscriptEntry[] = [];
  const stop = effect(() => {
    const { sessionId: id, entries, isRestored, isUpToDate } = session.value;
    // A conversation gets its id with its first message; that is no change of conversation.
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
        if (!isFirstLook) count++;
      }
    }
    before = entries;
    if (count > 0) arrived.value = arrived.peek() + count;
  });
  return [arrived, stop];
}
