// One attempt at a call after the other: what ends it, and the waits that end with it. It knows nothing of what is done.

/** The log no longer waits for the call, or the runner is closed. */
export const GONE = Symbol('gone');
/** Another tab has it. */
export const TAKEN = Symbol('taken');
/** The visitor typed a message instead; the gateway cancels it. */
export const SKIPPED = Symbol('skipped');

/** Starts to wait; returns how to stop waiting. */
export type Waiting<T> = (resolve: (value: T) => void) => () => void;

export interface Attempt {
  /** Aborts when the run must end: Stop, or gone. */
  readonly signal: AbortSignal;
  /** A new attempt: what ended the last one is forgotten, unless it ended every later one too. */
  renew(): void;
  /** Ends this attempt: its waits reject with `reason`, its handler's signal aborts. */
  abort(reason: unknown): void;
  /** Ends this attempt and every later one. */
  stop(reason: unknown): void;
  throwIfAborted(): void;
  /** Waits until `start` resolves; rejects when the attempt ends. */
  wait<T>(start: Waiting<T>): Promise<T>;
}

export function createAttempt(): Attempt {
  let controller = new AbortController();
  let stopReason: unknown = null;

  return {
    get signal() {
      return controller.signal;
    },
    renew() {
      if (!controller.signal.aborted) return;
      controller = new AbortController();
      if (stopReason !== null) controller.abort(stopReason);
    },
    abort: (reason) => controller.abort(reason),
    stop(reason) {
      stopReason = reason;
      controller.abort(reason);
    },
    throwIfAborted() {
      if (controller.signal.aborted) throw controller.signal.reason;
    },
    wait<T>(start: Waiting<T>): Promise<T> {
      const { signal } = controller;
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        let stop: (() => void) | null = null;
        let isDone = false;
        const done = (): void => {
          isDone = true;
          stop?.();
          signal.removeEventListener('abort', fail);
        };
        const fail = (): void => {
          done();
          reject(signal.reason);
        };
        signal.addEventListener('abort', fail);
        stop = start((value) => {
          done();
          resolve(value);
        });
        // `start` may have resolved at once (a question that is answered as it is shown), before `stop` was known.
        if (isDone) stop();
      });
    },
  };
}
