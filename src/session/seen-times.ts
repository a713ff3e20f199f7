// When each event was first seen in this browser, and when each message came to this page: the log's order says nothing
// of time. Knows no log.

import type { Clock } from '../platform/types.ts';
import type { SessionEvent } from '../protocol/index.ts';

export interface SeenTimes {
  /** Notes an event. False: it is known already. `isEarlier`: it was there before this page looked for the first time. */
  note(event: SessionEvent, isEarlier: boolean): boolean;
  /** Events that an earlier page has seen, and when: they are no news. */
  recall(events: readonly SessionEvent[], times: readonly number[]): void;
  /** Since when an event can have been seen, Unix milliseconds: by this browser, or before it looked. 0: not at all. */
  seenAt(eventId: string): number;
  /** When a message came to this page, from the gateway, a tab or the disk, Unix milliseconds. */
  arrivedAt(eventId: string): number;
}

export function createSeenTimes(clock: Clock): SeenTimes {
  const seen = new Map<string, number>();
  const arrived = new Map<string, number>();

  function arrive({ id, type }: SessionEvent): void {
    if (type === 'user.message' && !arrived.has(id)) arrived.set(id, clock.now());
  }

  return {
    note(event, isEarlier) {
      if (seen.has(event.id)) return false;
      const now = Math.round(clock.now());
      // An event from before this page is as old as its created_at says: a call that nobody saw in time isn't new now.
      const created = isEarlier ? Number(new Date(event.created_at ?? '')) : Number.NaN;
      seen.set(event.id, Number.isNaN(created) ? now : Math.min(now, created));
      arrive(event);
      return true;
    },
    recall(events, times) {
      events.forEach((event, index) => {
        arrive(event);
        if (!seen.has(event.id)) seen.set(event.id, times[index] ?? 0);
      });
    },
    seenAt: (eventId) => seen.get(eventId) ?? 0,
    arrivedAt: (eventId) => arrived.get(eventId) ?? 0,
  };
}
