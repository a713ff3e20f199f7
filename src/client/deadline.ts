// Limits one request: makes one AbortSignal, for fetch, of the caller's signal and a timeout, and typed errors of both.

import type { Clock } from '../platform/types.ts';
import { GatewayError, givenUp } from './gateway-error.ts';

export interface Deadline {
  signal: AbortSignal;
  /** Rejects with `timeout` or `aborted` as soon as either happens, even if the work ignores the signal. */
  guard<T>(work: Promise<T>): Promise<T>;
  /** Removes the timeout; the caller's signal still counts. */
  lift(): void;
  /** Frees timer and listener, and aborts the request if it still runs. */
  close(): void;
}

export interface DeadlineOptions {
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export function createDeadline({ clock, timeoutMs, signal }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  let fail: (error: GatewayError) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // This promise may reject while nobody awaits it, which must not count as unhandled.
  failed.catch(() => {});

  const stop = (error: GatewayError) => {
    fail(error);
    controller.abort(error);
  };
  const onAbort = () => stop(givenUp());
  const timer = clock.setTimeout(
    () => stop(new GatewayError('timeout', `The gateway did not answer within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  if (signal?.aborted) onAbort();
  else signal?.addEventListener?.('abort', onAbort);

  return {
    signal: controller.signal,
    guard: (work) => Promise.race([work, failed]),
    lift: () => clock.clearTimeout(timer),
    close() {
      clock.clearTimeout(timer);
      signal?.removeEventListener?.('abort', onAbort);
      controller.abort();
    },
  };
}
