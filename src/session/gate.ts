// Every POST of this tab leaves through a gate; each kind of request has its own. A gate knows how long the gateway wants
// patience, and which trouble no waiting ends. A call that comes too early is refused without a request, with the error
// that the gateway would give. A gate repeats nothing, and knows nothing of what is sent.

import type { SendOptions, SessionEvents } from '../client/types.ts';
import type { SendInput, SessionEvent } from '../protocol/index.ts';
import type { Backoff, Lane } from './backoff.ts';
import type { SessionContext } from './context.ts';
import { TooEarly } from './errors.ts';
import { idBefore, lastArrival } from './log.ts';
import type { Reader } from './reader.ts';
import type { TabChannel } from './tab-channel.ts';

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
  /** The log here is the gateway's own: a list has shown it, and an open stream has told what came since. */
  isLive(): boolean;
  isBlocked(): boolean;
  /** Milliseconds until something may leave; Infinity: not before it is retried. */
  waitMs(): number;
  /** A request of this kind has failed. Milliseconds until it is worth trying again; null: waiting doesn't help. */
  report(error: unknown): number | null;
  /** Nothing of this kind is left to send: what the last requests met is over. */
  fine(): void;
  readonly backoff: Pick<Backoff, 'retried' | 'eased'>;
}

export interface GatePorts {
  context: SessionContext;
  gateway: Pick<SessionEvents, 'send' | 'hasIntents'>;
  backoff: Backoff;
  channel: Pick<TabChannel, 'tell'>;
  reader: Pick<Reader, 'refresh' | 'posted' | 'isLive'>;
}

export function createGate(ports: GatePorts, lane: Lane): Gate {
  const { context, gateway, backoff, channel, reader } = ports;
  const { log } = context.facts;
  const waitMs = (): number => backoff.waitMs(lane);

  /** Events of a reply: the tabs see them at once, and the reader looks what becomes of them. */
  function accept(reply: readonly SessionEvent[], behind: number): void {
    for (const event of reply) {
      log.add(event, behind);
      channel.tell({ type: 'event', event, behind: idBefore(log.events(), event.id) });
    }
    channel.tell({ type: 'posted' });
    reader.posted();
  }

  return {
    async send(events, { onLeave, ...options } = {}) {
      const sessionId = context.sessionId();
      // A Stop leaves when the visitor presses it. A repeated one waits for the list that comes before it.
      const earlyMs = lane === 'stop' ? 0 : waitMs();
      if (sessionId === null || earlyMs > 0) throw new TooEarly(earlyMs);
      onLeave?.();
      const behind = lastArrival(log.log());
      const reply = await gateway.send(sessionId, events, options);
      backoff.fine(lane);
      accept(reply, behind);
      return reply;
    },
    refresh: reader.refresh,
    isLive: reader.isLive,
    backoff,
    hasIntents: () => gateway.hasIntents?.() === true,
    isBlocked: () => backoff.isBlocked(lane),
    waitMs,
    report: (error) => backoff.fail(error, lane),
    fine: () => backoff.fine(lane),
  };
}
