// Stopping a run: an interrupt is bound to the run that the visitor saw, never queued, and dropped when that run is
// over. Knows the log; tools are stopped by whoever has them, through a function.

import type { SessionEvents } from '../gateway/types.ts';
import type { Platform } from '../platform/types.ts';
import type { SessionEvent } from '../protocol/index.ts';
import { asksForPatience, isNotApplied, isOwnFailure } from './errors.ts';
import type { OpenInterrupts } from './open-interrupts.ts';
import type { RunFacts } from './run-state.ts';
import { createWaker, jitter } from './wait.ts';

const MAX_TRIES = 3;
/** How long a run that was paused for tools may take to go on. */
const RESUME_MS = 15_000;

export interface InterruptsPorts {
  platform: Pick<Platform, 'clock' | 'random' | 'page'>;
  gateway: Pick<SessionEvents, 'send'>;
  /** Notes of those that may still arrive. */
  open: Pick<OpenInterrupts, 'begin' | 'end'>;
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
  /** The log has changed. */
  wake(): void;
}

const IS_DONE = [() => true, () => false] as const;

export function createInterrupts(ports: InterruptsPorts): Interrupts {
  const { clock, random, page } = ports.platform;
  const waker = createWaker(clock);
  let stopping: string | null = null;

  const isStill = (runId: string): boolean => {
    const run = ports.run();
    return run.state !== 'idle' && run.runId === runId;
  };

  /** For as long as it is this run: whatever it does meanwhile, the visitor has said stop. */
  async function stop(runId: string, signal: AbortSignal): Promise<void> {
    let wasPaused = false;
    let takenAt: number | null = null;
    for (let tries = 0; tries < MAX_TRIES && !signal.aborted; ) {
      const run = ports.run();
      if (run.state === 'idle' || run.runId !== runId) return;
      if (run.state === 'paused') {
        // While it waits for results an interrupt does nothing: give them, then stop what goes on.
        wasPaused = true;
        takenAt = null;
        await ports.stopTools();
        if (!(await goesOn(runId, signal))) return;
      } else if (run.isInterrupted) {
        // Taken: it ends now, or pauses first and goes on.
        takenAt ??= clock.monotonic();
        const leftMs = takenAt + RESUME_MS - clock.monotonic();
        if (leftMs <= 0) return;
        await waker.sleep(leftMs, signal);
      } else {
        tries += 1;
        if (await attempt(runId, wasPaused, signal)) continue;
        await waker.sleep(jitter(random, tries, 500, 4_000), signal);
        await ports.look().catch(() => {});
      }
    }
  }

  /** Whether the paused run goes on, or ends, within its time. */
  async function goesOn(runId: string, signal: AbortSignal): Promise<boolean> {
    const until = clock.monotonic() + RESUME_MS;
    while (isStill(runId) && ports.run().state === 'paused') {
      if (signal.aborted || clock.monotonic() >= until) return false;
      await waker.sleep(until - clock.monotonic(), signal);
    }
    return true;
  }

  /** One request. True: it was made, or needs none; what the run does next tells the rest. */
  async function attempt(runId: string, wasPaused: boolean, signal: AbortSignal): Promise<boolean> {
    // Noted first, since what is known of the run must be known right before the request.
    const name = await ports.open.begin();
    let reply: readonly SessionEvent[] | null = [];
    try {
      // What goes on after a pause may be the run of another message, and only a list can tell.
      if (wasPaused && !(await ports.look().then(...IS_DONE))) return false;
      const sessionId = ports.sessionId();
      const run = ports.run();
      if (signal.aborted || sessionId === null || !page.isOnline()) return true;
      if (!isStill(runId) || run.state !== 'running' || run.isInterrupted) return true;
      const before = ports.lastId();
      reply = null;
      reply = await ports.gateway.send(sessionId, [{ type: 'user.interrupt' }]);
      ports.accept(reply, before);
      return true;
    } catch (error) {
      if (isNotApplied(error)) reply = [];
      // Retry-After, a refused token: the look after it waits for it like everybody.
      const isTold = isNotApplied(error) || isOwnFailure(error) || asksForPatience(error);
      return isTold && ports.report(error) === null;
    } finally {
      void ports.open.end(name, reply);
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
    wake: waker.wake,
  };
}
