// Mail and Web Push to the person who is signed in.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { MailState } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface MailModel {
  /** Null until the gateway has said so. */
  readonly state: ReadonlySignal<MailState | null>;
  load(): Promise<void>;
  /** @throws ApiError */
  trial(): Promise<void>;
  /** @param subscribe null: the person doesn't want it after all. @throws ApiError */
  beginPush(subscribe: (publicKey: string) => Promise<object | null>): Promise<void>;
  /** @throws ApiError */
  endPush(endpoint: string | null): Promise<void>;
}

const MAIL = '/admin/desk/mail';
const PUSH = '/admin/desk/push';

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
    async beginPush(subscribe) {
      const { public_key: key } = await api.call<{ public_key: string }>('GET', PUSH);
      const subscription = await subscribe(key);
      if (subscription !== null) await api.call('POST', PUSH, subscription);
    },
    async endPush(endpoint) {
      if (endpoint !== null) await api.call('POST', `${PUSH}/end`, { endpoint });
    },
  };
}
