// A part of the panel whose chunk comes later, as signals. When to fetch it, and when again, its owner says.

import { type Signal, signal } from '@preact/signals';
import type { LaterPart } from './types.ts';

/** `loaded`: what has come already. `onFailure`: called each time that it couldn't be had. */
export function createLaterPart<Part>(
  loaded: Part | null,
  fetch: () => Promise<Part>,
  onFailure?: () => void,
): LaterPart<Part> & { hasFailed: Signal<boolean> } {
  const part = signal(loaded);
  const hasFailed = signal(false);
  return {
    part,
    hasFailed,
    load() {
      fetch().then(
        (come) => {
          part.value = come;
        },
        () => {
          hasFailed.value = true;
          onFailure?.();
        },
      );
    },
  };
}
