// The runs of this process: starts them, stops them, and takes over what a dead process has left.
// One run at a time for each session; the session's row says which.

import { sleep } from '../kernel/clock.ts';
import { callerOf, DatabaseUnavailable } from '../kernel/db/types.ts';
import { abandonCycle } from './abandon.ts';
import { beginCycle, type CycleParts } from './begin-cycle.ts';
import { playCycle } from './cycle.ts';
import { RunStopped, type StopCause } from './failures.ts';
import { findForgotten, renewLeases, takeOver, type Worker } from './leases.ts';
import { type Cycle, type Outcome, scopeOf, settleCycle } from './settle.ts';

const SETTLE_ATTEMPTS = 6;
/** A process says this often that it lives, and looks this often for others that don't, within the time of a lease. */
const BEATS_PER_LEASE = 5;

export interface RunsOptions {
  /** Time that one cycle may take. */
  runTimeoutMs: number;
  /** How long a run of a silent process counts as alive, where several processes share a database. */
  leaseMs: number;
}

export interface RunsParts extends CycleParts {
  options: RunsOptions;
}

/** The runs of this process. */
export interface Runs {
  start(sessionId: string, runId: string): void;
  /** A Stop for exactly this run was stored: ends it, here or, by the bus, in another process. */
  cancel(runId: string): void;
  /** The same, if it runs here. */
  stop(runId: string): void;
  /** Settles what dead processes left, starts what they had not begun, and keeps looking where need be. */
  recover(): Promise<void>;
  /** Resolves when no run is in flight in this process. */
  settled(): Promise<void>;
  /** Begins no run any more, and gives those in flight `ms` to end. */
  drain(ms: number): Promise<void>;
  /** Settles every run as run_interrupted. */
  close(): Promise<void>;
}

