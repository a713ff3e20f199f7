// The runs of this process: starts them, stops them, and takes over what a dead process has left.
// One run at a time for each session; the session's row says which.

import { sleep } from '../clock.ts';
import { DatabaseUnavailable } from '../db/types.ts';
import { abandonCycle } from './abandon.ts';
import { beginCycle, type CycleParts, playCycle } from './cycle.ts';
import { RunStopped, type StopCause } from './failures.ts';
import { type Cycle, type Outcome, settleCycle } from './settle.ts';

const SETTLE_ATTEMPTS = 6;

export interface RunsOptions {
  /** Time that one cycle may take. */
  runTimeoutMs: number;
  /** How long a run of a silent process counts as alive, where several processes share a database. */
  leaseMs: number;
}

export interface RunsParts extends CycleParts {
  options: RunsOptions;
  /** Told of what should not have happened. */
  report: (error: unknown, what: string) => void;
}

export interface Runs {
  start(sessionId: string, runId: string): void;
  /** Stops exactly this run, if it runs here; one in another process is stopped by its next write. */
  cancel(runId: string): void;
  /** Settles what dead processes left, starts what they had not begun, and keeps looking where need be. */
  recover(): Promise<void>;
  /** Resolves when no run is in flight in this process. */
  settled(): Promise<void>;
  /** Settles every run as run_interrupted. */
  close(): Promise<void>;
}

export function createRuns(parts: RunsParts): Runs {
  const { clock, db, options, report } = parts;
  const workerId = parts.ids.next('run');
  const controllers = new Map<string, AbortController>();
  const inFlight = new Set<Promise<void>>();
  let isClosing = false;
  let sweepTimer: number | undefined;

  const runs: Runs = {
    start(sessionId, runId) {
      // What was queued meanwhile is found by the next process.
      if (isClosing) return;
      const work = run(sessionId, runId).catch((error) => report(error, `run ${runId}`));
      inFlight.add(work);
      work.finally(() => inFlight.delete(work));
    },
    cancel: (runId) => controllers.get(runId)?.abort(new RunStopped('cancelled')),
    async recover() {
      await sweep();
      if (!db.isExclusive) scheduleSweep();
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async close() {
      isClosing = true;
      if (sweepTimer !== undefined) clock.clearTimeout(sweepTimer);
      for (const controller of controllers.values()) {
        controller.abort(new RunStopped('run_interrupted'));
      }
      await runs.settled();
    },
  };
  return runs;

  async function run(sessionId: string, runId: string): Promise<void> {
    const controller = new AbortController();
    controllers.set(runId, controller);
    let next: string | null = null;
    try {
      next = await cycle(sessionId, runId, controller);
    } finally {
      controllers.delete(runId);
    }
    if (next !== null) runs.start(sessionId, next);
  }

  async function cycle(
    sessionId: string,
    runId: string,
    controller: AbortController,
  ): Promise<string | null> {
    const worker = { id: workerId, leaseUntil: clock.now() + options.leaseMs };
    const begun = await beginCycle(parts, sessionId, runId, worker);
    if (begun === null) return null;
    // Accepted before this process knew of the run.
    if (begun.session.cancel_run_id === runId) controller.abort(new RunStopped('cancelled'));
    const timer = clock.setTimeout(
      () => controller.abort(new RunStopped('run_timeout')),
      options.runTimeoutMs,
    );
    const stopRenewing = db.isExclusive ? () => {} : renewLease(runId, controller);
    try {
      const outcome = await outcomeOf(() => playCycle(parts, begun, controller.signal), runId);
      return outcome === null ? null : await settleStubbornly(begun, outcome);
    } finally {
      clock.clearTimeout(timer);
      stopRenewing();
    }
  }

  /** Null: the run is no longer ours to settle. */
  async function outcomeOf(play: () => Promise<Outcome>, runId: string): Promise<Outcome | null> {
    try {
      return await play();
    } catch (error) {
      if (error instanceof RunStopped) return STOPPED[error.why];
      report(error, `run ${runId}`);
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
        await sleep(clock, 250 * 2 ** attempt);
      }
    }
  }

  /** Says that this process lives, and hears there of a cancellation that another one accepted. */
  function renewLease(runId: string, controller: AbortController): () => void {
    let timer = clock.setTimeout(renew, options.leaseMs / 6);
    let isOver = false;
    return () => {
      isOver = true;
      clock.clearTimeout(timer);
    };
    async function renew(): Promise<void> {
      try {
        const [row] = await db.query<{ is_cancelled: boolean | null }>(
          `UPDATE runs r SET lease_until = $3 FROM sessions s
            WHERE r.run_id = $1 AND r.worker = $2 AND s.session_id = r.session_id
            RETURNING s.cancel_run_id = r.run_id AS is_cancelled`,
          [runId, workerId, clock.now() + options.leaseMs],
        );
        if (isOver) return;
        if (row === undefined) controller.abort(new RunStopped('lost'));
        else if (row.is_cancelled === true) controller.abort(new RunStopped('cancelled'));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) report(error, `lease of run ${runId}`);
      }
      if (!isOver) timer = clock.setTimeout(renew, options.leaseMs / 6);
    }
  }

  function scheduleSweep(): void {
    sweepTimer = clock.setTimeout(async () => {
      await sweep().catch((error) => report(error, 'looking for abandoned runs'));
      if (!isClosing) scheduleSweep();
    }, options.leaseMs / 2);
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    const left = await db.query<{ run_id: string; session_id: string; status: string }>(
      `SELECT run_id, session_id, status FROM runs
        WHERE (status = 'running' AND ($1 OR lease_until < $2))
           OR (status = 'queued' AND ($1 OR created_at < $3))`,
      [db.isExclusive, now, now - options.leaseMs],
    );
    for (const { run_id, session_id, status } of left) {
      if (controllers.has(run_id)) continue;
      if (status === 'queued') runs.start(session_id, run_id);
      else {
        const next = await abandonCycle(parts, run_id);
        if (next !== null) runs.start(session_id, next);
      }
    }
  }
}

const STOPPED: Readonly<Record<StopCause, Outcome | null>> = {
  cancelled: { kind: 'idle', stop_reason: 'user_cancelled' },
  run_timeout: { kind: 'error', code: 'run_timeout' },
  run_interrupted: { kind: 'error', code: 'run_interrupted' },
  lost: null,
};
