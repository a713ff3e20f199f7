// All open streams of this process: how many a session may have, and what they need now and then. The rounds go over all of them
// at once, so that a stream in which nothing happens costs no query of its own.

import type { Principal } from '../../kernel/auth/principal.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { HttpError } from '../../kernel/http-error.ts';
import { requireAccess } from '../session-access.ts';
import { findSessionStates } from '../session-row.ts';
import {
  type EventStream,
  type EventStreamOptions,
  type EventStreamParts,
  openEventStream,
} from './event-stream.ts';

export interface StreamRequest extends Omit<EventStreamOptions, 'onEnd'> {
  /** The bearer token that the caller has shown; streams with the same token are checked together. */
  credential: string;
  /** Reads the token anew: who the caller is now. @throws HttpError 401 where the token has ended since. */
  authenticate: () => Promise<Principal>;
}

/** The open streams of this process. */
export interface OpenStreams {
  /** Null: the session has as many as it may have. */
  open(request: StreamRequest): Promise<ReadableStream<Uint8Array> | null>;
  close(): void;
}

export interface OpenStreamsParts extends EventStreamParts {
  db: Queryable;
  keepAliveMs: number;
  maxPerSession: number;
}

interface Watched {
  request: StreamRequest;
  stream: EventStream;
}

/** Made once for each gateway. */
export function createOpenStreams(parts: OpenStreamsParts): OpenStreams {
  const { db, clock, keepAliveMs, maxPerSession } = parts;
  const sockets = new Map<string, number>();
  const watched = new Set<Watched>();
  let round: number | undefined;

  return {
    async open(request) {
      const leave = enter(request.sessionId);
      if (leave === null) return null;
      // A reader that doesn't read keeps its socket beyond the end of its stream.
      let isClosed = false;
      let entry: Watched | undefined;
      request.connection?.onClose(() => {
        isClosed = true;
        leave();
        entry?.stream.end();
      });
      const onEnd = () => {
        if (entry !== undefined) watched.delete(entry);
        if (request.connection === null) leave();
      };
      let hasEnded = false;
      const stream = await openEventStream(parts, {
        ...request,
        onEnd: () => {
          hasEnded = true;
          onEnd();
        },
      }).catch((error) => {
        leave();
        throw error;
      });
      if (!hasEnded) {
        entry = { request, stream };
        watched.add(entry);
        scheduleRound();
        if (isClosed) stream.end();
      }
      return stream.body;
    },
    close() {
      if (round !== undefined) clock.clearTimeout(round);
      for (const { stream } of watched) stream.end();
    },
  };

  function enter(sessionId: string): (() => void) | null {
    const count = sockets.get(sessionId) ?? 0;
    if (count >= maxPerSession) return null;
    sockets.set(sessionId, count + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = (sockets.get(sessionId) ?? 1) - 1;
      if (left === 0) sockets.delete(sessionId);
      else sockets.set(sessionId, left);
    };
  }

  function scheduleRound(): void {
    round ??= clock.setTimeout(() => {
      round = undefined;
      for (const { stream } of watched) stream.keepAlive();
      if (watched.size === 0) return;
      scheduleRound();
      // Where it can't be found out now, the next round will tell.
      endForbidden([...watched]).catch(() => {});
    }, keepAliveMs);
  }

  /** A key may be taken back, a site suspended or a session deleted while a stream is open. */
  async function endForbidden(entries: readonly Watched[]): Promise<void> {
    const callers = new Map<string, Promise<Principal>>();
    const sessions = await findSessionStates(db, [
      ...new Set(entries.map(({ request }) => request.sessionId)),
    ]);
    for (const { request, stream } of entries) {
      const { credential, sessionId } = request;
      const caller = callers.get(credential) ?? request.authenticate();
      callers.set(credential, caller);
      try {
        requireAccess(await caller, sessions.get(sessionId) ?? null);
      } catch (error) {
        if (error instanceof HttpError && error.status < 500) stream.end();
      }
    }
  }
}