/** Made once for each gateway; `recover` begins its work. */
export function createRuns(parts: RunsParts): Runs {
  const { clock, db, options, observer } = parts;
  const worker: Worker = { id: parts.ids.next('run'), leaseMs: options.leaseMs };
  const controllers = new Map<string, AbortController>();
  /** Runs whose row has this process as its worker. */
  const held = new Set<string>();
  const inFlight = new Set<Promise<void>>();
  /** Runs to begin once more when their cycle here is over. */
  const again = new Set<string>();
  let isDraining = false;
  let isClosing = false;
  let beat: number | undefined;
  /** Until this instant of `monotonic()` nobody is taken for dead. */
  let trustUntil = 0;
  let hasMissedBeat = false;

  const runs: Runs = {
    start(sessionId, runId) {
      if (isDraining) {
        // Another process begins it, told by the bus or when it finds it; else the next start does.
        parts.relay.handOver(sessionId, runId);
        return;
      }
      const work = run(sessionId, runId).catch((error) =>
        observer.failed(error, 'run', { run_id: runId, session_id: sessionId }),
      );
      inFlight.add(work);
      work.finally(() => inFlight.delete(work));
    },
    cancel(runId) {
      if (controllers.has(runId)) runs.stop(runId);
      else parts.relay.cancel(runId);
    },
    stop: (runId) => controllers.get(runId)?.abort(new RunStopped('cancelled')),
    async recover() {
      if (db.isExclusive) {
        await sweep();
        return;
      }
      // After an outage of the database a new process may be the first to come back: let the others say that they live.
      trustUntil = clock.monotonic() + options.leaseMs;
      scheduleBeat();
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async drain(ms) {
      isDraining = true;
      const isOver = new AbortController();
      await Promise.race([
        runs.settled().then(() => isOver.abort()),
        sleep(clock, ms, isOver.signal).catch(() => {}),
      ]);
    },
    async close() {
      isDraining = true;
      isClosing = true;
      for (const controller of controllers.values()) {
        controller.abort(new RunStopped('run_interrupted'));
      }
      await runs.settled();
      if (beat !== undefined) clock.clearTimeout(beat);
    },
  };
  return runs;

  async function run(sessionId: string, runId: string): Promise<void> {
    if (controllers.has(runId)) {
      // The bus or a sweep named it too; or its calls were answered before this process has heard that its pause is stored.
      again.add(runId);
      return;
    }
    const controller = new AbortController();
    controllers.set(runId, controller);
    let next: string | null = null;
    try {
      next = await db.as(callerOf(sessionId), () => cycle(sessionId, runId, controller));
    } finally {
      held.delete(runId);
      controllers.delete(runId);
      if (again.delete(runId)) next ??= runId;
    }
    if (next !== null) runs.start(sessionId, next);
  }

  async function cycle(
    sessionId: string,
    runId: string,
    controller: AbortController,
  ): Promise<string | null> {
    const begun = await beginCycle(parts, sessionId, runId, worker);
    if (begun === null) return null;
    held.add(runId);
    // Accepted before this process knew of the run.
    if (begun.session.cancel_run_id === runId) controller.abort(new RunStopped('cancelled'));
    observer.runBegan(scopeOf(begun));
    const timer = clock.setTimeout(
      () => controller.abort(new RunStopped('run_timeout')),
      options.runTimeoutMs,
    );
    try {
      const outcome = await outcomeOf(() => playCycle(parts, begun, controller.signal), runId);
      return outcome === null ? null : await settleStubbornly(begun, outcome);
    } finally {
      clock.clearTimeout(timer);
      observer.runLeft();
    }
  }

  /** Null: the run is no longer ours to settle. */
  async function outcomeOf(play: () => Promise<Outcome>, runId: string): Promise<Outcome | null> {
    try {
      return await play();
    } catch (error) {
      if (error instanceof RunStopped) return STOPPED[error.why];
      observer.failed(error, 'run', { run_id: runId });
      // Nothing is wrong with the run: it may be asked again once the database is back.
      if (error instanceof DatabaseUnavailable) return STOPPED.run_interrupted;
      return { kind: 'error', code: 'internal_error' };
    }
  }

  /** A cycle always ends in idle or error: the database gets some time to come back. */
  async function settleStubbornly(cycle: Cycle, outcome: Outcome): Promise<string | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await settleCycle(parts, cycle, outcome);
      } catch (error) {
        const isLast = attempt === SETTLE_ATTEMPTS || isClosing;
        if (!(error instanceof DatabaseUnavailable) || isLast) throw error;
        observer.failed(error, 'run', { run_id: cycle.run.run_id, what: 'settling', attempt });
        await sleep(clock, 250 * 2 ** attempt);
      }
    }
  }

  function scheduleBeat(): void {
    beat = clock.setTimeout(async () => {
      try {
        await renew();
        if (hasMissedBeat) {
          // The others could say nothing either while the database was away.
          hasMissedBeat = false;
          trustUntil = clock.monotonic() + options.leaseMs;
        }
        if (!isDraining && clock.monotonic() >= trustUntil) await sweep();
      } catch (error) {
        hasMissedBeat = true;
        observer.failed(error, 'run', { what: 'abandoned_runs' });
      }
      if (!isClosing) scheduleBeat();
    }, options.leaseMs / BEATS_PER_LEASE);
  }

  /** Says that this process lives, and hears there of Stops that the bus has lost. */
  async function renew(): Promise<void> {
    const asked = [...held];
    const kept = asked.length === 0 ? null : await renewLeases(db, asked, worker);
    if (kept === null) return;
    for (const runId of asked) {
      const lease = kept.get(runId);
      const cause = lease === undefined ? 'lost' : lease.isCancelled ? 'cancelled' : null;
      if (cause !== null) controllers.get(runId)?.abort(new RunStopped(cause));
    }
  }

  async function sweep(): Promise<void> {
    for (const { session_id, run_id } of await takeOver(db, [...held], worker, db.isExclusive)) {
      // Begun here since the statement ran: its worker is this process, which lives.
      if (controllers.has(run_id)) continue;
      const next = await abandonCycle(parts, run_id);
      if (next !== null) runs.start(session_id, next);
    }
    for (const { session_id, run_id } of await findForgotten(db, options.leaseMs, db.isExclusive)) {
      runs.start(session_id, run_id);
    }
  }
}

const STOPPED: Readonly<Record<StopCause, Outcome | null>> = {
  cancelled: { kind: 'idle', stop_reason: 'user_cancelled' },
  run_timeout: { kind: 'error', code: 'run_timeout' },
  run_interrupted: { kind: 'error', code: 'run_interrupted' },
  lost: null,
};
