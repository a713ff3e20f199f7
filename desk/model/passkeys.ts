// The passkeys of the person who is signed in, and the sign-in by one.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Passkey } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';
import type { BrowserPasskeys } from '../edge/passkeys.ts';

export interface PasskeysModel {
  /** Null until the gateway has said so, and where this desk and browser can't have any. */
  readonly items: ReadonlySignal<readonly Passkey[] | null>;
  /** Whether this browser knows passkeys. */
  readonly isThere: boolean;
  load(): Promise<void>;
  /** @returns false: the person doesn't want it after all. @throws ApiError */
  add(name: string, password: string): Promise<boolean>;
  /** @throws ApiError */
  rename(id: string, name: string): Promise<void>;
  /** @throws ApiError */
  remove(id: string): Promise<void>;
  /** What the gateway is to check; null: the person doesn't want it after all, or has none. @throws ApiError */
  answer(): Promise<object | null>;
  forget(): void;
}

const PASSKEYS = '/admin/desk/me/passkeys';

export function createPasskeysModel(api: Api, browser: BrowserPasskeys): PasskeysModel {
  const items: Signal<readonly Passkey[] | null> = signal(null);
  const load = async () => {
    if (!browser.isThere) return;
    type Reply = { data: Passkey[]; is_possible: boolean };
    const reply = await api.call<Reply>('GET', PASSKEYS).catch(() => null);
    if (reply !== null) items.value = reply.is_possible ? reply.data : null;
  };
  return {
    items,
    isThere: browser.isThere,
    load,
    async add(name, password) {
      const given = password === '' ? {} : { password };
      const options = await api.call<object>('POST', `${PASSKEYS}/options`, given);
      const passkey = await browser.make(options);
      if (passkey === null) return false;
      await api.call('POST', PASSKEYS, { name, passkey });
      await load();
      return true;
    },
    async rename(id, name) {
      await api.call('PATCH', `${PASSKEYS}/${id}`, { name });
      await load();
    },
    async remove(id) {
      await api.call('DELETE', `${PASSKEYS}/${id}`);
      await load();
    },
    async answer() {
      return browser.use(await api.call<object>('POST', '/admin/desk/sign-in/passkey'));
    },
    forget() {
      items.value = null;
    },
  };
}
