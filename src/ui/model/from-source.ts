// A port's source as a signal. Owns the subscription and nothing else.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { ChatPorts, Source } from '../types.ts';

/** @returns the signal and a function that unsubscribes from the source. */
export function fromSource<T>(source: Source<T>): [ReadonlySignal<T>, () => void] {
  const mirror = signal(source.get());
  const stop = source.subscribe(() => {
    mirror.value = source.get();
  });
  return [mirror, stop];
}

/** At the beginning of a reply each frame is drawn; later twenty drawings a second read as well and cost a third. */
const QUICK_MS = 16;
const CALM_MS = 50;
const QUICK_FOR_MS = 1500;

/**
 * The same for a source that can change many times a frame: the first change shows at once, those right
 * behind it together.
 */
export function fromPacedSource<T>(
  source: Source<T>,
  { after, now }: Pick<ChatPorts, 'after' | 'now'>,
): [ReadonlySignal<T>, () => void] {
  const mirror = signal(source.get());
  let burstAt = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const show = () => {
    cancel = null;
    shownAt = now();
    mirror.value = source.get();
  };
  const stop = source.subscribe(() => {
    if (cancel) return;
    const at = now();
    const since = at - shownAt;
    if (since > 4 * CALM_MS) burstAt = at;
    const pace = at - burstAt < QUICK_FOR_MS ? QUICK_MS : CALM_MS;
    if (since >= pace || since < 0) show();
    else cancel = after(pace - since, show);
  });
  return [
    mirror,
    () => {
      cancel?.();
      stop();
    },
  ];
}
