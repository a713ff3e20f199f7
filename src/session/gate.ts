// Every POST of this tab leaves through a gate; each kind of request has its own. A gate knows how long the gateway wants
// patience, and which trouble no waiting ends. A call that comes too early is refused without a request, with the error
// that the gateway would give. A gate repeats nothing, and knows nothing of what is sent.

import type { SendOptions, SessionEvents } from '../client/types.ts';
import type { SendInput, SessionEvent } from '../protocol/index.ts';
import type { Backoff, Lane } from './backoff.ts';
import { TooEarly } from './errors.ts';

export interface GateOptions extends SendOptions {
  /** Called when the request leaves: not for one that is refused here. */
  onLeave?(): void;
}

export interface Gate {
  /** One POST. What its reply brings is in the log when this resolves. */
  send(events: SendInput, options?: GateOptions): Promise<SessionEvent[]>;
  /** Reads the log as it is now; rejects where that can't be had. */
  refresh(): Promise<void>;
  /** The gateway takes names for what is sent, and stores each once. */
  hasIntents(): boolean;
  isBlocked(): boolean;
  /** Milliseconds until something may leave; Infinity: not before it is retried. */
  waitMs(): number;
  /** A request of this kind has failed. Milliseconds until it is worth trying again; null: waiting doesn't help. */
  report(error: unknown): number | null;
  /** Nothing of this kind is left to send: what the last requests met is over. */
  fine(): void;
}

export interface GatePorts {
  gateway: Pick<SessionEvents, 'send' | 'hasIntents'>;
  backoff: Pick<Backoff, 'waitMs' | 'isBlocked' | 'fail' | 'fine'>;
  sessionId(): string | null;
  refresh(): Promise<void>;
  /** The number of the last event that is known: what a reply brings came after it. */
  lastArrival(): number;
  accept(reply: readonly SessionEvent[], behind: number): void;
}

export function createGate(ports: GatePorts, lane: Lane): Gate {
  const { gateway, backoff } = ports;
  const waitMs = (): number => backoff.waitMs(lane);
  return {
    async send(events, { onLeave, ...options } = {}) {
      const sessionId = ports.sessionId();
      // A Stop leaves when the visitor presses it. A repeated one waits for the list that comes before it.
      const earlyMs = lane === 'stop' ? 0 : waitMs();
      if (sessionId === null || earlyMs > 0) throw new TooEarly(earlyMs);
      onLeave?.();
      const behind = ports.lastArrival();
      const reply = await gateway.send(sessionId, events, options);
      backoff.fine(lane);
      ports.accept(reply, behind);
      return reply;
    },
    refresh: ports.refresh,
    hasIntents: () => gateway.hasIntents?.() === true,
    isBlocked: () => backoff.isBlocked(lane),
    waitMs,
    report: (error) => backoff.fail(error, lane),
    fine: () => backoff.fine(lane),
  };
}
