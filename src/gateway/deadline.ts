// One request's limit: the caller's signal and a timeout, as one AbortSignal for fetch and as typed errors for us.

import type { Clock } from '../platform/types.ts';
import { GatewayError } from './gateway-error.ts';

export interface Deadline {
  signal: AbortSignal;
  /** Rejects with `timeout` or `aborted` as soon as that is so, whether or not the work listens to the signal. */
  guard<T>(work: Promise<T>): Promise<T>;
  /** The time limit no longer counts; the caller's signal still does. */
  lift(): void;
  /** Frees timer and listener, and ends what still runs. */
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
  // It may fail while no call awaits it; without this line that would count as unhandled.
  failed.catch(() => {});

  const stop = (error: GatewayError) => {
    fail(error);
    controller.abort(error);
  };
  const onAbort = () =>
    stop(new GatewayError('aborted', 'The request was given up by its caller.'));
  const timer = clock.setTimeout(
    () => stop(new GatewayError('timeout', `The gateway did not answer within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort);

  return {
    signal: controller.signal,
    guard: (work) => Promise.race([work, failed]),
    lift: () => clock.clearTimeout(timer),
    close() {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
}
