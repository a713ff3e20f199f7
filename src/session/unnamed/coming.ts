// Runs that haven't shown yet: this browser's messages that wait, are on their way, or have just arrived; and what has
// become of each. Knows rows and the log; stops nothing.

import type { SessionEvent } from '../../protocol/index.ts';
import type { SessionContext } from '../context.ts';
import { watch } from '../facts.ts';
import { indexOfId } from '../log.ts';
import { cancelledBefore } from '../run-state.ts';

/** A run shows within seconds of its message; a session without an agent has none. */
const SHOWS_MS = 5_000;

/** `over`: no run of it will come, or it has ended. An object: the run that it has begun. */
export type Fate = 'unsent' | 'leaving' | 'sent' | 'over' | { runId: string };

export interface Coming {
  /** Local ids of the messages whose run may show any moment, in the order of sending. A fact. */
  coming(): string[];
  /** What has become of a message. A fact. */
  fateOf(localId: string): Fate;
}

export function createComing({
  platform,
  facts,
}: Pick<SessionContext, 'platform' | 'facts'>): Coming {
  const { clock } = platform;
  const { page, time, log, rows } = facts;
  /** Seen on their way by this page. */
  const leaving = new Set<string>();
  /** Of those that this page saw arrive: by when their run shows, by the monotonic clock. */
  const shownBy = new Map<string, number>();

  function fateOf(localId: string): Fate {
    const row = rows.own().find((other) => other.localId === localId);
    switch (row?.state) {
      case 'queued':
        return 'unsent';
      case 'sending':
      case 'checking':
        return 'leaving';
      case 'sent':
        return row.eventId === undefined ? 'over' : runBehind(row.eventId);
      default:
        return 'over';
    }
  }

  /** The first run that begins behind the message: one that is in flight as it arrives is another's. */
  function runBehind(eventId: string): Fate {
    const events = log.events();
    const index = indexOfId(events, eventId);
    if (index < 0) return 'sent';
    const behind = events.slice(index + 1);
    const begins = behind.findIndex(({ type }) => type === 'session.status_running');
    if (begins >= 0 && behind.some((_, at) => at >= begins && isOverAt(behind, at))) return 'over';
    const now = log.run();
    if (now.state === 'idle') return 'sent';
    const { runId, startedBy } = now;
    return startedBy === eventId || indexOfId(behind, runId) >= 0 ? { runId } : 'sent';
  }

  /** Notes which messages have arrived since rows were looked at last. */
  function look(): void {
    for (const { localId, state } of rows.own()) {
      if (state === 'sending' || state === 'checking') leaving.add(localId);
      else if (state === 'sent' && leaving.delete(localId)) {
        shownBy.set(localId, clock.monotonic() + SHOWS_MS);
      }
    }
  }
  watch(rows.own, look, page.end);

  return {
    coming() {
      look();
      return rows.own().flatMap(({ localId, state }) => {
        const isLate =
          state === 'sent' && time.isPast(shownBy.get(localId) ?? Number.NEGATIVE_INFINITY);
        return isLate || fateOf(localId) === 'over' ? [] : [localId];
      });
    },
    fateOf,
  };
}

/** Whether a run that goes on before this event ends with it: by its end, or by a message in place of answers. */
function isOverAt(events: readonly SessionEvent[], at: number): boolean {
  const event = events[at];
  switch (event?.type) {
    case 'session.error':
      return true;
    case 'session.status_idle':
      return event.content.stop_reason !== 'client_tool_use';
    case 'user.message':
      return cancelledBefore(events, at).length > 0;
    default:
      return false;
  }
}
