// How late this process is with what it has to do. Some invariants are judged by instants; on a machine that is busy with
// something else they say nothing, and the schedule is played again.

export interface Lag {
  /** The longest delay so far, milliseconds. */
  worstMs(): number;
  close(): void;
}

const TICK_MS = 20;

export function measureLag(): Lag {
  let worst = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - before - TICK_MS);
    before = now;
  }, TICK_MS);
  return { worstMs: () => worst, close: () => clearInterval(timer) };
}

/** Two things crossing on their way are told apart by 100 ms. */
const TOLERABLE_MS = 60;
/** Retry-After, the run that an interrupt hit, and a message that crossed the start of a tool. */
const TIMED = [/^15:/, /^12:/, /^9:.*as it ran$/];

/** A process that stood still for so long may not have come to rest in time. */
const STUCK_MS = 2_000;
const UNSETTLED = /^16: not settled/;

/** Whether all that broke is judged by instants that this machine can't keep. */
export function isOnlyLate(broken: readonly string[], lag: Lag): boolean {
  const worst = lag.worstMs();
  return (
    worst > TOLERABLE_MS &&
    broken.every(
      (line) =>
        TIMED.some((pattern) => pattern.test(line)) || (worst > STUCK_MS && UNSETTLED.test(line)),
    )
  );
}

const PROBE_MS = 50;
const BUSY_MS = 30;
const PATIENCE = 40;

/** Resolves once this process keeps up with what it has begun (or after two seconds): then it can begin something more. */
export async function whenKeepingUp(): Promise<void> {
  for (let round = 0; round < PATIENCE; round++) {
    const before = performance.now();
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    if (performance.now() - before - PROBE_MS < BUSY_MS) return;
  }
}
