// Facts that change, and parts that listen to them. The owner of a fact sets it and calls nobody: parts that have read it
// hear of the change a microtask later, so no part works in the middle of another's step. Knows no fact by name.

import { effect, type Signal, signal } from '@preact/signals-core';
import type { Clock, TimerId } from '../platform/types.ts';
import { createWaker, type Waker } from './wait.ts';

/**
 * Calls `then` a microtask after a fact that `read` has read has changed, once for all that changed until then, and from
 * then on for what `read` reads by that time. `read` must neither throw nor change
 * anything.
 * @param end aborted when nobody listens any more.
 */
export function watch(read: () => unknown, then: () => void, end: AbortSignal): void {
  let off = (): void => {};
  function look(): void {
    let isNews = false;
    off = effect(() => {
      // The effect runs within the step of the part that has set the fact: it leaves at once, and reads nothing.
      if (isNews) queueMicrotask(hear);
      else read();
      isNews = true;
    });
  }
  function hear(): void {
    off();
    if (end.aborted) return;
    look();
    then();
  }
  if (end.aborted) return;
  look();
  end.addEventListener('abort', () => off());
}

/**
 * The sleep of a loop that goes by what `read` reads: it ends with a change of that too.
 * @param remembers a change while the loop is awake ends its next sleep at once, so none is missed.
 */
export function createListener(
  clock: Clock,
  read: () => unknown,
  end: AbortSignal,
  remembers = true,
): Waker {
  const waker = createWaker(clock, remembers);
  watch(read, waker.wake, end);
  return waker;
}

/** What `read` says, as a fact that changes whenever `fact` does. */
export const live =
  <T>(fact: Signal<unknown>, read: () => T) =>
  (): T => {
    void fact.value;
    return read();
  };

/** Something has happened once more. */
export const again = (fact: Signal<number>): void => {
  fact.value = fact.peek() + 1;
};

export interface Time {
  /** This time of the monotonic clock has come. Whoever has read that it has not hears when it has. */
  isPast(at: number): boolean;
}

/** The next due time of all that were asked for is a fact: one timer keeps it. */
export function createTime(clock: Clock, end: AbortSignal): Time {
  const due = signal(0);
  let timer: TimerId | null = null;
  let next = Number.POSITIVE_INFINITY;

  function arm(at: number): void {
    if (timer !== null) clock.clearTimeout(timer);
    next = at;
    timer = clock.setTimeout(() => {
      timer = null;
      next = Number.POSITIVE_INFINITY;
      again(due);
    }, at - clock.monotonic());
  }

  end.addEventListener('abort', () => {
    if (timer !== null) clock.clearTimeout(timer);
  });

  return {
    isPast(at) {
      void due.value;
      if (clock.monotonic() >= at) return true;
      if (at < next && !end.aborted) arm(at);
      return false;
    },
  };
}
