// Fetches the chunk that draws steps and questions when the first of them appears, and tries again until it has come.
// Says whether an event came from the visitor's own hand. Knows nothing of the calls themselves.

import { signal } from '@preact/signals';
import { fetchSteps, loadedSteps } from '../rows-part.ts';
import type { ChatPorts } from '../types.ts';
import type { StepsModel } from './types.ts';

/** How long to wait before trying again to fetch the chunk that draws steps. */
const STEPS_RETRY_MS = 3_000;

export function createStepsModel(ports: Pick<ChatPorts, 'after' | 'isTrusted'>): StepsModel {
  const part = signal(loadedSteps());
  const hasFailed = signal(false);
  let isComing = false;
  let isClosed = false;
  let stopRetry = () => {};
  const load = () => {
    if (isComing || isClosed || part.peek() !== null) return;
    isComing = true;
    fetchSteps().then(
      (steps) => {
        part.value = steps;
      },
      () => {
        hasFailed.value = true;
        stopRetry = ports.after(STEPS_RETRY_MS, () => {
          isComing = false;
          load();
        });
      },
    );
  };
  return {
    part,
    hasFailed,
    load,
    isOwnHand: (event) => ports.isTrusted?.(event) ?? event.isTrusted,
    close() {
      stopRetry();
      isClosed = true;
    },
  };
}
