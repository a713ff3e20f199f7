// The limits of one session: events in all, bytes sent in a day. Counted in the session's row, under its lock.

import { rateLimited } from '../kernel/http-error.ts';
import type { SessionWrite } from '../log/session-log.ts';

/** The limits of one session. */
export interface SessionLimits {
  /** Sends that may wait for each other in one process. */
  waiting: number;
  /** Events of a session, those of its agent among them. */
  events: number;
  /** Bytes of what clients send to a session in one day (UTC). */
  bytesPerDay: number;
}

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

/** @throws HttpError 429 where there is no room for these events. */
export async function takeRoom(
  { tx, session, now }: SessionWrite,
  limits: SessionLimits,
  events: readonly { content: unknown }[],
): Promise<void> {
  if (session.last_seq + events.length > limits.events) {
    throw rateLimited(
      `This conversation has its ${limits.events} events; begin a new one.`,
      DAY_MS / 1000,
    );
  }
  const day = Math.floor(now / DAY_MS);
  const before = session.sent_day === day ? session.sent_bytes : 0;
  const bytes = before + events.reduce((sum, { content }) => sum + sizeOf(content), 0);
  if (bytes > limits.bytesPerDay) {
    throw rateLimited(
      `This conversation has taken its ${Math.floor(limits.bytesPerDay / MIB)} MiB of today; go on tomorrow, or begin a new one.`,
      ((day + 1) * DAY_MS - now) / 1000,
    );
  }
  await tx.query('UPDATE sessions SET sent_day = $2, sent_bytes = $3 WHERE session_id = $1', [
    session.session_id,
    day,
    bytes,
  ]);
}

function sizeOf(content: unknown): number {
  return Buffer.byteLength(JSON.stringify(content));
}
