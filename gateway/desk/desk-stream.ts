// One open desk: server-sent events that name the conversations in which something happened. The desk then reads what it shows.

import { type DeskCaller, reachOfPerson } from '../kernel/auth/desk-caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Presence } from '../log/presence.ts';
import type { DeskFeed } from './feed.ts';
import type { Presences } from './presences.ts';
import type { PersonPresent } from './presences-schema.ts';

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx would hold the frames back otherwise.
  'X-Accel-Buffering': 'no',
};

/** A reader that leaves so many frames unread is gone. */
const MAX_UNREAD = 500;

export interface DeskStreamParts {
  feed: Pick<DeskFeed, 'listen'>;
  presences: Pick<Presences, 'listen' | 'all'>;
  clock: Clock;
  db: Queryable;
  caller: DeskCaller;
  keepAliveMs: number;
  lifetimeMs: number;
  signal: AbortSignal;
  /** Called once. */
  onEnd: () => void;
}

export function openDeskStream(parts: DeskStreamParts): ReadableStream<Uint8Array> {
  const { feed, presences, clock, db, caller, keepAliveMs, lifetimeMs, signal, onEnd } = parts;
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOver = false;
  let beat: number | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      cancel: () => end(),
    },
    new CountQueuingStrategy({ highWaterMark: 8 }),
  );
  write(': open\n\n');
  const unlisten = feed.listen((ids) =>
    write(`event: changed\ndata: ${JSON.stringify({ session_ids: ids })}\n\n`),
  );
  tellWho(presences.all());
  const unlistenToPeople = presences.listen(tellWho);
  const rotation = clock.setTimeout(end, lifetimeMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  else scheduleBeat();
  return body;

  /** Of other sites' conversations nothing is told, nor that the caller is there. */
  function tellWho(all: readonly Presence[]): void {
    const reach = reachOfPerson(caller);
    const people = all.flatMap(({ client_id, ...person }): PersonPresent[] => {
      const isSeen =
        reach.kind === 'everything' ||
        (reach.kind === 'sites' && client_id !== null && reach.client_ids.includes(client_id));
      return isSeen && person.person_id !== caller.person_id ? [person] : [];
    });
    write(`event: presence\ndata: ${JSON.stringify({ people })}\n\n`);
  }

  /** Somebody may have signed out elsewhere, or may no longer sign in. */
  function scheduleBeat(): void {
    beat = clock.setTimeout(async () => {
      write(': keep-alive\n\n');
      if (caller.desk_session_id !== null) {
        const rows = await db
          // An open desk counts as somebody who is there.
          .query(
            `UPDATE desk_sessions s SET seen_at = $2 FROM desk_people p
              WHERE p.person_id = s.person_id AND s.desk_session_id = $1
                AND p.disabled_at IS NULL AND s.expires_at > $2 RETURNING 1`,
            [caller.desk_session_id, clock.now()],
          )
          // Where it can't be found out now, the next beat will tell.
          .catch(() => [1]);
        if (rows.length === 0) end();
      }
      if (!isOver) scheduleBeat();
    }, keepAliveMs);
  }

  function write(frame: string): void {
    if (isOver || controller === undefined) return;
    try {
      controller.enqueue(encoder.encode(frame));
    } catch {
      end();
      return;
    }
    if ((controller.desiredSize ?? 0) < -MAX_UNREAD) end();
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    unlisten();
    unlistenToPeople();
    signal.removeEventListener('abort', end);
    clock.clearTimeout(rotation);
    if (beat !== undefined) clock.clearTimeout(beat);
    try {
      controller?.close();
    } catch {
      // The reader has gone already.
    }
    onEnd();
  }
}
