// One's own account: what a person changes about themselves, and the second factor of their sign-in.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Me } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface OwnChange {
  name?: string;
  picture?: string | null;
  password?: string;
  old_password?: string;
  settings?: Partial<Me['settings']>;
}

export interface Account {
  /** The app's secret, until a code has confirmed it. */
  readonly pending: ReadonlySignal<{ secret: string; uri: string } | null>;
  /** Shown once, until somebody goes on. */
  readonly codes: ReadonlySignal<readonly string[] | null>;
  /** @throws ApiError */
  change(change: OwnChange): Promise<void>;
  /** @throws ApiError */
  beginFactor(password: string): Promise<void>;
  /** @throws ApiError */
  confirmFactor(code: string): Promise<void>;
  /** @throws ApiError */
  renewCodes(password: string): Promise<void>;
  /** @throws ApiError */
  endFactor(password: string): Promise<void>;
  /** Forgets what is shown once. */
  forget(): void;
}

const ME = '/admin/desk/me';
const FACTOR = `${ME}/second-factor`;

interface Codes {
  recovery_codes: string[];
}

export function createAccount(api: Api, me: Signal<Me | null>): Account {
  const pending: Signal<{ secret: string; uri: string } | null> = signal(null);
  const codes: Signal<readonly string[] | null> = signal(null);
  const readAgain = async () => {
    me.value = await api.call<Me>('GET', ME);
  };
  return {
    pending,
    codes,
    async change(change) {
      me.value = await api.call<Me>('PATCH', ME, change);
    },
    async beginFactor(password) {
      pending.value = await api.call('POST', FACTOR, { password });
    },
    async confirmFactor(code) {
      const reply = await api.call<Codes>('POST', `${FACTOR}/confirm`, { code });
      pending.value = null;
      codes.value = reply.recovery_codes;
      await readAgain();
    },
    async renewCodes(password) {
      const reply = await api.call<Codes>('POST', `${FACTOR}/recovery-codes`, { password });
      codes.value = reply.recovery_codes;
      await readAgain();
    },
    async endFactor(password) {
      await api.call('POST', `${FACTOR}/end`, { password });
      codes.value = null;
      await readAgain();
    },
    forget() {
      pending.value = null;
      codes.value = null;
    },
  };
}
