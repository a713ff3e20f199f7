// What draws steps and questions, fetched with the first of them and asked for again until it comes; and whose hand
// answers. Knows nothing of the calls themselves.

import { fetchSteps, loadedSteps } from '../rows-part.ts';
import type { ChatPorts } from '../types.ts';
import { createLaterPart } from './later-part.ts';
import type { StepsModel } from './types.ts';

/** When to try again for what draws steps. */
const STEPS_RETRY_MS = 3_000;

export function createStepsModel(ports: Pick<ChatPorts, 'after' | 'isTrusted'>): StepsModel {
  let isComing = false;
  let isClosed = false;
  let stopRetry = () => {};
  const steps = createLaterPart(loadedSteps(), fetchSteps, () => {
    stopRetry = ports.after(STEPS_RETRY_MS, () => {
      isComing = false;
      load();
    });
  });
  const load = () => {
    if (isComing || isClosed || steps.part.peek() !== null) return;
    isComing = true;
    steps.load();
  };
  return {
    ...steps,
    load,
    isOwnHand: (event) => ports.isTrusted?.(event) ?? event.isTrusted,
    close() {
      stopRetry();
      isClosed = true;
    },
  };
}
