// Mail to the person who is signed in: whether the gateway sends any, and a trial.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { MailState } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface MailModel {
  /** Null until the gateway has said so. */
  readonly state: ReadonlySignal<MailState | null>;
  load(): Promise<void>;
  /** @throws ApiError */
  trial(): Promise<void>;
}

const MAIL = '/admin/desk/mail';

export function createMail(api: Api): MailModel {
  const state: Signal<MailState | null> = signal(null);
  return {
    state,
    async load() {
      state.value = await api.call<MailState>('GET', MAIL).catch(() => state.peek());
    },
    async trial() {
      await api.call('POST', `${MAIL}/trial`);
    },
  };
}
