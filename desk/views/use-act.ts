// What a press does to the gateway: one at a time, with what came of it in words.

import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ApiError } from '../edge/api.ts';
import type { View } from './view.ts';

export interface Act {
  readonly said: ReadonlySignal<string>;
  readonly error: ReadonlySignal<string>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** @returns whether it went well. While one is under way others are nothing. */
  run(work: () => Promise<unknown>, said?: string | (() => string)): Promise<boolean>;
  /** What went well isn't how it is any more: something has been changed since. */
  forget(): void;
}

export function useAct({ t }: View): Act {
  const said = useSignal('');
  const error = useSignal('');
  const isBusy = useSignal(false);
  return {
    said,
    error,
    isBusy,
    async run(work, words = t('saved')) {
      if (isBusy.peek()) return false;
      isBusy.value = true;
      said.value = '';
      error.value = '';
      try {
        await work();
        said.value = typeof words === 'string' ? words : words();
        return true;
      } catch (failure) {
        error.value = t('failed', { why: (failure as ApiError).message });
        return false;
      } finally {
        isBusy.value = false;
      }
    },
    forget() {
      said.value = '';
    },
  };
}
