// Between the hub, which reaches the streams of this process, and the bus, which reaches the other processes. What others
// wrote is read from the log; what nobody told of is found by looking now and then.

import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { Observer } from '../../kernel/observability/observer.ts';
import type { Bus, BusMessage, BusState } from '../bus/types.ts';
import type { Presence } from '../presence.ts';
import type { Preview } from '../preview.ts';
import type { SessionLog } from '../session-log.ts';
import { findSessionStates } from '../session-row.ts';
import type { StoredEvent } from '../stored-event.ts';
import type { Hub } from './hub.ts';

const PAGE = 100;

export interface RelayParts {
  db: Db;
  clock: Clock;
  hub: Hub;
  bus: Bus;
  pollMs: number;
  pollWithBusMs: number;
  observer: Pick<Observer, 'failed' | 'say'>;
}

export interface RelayListener {
  onCancel(runId: string): void;
  onRun(sessionId: string, runId: string): void;
  /** Somebody of another process's desk. */
  onPresence(presence: Presence): void;
}

/** Joins the hub of this process with those of the others. */
export interface Relay {
  /** This process has committed them; `seq` is the session's last, also where there are none. */
  publish(sessionId: string, events: readonly StoredEvent[], seq: number): void;
  preview(sessionId: string, preview: Preview): void;
  /** Tells the other processes of somebody of the desk. */
  presence(presence: Presence): void;
  /** A Stop for a run that isn't this process's. */
  cancel(runId: string): void;
  /** A queued run that this process won't begin. */
  handOver(sessionId: string, runId: string): void;
  /** Hears the others from now on. */
  start(log: Pick<SessionLog, 'read'>, listener: RelayListener): void;
  /** Whether other processes are heard. */
  busState(): BusState;
  /** How often to look for what others wrote, in milliseconds: seldom where the bus tells of it. */
  pollMs(): number;
  close(): void;
}

/** Made once for each gateway; `start` begins to listen. */
export function createRelay(parts: RelayParts): Relay {
  const { db, clock, hub, bus, observer } = parts;
  /** Sessions that are being read, each with the number that must be reached. */
  const reading = new Map<string, number>();
  let log: Pick<SessionLog, 'read'> | null = null;
  let poll: number | undefined;
  let isClosed = false;
  const pollMs = () => (bus.state === 'up' ? parts.pollWithBusMs : parts.pollMs);

  return {
    pollMs,
    busState: () => bus.state,
    publish(sessionId, events, seq) {
      if (events.length > 0) hub.publish(sessionId, events);
      else hub.tell(sessionId);
      bus.send({ kind: 'events', session_id: sessionId, seq });
    },
    preview(sessionId, preview) {
      hub.preview(sessionId, preview);
      bus.send({ kind: 'preview', session_id: sessionId, preview });
    },
    presence: (presence) => bus.send({ kind: 'presence', ...presence }),
    cancel: (runId) => bus.send({ kind: 'cancel', run_id: runId }),
    handOver: (sessionId, runId) => bus.send({ kind: 'run', session_id: sessionId, run_id: runId }),
    start(given, listener) {
      log = given;
      if (db.isExclusive) return;
      bus.listen({
        onMessage: (message) => hear(message, listener),
        onGap: look,
        onState(state, advice) {
          const level = state === 'up' ? 'info' : 'warn';
          observer.say(level, `bus_${state}`, advice === '' ? {} : { advice });
          schedulePoll();
        },
      });
      schedulePoll();
    },
    close() {
      isClosed = true;
      if (poll !== undefined) clock.clearTimeout(poll);
    },
  };

  function hear(message: BusMessage, listener: RelayListener): void {
    switch (message.kind) {
      case 'events':
        hub.tell(message.session_id);
        catchUp(message.session_id, message.seq);
        break;
      case 'preview':
        hub.preview(message.session_id, message.preview);
        break;
      case 'cancel':
        listener.onCancel(message.run_id);
        break;
      case 'run':
        listener.onRun(message.session_id, message.run_id);
        break;
      case 'presence':
        listener.onPresence(message);
        break;
      case 'gap':
        break;
    }
  }

  /** One read for all streams of a session. */
  function catchUp(sessionId: string, seq: number): void {
    if (isClosed || hub.count(sessionId) === 0) return;
    const wanted = reading.get(sessionId);
    reading.set(sessionId, Math.max(wanted ?? 0, seq));
    if (wanted !== undefined) return;
    read(sessionId)
      .catch((error) => {
        // The next look finds it.
        observer.failed(error, 'bus', { session_id: sessionId, what: 'events' });
      })
      .finally(() => reading.delete(sessionId));
  }

  async function read(sessionId: string): Promise<void> {
    for (;;) {
      const from = hub.notice(sessionId, reading.get(sessionId) ?? 0);
      if (from === null || log === null || isClosed) return;
      const events = await log.read(sessionId, 'asc', from, PAGE);
      if (events.length === 0) return;
      hub.publish(sessionId, events);
    }
  }

  function schedulePoll(): void {
    if (poll !== undefined) clock.clearTimeout(poll);
    if (isClosed) return;
    poll = clock.setTimeout(async () => {
      await look();
      schedulePoll();
    }, pollMs());
  }

  /** One query for all sessions with a stream here. */
  async function look(): Promise<void> {
    const sessions = hub.sessions();
    if (sessions.length === 0 || isClosed) return;
    try {
      for (const { session_id, last_seq } of (await findSessionStates(db, sessions)).values()) {
        catchUp(session_id, last_seq);
      }
    } catch (error) {
      observer.failed(error, 'bus', { what: 'looking_for_events' });
    }
  }
}
