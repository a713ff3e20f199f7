// Measures how late this process's timers are. Some invariants are judged by instants; if the machine is too busy for
// that, the judgement means nothing, and the schedule is played again.

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

/** The referee tells crossing requests apart by 100 ms, so a delay up to this is harmless. */
const TOLERABLE_MS = 60;
/**
 * Invariants judged by instants: Retry-After, the run that an interrupt stopped, a message that crossed a tool's start.
 */
const TIMED = [/^15:/, /^12:/, /^9:.*as it ran$/];

/** A process that stood still this long may not have settled in time. */
const STUCK_MS = 2_000;
const UNSETTLED = /^16: not settled/;

/**
 * Whether every broken invariant is one that this late process couldn't judge.
 * @param also further invariants that are judged by instants
 */
export function isOnlyLate(
  broken: readonly string[],
  lag: Lag,
  also: readonly RegExp[] = [],
): boolean {
  const worst = lag.worstMs();
  return (
    worst > TOLERABLE_MS &&
    broken.every(
      (line) =>
        [...TIMED, ...also].some((pattern) => pattern.test(line)) ||
        (worst > STUCK_MS && UNSETTLED.test(line)),
    )
  );
}

const PROBE_MS = 50;
const BUSY_MS = 30;
const PATIENCE = 40;

/** Resolves once this process keeps up with its work, or after two seconds: then it can begin another schedule. */
export async function whenKeepingUp(): Promise<void> {
  for (let round = 0; round < PATIENCE; round++) {
    const before = performance.now();
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    if (performance.now() - before - PROBE_MS < BUSY_MS) return;
  }
}
