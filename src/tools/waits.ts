// What one call waits for in this tab, and what ends its waits. It knows nothing of what is done with the call.

/** The log no longer waits for the call, or the runner is closed. */
export const GONE = Symbol('gone');
/** Another tab has it. */
export const TAKEN = Symbol('taken');
/** The visitor typed a message instead; the gateway cancels it. */
export const SKIPPED = Symbol('skipped');

/** Starts to wait; returns how to stop waiting. */
export type Waiting<T> = (resolve: (value: T) => void) => () => void;

export interface Waits {
  /** Aborts when the handler must end: Stop, or gone. */
  readonly signal: AbortSignal;
  /** The call begins anew: what ended its waits last is forgotten, unless it was stopped. */
  renew(): void;
  /** Ends what `wait` waits for, which rejects with `reason`, and the handler. */
  abort(reason: unknown): void;
  /** The same, now and for good: after `renew` too. */
  stop(reason: unknown): void;
  /** Waits until `start` resolves; rejects when that is aborted. */
  wait<T>(start: Waiting<T>): Promise<T>;
  /** Waits until `nudge`, or until `start` resolves. Going ends it too; Stop does not. */
  nudged(start: Waiting<void> | null): Promise<void>;
  nudge(): void;
  /** Resolves when there is nothing more to wait for: settled, discarded, not taken by the gateway, or gone. */
  settled(): Promise<void>;
  /** A posting was tried, whatever came of it. */
  tried(): void;
}

export function createWaits(isGone: () => boolean, isDone: () => boolean): Waits {
  let controller = new AbortController();
  let stopReason: unknown = null;
  let nudges: (() => void)[] = [];
  const enders: (() => void)[] = [];

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
    nudged: (start) =>
      new Promise((resolve) => {
        if (isGone()) return resolve();
        const done = (): void => {
          nudges = nudges.filter((nudge) => nudge !== done);
          stop?.();
          resolve();
        };
        nudges.push(done);
        const stop = start?.(done);
      }),
    nudge() {
      for (const nudge of [...nudges]) nudge();
    },
    settled: () =>
      isGone() || isDone() ? Promise.resolve() : new Promise((resolve) => enders.push(resolve)),
    tried() {
      for (const end of enders.splice(0)) end();
    },
  };
}
