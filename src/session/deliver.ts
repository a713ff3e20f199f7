// One POST of one message, and what its end means: sent, refused, to be tried again, or unknown. Knows how the gateway
// says no; when a message may go out at all is the outbox's.

import { writeJson } from '../dom/json.ts';
import type { SessionContext } from './context.ts';
import { asksForPatience } from './errors.ts';
import type { Gate } from './gate.ts';
import { claim, move, toChecking, withoutAttempt } from './outbox-moves.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { type Failed, transmit } from './transmit.ts';
import { jitter } from './wait.ts';

/** The browser lets requests that outlive the page carry this much together. */
const KEEPALIVE_BYTES = 60 * 1024;
/** After a 400 without a visible pause the message is tried again: the list may not show the pause yet. */
const REFUSED_AGAIN_MS = 3_000;
/** After so many a 400 is a refusal, although new events came between two of them, or a run was open. */
const MAX_REFUSALS = 10;

export interface DeliveryPorts {
  context: SessionContext;
  gate: Gate;
  /** The message goes out now, although questions to the visitor may be open. */
  onLeave(): void;
  /** Refused because of a pause, it seems: the message waits for its end. */
  onPaused(isPaused: boolean): void;
}

export interface Deliverer {
  /** Milliseconds until the next step; null: until something changes. */
  deliver(row: OutboxRow): Promise<number | null>;
  /** When a row's latest attempt ended, by the clock that can't jump; where this tab doesn't know: when it saw it first. */
  endOf(row: OutboxRow): number;
  /** The visitor has decided: what failed before doesn't count. */
  forgive(localId: string): void;
}

export function createDeliverer(ports: DeliveryPorts): Deliverer {
  const { gate } = ports;
  const { log: conversation, rows: store } = ports.context.facts;
  const { clock, random } = ports.context.platform;
  const endedAt = new Map<string, number>();
  /** How often each was refused as invalid: in all, and since the last event known then. */
  const refusals = new Map<string, { times: number; inRow: number; lastId: string | null }>();
  const failures = new Map<string, number>();
  let bytesInFlight = 0;

  async function deliver(row: OutboxRow): Promise<number | null> {
    const bytes = new TextEncoder().encode(writeJson(row.content)).length + 100;
    const keepalive = bytesInFlight + bytes <= KEEPALIVE_BYTES;
    if (keepalive) bytesInFlight += bytes;
    try {
      const { content, localId, attempt } = row;
      const name = attempt?.isNamed ? { intent_id: localId } : {};
      const end = await transmit(gate, [{ type: 'user.message', content, ...name }], {
        keepalive,
        onLeave: ports.onLeave,
      });
      switch (end.end) {
        case 'accepted':
          // By type and content: a synthetic cancellation may stand before it.
          return (await claim(store, conversation, row, end.reply)) ? 0 : await lose(row);
        case 'early':
          await requeue(row);
          return end.ms === Number.POSITIVE_INFINITY ? null : end.ms;
        case 'refused':
          return await refuse(row, end);
        case 'failed':
          return await fail(row, end);
        default:
          // What has a name goes out again at once, and so needs a pace.
          if (attempt?.isNamed || asksForPatience(end.error)) gate.report(end.error);
          else gate.fine();
          return await lose(row);
      }
    } finally {
      if (keepalive) bytesInFlight -= bytes;
    }
  }

  /** Nobody knows whether it arrived. */
  async function lose(row: OutboxRow): Promise<number> {
    endedAt.set(attemptOf(row), clock.monotonic());
    if (await move(store, row, ['sending'], toChecking)) return 0;
    // A new leader marked this attempt lost while we were still sending. Restart its W from now.
    await move(store, row, ['checking'], (known) => {
      const { attempt } = known;
      if (attempt === undefined) return null;
      return { ...known, attempt: { ...attempt, endedAt: Math.round(clock.now()) } };
    });
    return 0;
  }

  const requeue = (row: OutboxRow): Promise<boolean> =>
    move(store, row, ['sending'], (known) => ({ ...withoutAttempt(known), state: 'queued' }));

  /** The gateway says that it wasn't applied: try again where that can help, else say so. */
  async function refuse(row: OutboxRow, end: Failed): Promise<number | null> {
    const { error } = end;
    const code = end.code ?? 'invalid_request';
    switch (code) {
      case 'invalid_request': {
        // Whatever else is refused, a pause inside a run is told with a 400.
        if ((end.status ?? 0) > 400) break;
        // Paused inside a run: that is no refusal. Seen in the log, or not yet; believed when it is said again and
        // nothing has happened since, sooner where no run is open that could be its reason.
        const before = refusals.get(row.localId);
        const lastId = conversation.events().at(-1)?.id ?? null;
        const times = (before?.times ?? 0) + 1;
        const inRow = before?.lastId === lastId ? before.inRow + 1 : 1;
        refusals.set(row.localId, { times, inRow, lastId });
        const isPaused = conversation.run().state !== 'idle';
        if (isPaused ? inRow < MAX_REFUSALS : inRow === 1 && times < MAX_REFUSALS) {
          ports.onPaused(isPaused);
          await requeue(row);
          return isPaused ? jitter(random, Math.min(times, 4), 2_000, 60_000) : REFUSED_AGAIN_MS;
        }
        break;
      }
      case 'conflict':
      case 'too_large':
      case 'content_policy':
        break;
      case 'forbidden':
      case 'site_not_active':
      case 'not_found':
      case 'revoked':
        gate.report(error);
        break;
      default: {
        // Note the back-off before the row is stored, so that nothing asks in between.
        const delay = gate.report(error);
        await requeue(row);
        return delay;
      }
    }
    refusals.delete(row.localId);
    const message = error instanceof Error ? error.message : '';
    // If the session is gone, another request may have moved all messages on their way to `unconfirmed` before.
    await move(store, row, ['sending', 'unconfirmed'], (known) => ({
      ...withoutAttempt(known),
      state: 'refused',
      refusal: { code, message },
    }));
    return 0;
  }

  /** A failure in the gateway's own words: it may be repeated, after looking; a 500 once. */
  async function fail(row: OutboxRow, { code, error }: Failed): Promise<number> {
    const times = (failures.get(row.localId) ?? 0) + 1;
    failures.set(row.localId, times);
    if (code === 'server_error' && times > 1) return lose(row);
    gate.report(error);
    await move(store, row, ['sending'], (known) =>
      known.attempt === undefined
        ? null
        : { ...known, state: 'checking', attempt: { ...known.attempt, hasFailed: true } },
    );
    return 0;
  }

  return {
    deliver,
    endOf(row) {
      const name = attemptOf(row);
      const at = endedAt.get(name) ?? clock.monotonic();
      endedAt.set(name, at);
      return at;
    },
    forgive(localId) {
      refusals.delete(localId);
      failures.delete(localId);
    },
  };
}

/** The name of a row's latest attempt, and of what is known of its end. */
export const attemptOf = ({ localId, attempt }: OutboxRow): string =>
  `${localId}:${attempt?.n ?? 0}:${attempt?.endedAt ?? ''}`;
