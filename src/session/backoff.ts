// When the gateway may be asked again, and what the visitor is told until then: back-off, Retry-After, and trouble
// that only the visitor or another session can end. Knows what kind of request failed, and nothing of what it asked.

import { type Signal, signal } from '@preact/signals-core';
import type { Platform } from '../platform/types.ts';
import { decideAgainMs } from './errors.ts';
import { again } from './facts.ts';
import { troubleOf } from './trouble.ts';
import type { Trouble } from './types.ts';
import { createWaker } from './wait.ts';

/**
 * Kinds of requests. Each has a back-off of its own, since a gateway may answer one kind and fail another: a list that
 * works says nothing of POSTs. Whose trouble is told first stands first.
 */
const LANES = ['message', 'result', 'stop', 'read'] as const;
export type Lane = (typeof LANES)[number];

interface LaneState {
  /** Failures in a row. */
  failures: number;
  /** Monotonic time of its next request. */
  retryAt: number;
  trouble: Trouble | null;
  /** Credits are exhausted, which stops this kind of request alone: the error, and when it is tried again. */
  stopped: { by: unknown; until: number } | null;
}

export interface Backoff {
  /** What the visitor is told; a fact. */
  trouble(): Trouble | null;
  /** How often waits have ended before their time: `retried`, all but Retry-After; `eased`, those of passing trouble too. */
  readonly retried: Signal<number>;
  readonly eased: Signal<number>;
  /** Trouble that no waiting ends. */
  isBlocked(lane?: Lane): boolean;
  /** The error that blocks lists. */
  lastError(): unknown;
  /** Milliseconds until the gateway may be asked; 0: now, Infinity: not before it is retried. */
  waitMs(lane?: Lane): number;
  /** An error of a request: milliseconds until it is worth trying again, null where waiting doesn't help. */
  fail(error: unknown, lane?: Lane): number | null;
  /** A request of this kind got through, or there is none left to make. */
  fine(lane?: Lane): void;
  /** Waits until the gateway may be asked for a list; resolves at once when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** Ends the trouble, and the waits but those that the gateway has named. */
  retryNow(): void;
  /** Milliseconds until requests that stopped for want of credits are tried again by themselves; null: none have. */
  againMs(): number | null;
  /**
   * Lets those be tried, and what found no gateway; until one gets through the trouble is told and the pauses grow.
   * False: there is nothing of the kind.
   */
  tryAgain(): boolean;
}

const newLane = (): LaneState => ({ failures: 0, retryAt: 0, trouble: null, stopped: null });

export function createBackoff({ clock, random }: Pick<Platform, 'clock' | 'random'>): Backoff {
  const retried = signal(0);
  const eased = signal(0);
  const told = signal(0);
  const waker = createWaker(clock);
  let lanes: Record<Lane, LaneState>;
  /** Ends all requests: the session or its token is refused. */
  let refusal: { by: unknown; trouble: Trouble | null } | null = null;
  /** A list has got through on this page. */
  let hasWorked = false;
  /** Until then the gateway has asked for patience (Retry-After): no retry ends that. */
  let boundUntil = 0;
  /** Several callers may report the error of one list: it counts once. */
  let counted: WeakMap<object, number | null>;

  function reset(): void {
    refusal = null;
    counted = new WeakMap();
    lanes = { message: newLane(), result: newLane(), stop: newLane(), read: newLane() };
  }
  reset();

  const leftMs = (lane: Lane = 'read'): number =>
    Math.max(0, Math.max(lanes[lane].retryAt, boundUntil) - clock.monotonic());
  /** What waits looks again at whether it must. */
  function ease(): void {
    again(eased);
    waker.wake();
  }

  function isBlocked(lane: Lane = 'read'): boolean {
    void told.value;
    void eased.value;
    return refusal !== null || lanes[lane].stopped !== null;
  }

  return {
    retried,
    eased,
    trouble() {
      void told.value;
      const lane = LANES.find((name) => lanes[name].trouble !== null);
      return (refusal ?? (lane && lanes[lane]))?.trouble ?? null;
    },
    isBlocked,
    lastError: () => (refusal ?? lanes.read.stopped)?.by,
    waitMs: (lane) => (isBlocked(lane) ? Number.POSITIVE_INFINITY : leftMs(lane)),
    fail(error, lane = 'read') {
      const known = counted.get(error as object);
      if (known !== undefined) return known;
      const earlyMs = decideAgainMs(error);
      if (earlyMs !== null) return earlyMs === Number.POSITIVE_INFINITY ? null : earlyMs;
      const own = lanes[lane];
      const { trouble, delayMs, isAsked, boundMs, againMs } = troubleOf(error, {
        clock,
        random,
        failures: own.failures,
        hasWorked,
      });
      own.failures += 1;
      counted.set(error as object, delayMs);
      const now = clock.monotonic();
      // A Retry-After holds up every kind of request; any other back-off holds up its own kind.
      boundUntil = Math.max(boundUntil, now + boundMs);
      if (isAsked) own.retryAt = now + (delayMs ?? 0);
      if (againMs !== undefined) own.stopped = { by: error, until: now + againMs };
      // A request that was under way as the session was refused may fail in another way: the refusal stays.
      else if (delayMs === null) refusal = { by: error, trouble };
      own.trouble = trouble;
      again(told);
      return delayMs;
    },
    fine(lane = 'read') {
      const own = lanes[lane];
      hasWorked ||= lane === 'read';
      own.failures = 0;
      own.stopped = null;
      let isNews = own.trouble !== null;
      own.trouble = null;
      // No other result or Stop may follow that could end the trouble of the last one: a list that works ends it.
      for (const other of [lanes.result, lanes.stop]) {
        if (lane !== 'read' || other.trouble === null || other.stopped !== null) continue;
        other.trouble = null;
        isNews = true;
      }
      if (isNews && refusal === null) again(told);
    },
    async wait(signal) {
      while (!signal.aborted && (isBlocked() || leftMs() > 0)) {
        await waker.sleep(isBlocked() ? null : leftMs(), signal);
      }
    },
    retryNow() {
      reset();
      again(told);
      again(retried);
      ease();
    },
    againMs() {
      void told.value;
      void eased.value;
      if (refusal !== null) return null;
      const untils = LANES.flatMap((lane) => lanes[lane].stopped?.until ?? []);
      return untils.length === 0 ? null : Math.max(0, Math.min(...untils) - clock.monotonic());
    },
    tryAgain() {
      const stopped = LANES.map((lane) => lanes[lane]).filter(
        (lane) =>
          lane.stopped !== null ||
          lane.trouble?.kind === 'unreachable' ||
          lane.trouble?.kind === 'unavailable' ||
          lane.trouble?.kind === 'not_working',
      );
      for (const lane of stopped) Object.assign(lane, { stopped: null, retryAt: 0 });
      if (stopped.length > 0) ease();
      return stopped.length > 0;
    },
  };
}
