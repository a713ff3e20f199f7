// Stopping a run: an interrupt is bound to the run that the visitor saw, never queued, and dropped when that run is
// over. Knows the log; tools are stopped by whoever has them, through a function.

import type { SessionEvents } from '../gateway/types.ts';
import type { Platform } from '../platform/types.ts';
import type { SessionEvent } from '../protocol/index.ts';
import { isNotApplied, isOwnFailure } from './errors.ts';
import type { RunFacts } from './run-state.ts';
import { createWaker, jitter } from './wait.ts';

const MAX_TRIES = 3;
/** How long a run that was paused for tools may take to go on. */
const RESUME_MS = 15_000;

export interface InterruptsPorts {
  platform: Pick<Platform, 'clock' | 'random' | 'page'>;
  gateway: Pick<SessionEvents, 'send'>;
  commitWindowMs: number;
  sessionId(): string | null;
  run(): RunFacts;
  look(): Promise<void>;
  /** The last event known; what a reply brings came after it. */
  lastId(): string | null;
  accept(events: readonly SessionEvent[], before: string | null): void;
  /** Aborts the page's tools and posts what is true of them. */
  stopTools(): Promise<void>;
  /** What the gateway's own words mean for everybody. Milliseconds to wait; null: it is no use. */
  report(error: unknown): number | null;
  signal(): AbortSignal;
  onChange(): void;
}

export interface Interrupts {
  interrupt(): Promise<void>;
  /** The run that is being stopped. */
  stopping(): string | null;
  /** One is on its way, or may still arrive: a message sent now could be hit by it. */
  isOpen(): boolean;
  /** The log has changed. */
  wake(): void;
}

const IS_DONE = [() => true, () => false] as const;

export function createInterrupts(ports: InterruptsPorts): Interrupts {
  const { clock, random, page } = ports.platform;
  const waker = createWaker(clock);
  let stopping: string | null = null;
  let isSending = false;
  /** Until when a request without an answer may still be applied. */
  let openUntil = 0;

  const isStill = (runId: string): boolean => {
    const run = ports.run();
    return run.state !== 'idle' && run.runId === runId;
  };

  async function stop(runId: string, signal: AbortSignal): Promise<void> {
    const wasPaused = ports.run().state === 'paused';
    if (wasPaused) {
      // While it waits for results an interrupt does nothing: give them, then stop what goes on.
      await ports.stopTools();
      const until = clock.monotonic() + RESUME_MS;
      while (isStill(runId) && ports.run().state === 'paused' && clock.monotonic() < until) {
        await waker.sleep(until - clock.monotonic(), signal);
        if (signal.aborted) return;
      }
    }
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // What goes on after a pause may be the run of another message, and only a list can tell.
      const isSure = !wasPaused || (await ports.look().then(...IS_DONE));
      if (!isSure) {
        await waker.sleep(jitter(random, tries, 500, 4_000), signal);
        continue;
      }
      const sessionId = ports.sessionId();
      const run = ports.run();
      if (signal.aborted || sessionId === null || !page.isOnline()) return;
      if (!isStill(runId) || run.state !== 'running' || run.isInterrupted) return;
      isSending = true;
      try {
        const before = ports.lastId();
        ports.accept(await ports.gateway.send(sessionId, [{ type: 'user.interrupt' }]), before);
        return;
      } catch (error) {
        if (!isNotApplied(error)) openUntil = clock.monotonic() + ports.commitWindowMs;
        // Retry-After, a refused token: the look below waits for it like everybody.
        if ((isNotApplied(error) || isOwnFailure(error)) && ports.report(error) === null) return;
      } finally {
        isSending = false;
      }
      await waker.sleep(jitter(random, tries, 500, 4_000), signal);
      await ports.look().catch(() => {});
    }
  }

  return {
    async interrupt() {
      const run = ports.run();
      if (run.state === 'idle' || !page.isOnline() || stopping === run.runId) return;
      const { runId } = run;
      stopping = runId;
      ports.onChange();
      try {
        await stop(runId, ports.signal());
      } finally {
        // Accepted: "stopping" stands until the log shows the end. Given up: it can be pressed again.
        const after = ports.run();
        const isAccepted = after.state !== 'idle' && after.runId === runId && after.isInterrupted;
        if (stopping === runId && !isAccepted) stopping = null;
        ports.onChange();
      }
    },
    stopping: () => stopping,
    isOpen() {
      if (isSending) return true;
      if (openUntil <= clock.monotonic()) return false;
      // It has been seen: nothing more can come of it.
      const run = ports.run();
      return !(run.state !== 'idle' && run.isInterrupted);
    },
    wake: waker.wake,
  };
}
