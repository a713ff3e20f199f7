// Stopping a run: an interrupt is bound to the run that the visitor saw, never queued, and dropped when that run is
// over. Knows the log; tools are stopped by whoever has them, through a function.

import type { SessionEvents } from '../gateway/types.ts';
import type { Platform } from '../platform/types.ts';
import type { SessionEvent } from '../protocol/index.ts';
import { asksForPatience, isNotApplied, isOwnFailure } from './errors.ts';
import type { OpenInterrupts } from './open-interrupts.ts';
import type { RunFacts } from './run-state.ts';
import { createWaker, jitter, whenAborted } from './wait.ts';

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
  /** A list goes on, or has ended in its middle: the run may long be over. */
  isPartial(): boolean;
  look(): Promise<void>;
  /** The end of what is known; what a reply brings came after all of these. */
  lastIds(): readonly string[];
  accept(events: readonly SessionEvent[], before: readonly string[]): void;
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
  let underWay: string | null = null;

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
        // A page that goes waits for nothing: the Stop ends with it, and holds up no message of the next one.
        await Promise.race([ports.stopTools(), whenAborted(signal)]);
        if (!(await goesOn(runId, signal))) return;
      } else if (run.isInterrupted) {
        // Taken: it ends now, or pauses first and goes on.
        takenAt ??= clock.monotonic();
        const leftMs = takenAt + RESUME_MS - clock.monotonic();
        if (leftMs <= 0) return;
        await waker.sleep(leftMs, signal);
      } else {
        tries += 1;
        const came = await attempt(runId, wasPaused || tries > 1, signal);
        // Taken: a second one could hit what comes next. If it came in a pause, the visitor sees that it goes on.
        if (came === 'taken') return;
        if (came === 'late') continue;
        await waker.sleep(jitter(random, tries, 500, 4_000), signal);
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

  /** One request, unless the run has gone on to something else meanwhile. */
  async function attempt(
    runId: string,
    mustLook: boolean,
    signal: AbortSignal,
  ): Promise<'taken' | 'late' | 'failed'> {
    // Noted first, since what is known of the run must be known right before the request.
    const name = await ports.open.begin();
    let reply: readonly SessionEvent[] | null = [];
    let isOver = false;
    try {
      // What goes on after a pause, or an attempt, may be the run of another message, and only a list can tell.
      const isSure = !mustLook && !ports.isPartial();
      if (!isSure && !(await ports.look().then(...IS_DONE))) return 'failed';
      const sessionId = ports.sessionId();
      const run = ports.run();
      if (signal.aborted || sessionId === null || !page.isOnline()) return 'late';
      if (!isStill(runId) || run.state !== 'running' || run.isInterrupted) return 'late';
      if (run.isUncertain) return 'failed';
      const before = ports.lastIds();
      reply = null;
      reply = await ports.gateway.send(sessionId, [{ type: 'user.interrupt' }], {
        mayRepeat: () => {
          isOver = !isStill(runId);
          return !isOver;
        },
      });
      ports.accept(reply, before);
      return 'taken';
    } catch (error) {
      if (isNotApplied(error)) reply = [];
      // Its token was refused, and meanwhile there was nothing left to stop.
      if (isOver) return 'late';
      // Retry-After, a refused token: the look before the next waits for it like everybody.
      const isTold = isNotApplied(error) || isOwnFailure(error) || asksForPatience(error);
      return isTold && ports.report(error) === null ? 'taken' : 'failed';
    } finally {
      void ports.open.end(name, reply);
    }
  }

  /** Under way, or taken and not over yet. */
  function stopping(): string | null {
    const run = ports.run();
    if (run.state === 'idle') return null;
    return underWay === run.runId || run.isInterrupted ? run.runId : null;
  }

  return {
    async interrupt() {
      const run = ports.run();
      if (run.state === 'idle' || !page.isOnline() || stopping() !== null) return;
      underWay = run.runId;
      // Until it is through no tab sends anything: that this run has ended may show late, and another's look like it.
      const noted = ports.open.begin();
      ports.onChange();
      try {
        await stop(run.runId, ports.signal());
      } finally {
        void noted.then((name) => ports.open.end(name, []));
        // Given up, or come in a pause: it can be pressed again.
        if (underWay === run.runId) underWay = null;
        ports.onChange();
      }
    },
    stopping,
    wake: waker.wake,
  };
}
