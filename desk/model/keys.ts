// All keys of the gateway and its signing secrets, none of them with its value.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Key, SigningSecrets } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';
import { readPages } from './read-pages.ts';

export interface KeysModel {
  readonly rows: ReadonlySignal<readonly Key[] | null>;
  readonly secrets: ReadonlySignal<SigningSecrets['data']>;
  /** A new key: shown once. */
  readonly made: ReadonlySignal<string | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(): Promise<void>;
  /** @throws ApiError */
  add(): Promise<void>;
  /** @throws ApiError */
  revoke(keyId: string): Promise<void>;
  /** @throws ApiError */
  rotate(purpose: string): Promise<void>;
  /** @throws ApiError */
  endPrevious(purpose: string): Promise<void>;
  forget(): void;
}

export function createKeys(api: Api): KeysModel {
  const rows: Signal<readonly Key[] | null> = signal(null);
  const secrets: Signal<SigningSecrets['data']> = signal([]);
  const made: Signal<string | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  const keys: KeysModel = {
    rows,
    secrets,
    made,
    error,
    async load() {
      try {
        const [found, signing] = await Promise.all([
          readPages<Key>(api, '/admin/keys'),
          api.call<SigningSecrets>('GET', '/admin/signing-secrets'),
        ]);
        rows.value = found.data;
        secrets.value = signing.data;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async add() {
      made.value = (await api.call<{ api_key: string }>('POST', '/admin/api-keys', {})).api_key;
      await keys.load();
    },
    async revoke(id) {
      await api.call('DELETE', `/admin/keys/${id}`);
      await keys.load();
    },
    async rotate(purpose) {
      await api.call('POST', `/admin/signing-secrets/${purpose}/rotate`);
      await keys.load();
    },
    async endPrevious(purpose) {
      await api.call('DELETE', `/admin/signing-secrets/${purpose}/previous`);
      await keys.load();
    },
    forget() {
      made.value = null;
    },
  };
  return keys;
}
