// What to do next to stop a run: a function of what that run does, of what was done about it, and of the time. Knows no
// gateway, log or clock; interrupts.ts carries the answer out, and asks again.

/** So many requests are made for one Stop. */
const MAX_TRIES = 3;
/** How long a run may take to end that has taken the interrupt, or to go on once its tools are stopped. */
const GO_ON_MS = 15_000;

export interface StopFacts {
  /** The run that is to be stopped: it has ended, waits for results, has taken an interrupt, or goes on. */
  run: 'over' | 'paused' | 'interrupted' | 'running';
  /** How long the run has been so; if it is paused, since its tools were stopped. */
  sinceMs: number;
  /** Its tools were stopped in this pause. */
  areToolsStopped: boolean;
  tries: number;
  /** Milliseconds until the next try. */
  waitMs: number;
}

export type StopAction =
  | { do: 'end' }
  /** While a run waits for results an interrupt does nothing: they are given, then what goes on is stopped. */
  | { do: 'stop tools' }
  | { do: 'wait'; ms: number }
  | { do: 'try' };

/** For as long as it is this run: whatever it does meanwhile, the visitor has said stop. */
export function decideStop({
  run,
  sinceMs,
  areToolsStopped,
  tries,
  waitMs,
}: StopFacts): StopAction {
  switch (run) {
    case 'over':
      return { do: 'end' };
    case 'paused':
      return areToolsStopped ? waitUpTo(GO_ON_MS - sinceMs) : { do: 'stop tools' };
    case 'interrupted':
      // It ends now, or pauses first and goes on.
      return waitUpTo(GO_ON_MS - sinceMs);
    case 'running':
      if (tries >= MAX_TRIES) return { do: 'end' };
      return waitMs > 0 ? { do: 'wait', ms: waitMs } : { do: 'try' };
  }
}

const waitUpTo = (ms: number): StopAction => (ms > 0 ? { do: 'wait', ms } : { do: 'end' });
