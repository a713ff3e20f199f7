// The site that is open, as its public id opens it: on whose pages, for how many, for whom, and with which look.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PublicSiteState } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';
import type { SentSettings } from './site-look.ts';

export interface PublicSiteChange {
  is_open?: boolean;
  /** Null: none. */
  user_keys_url?: string | null;
  takes_guests_along?: boolean;
  has_page?: boolean;
  may_be_framed?: boolean;
  keeps_devices?: boolean;
  asks_rating?: boolean;
  settings?: SentSettings;
  /** Null: none. */
  hours?: PublicSiteState['hours'];
  /** The tag was copied, and has the settings of now. */
  is_tag_copied?: true;
  /** Null: no cap. */
  caps?: Readonly<Partial<Record<keyof PublicSiteState['caps'], number | null>>>;
}

export interface PublicSiteModel {
  /** Null: nothing has come yet. */
  readonly state: ReadonlySignal<PublicSiteState | null>;
  /** Why nothing came. */
  readonly error: ReadonlySignal<ApiError | null>;
  /** The secret that was just made: the gateway shows it once. */
  readonly secret: ReadonlySignal<string | null>;
  open(clientId: string): Promise<void>;
  /** Reads the open site again; keeps what is there when nothing comes. */
  refresh(): Promise<void>;
  /** @throws ApiError */
  change(change: PublicSiteChange): Promise<void>;
  /** On whose pages visitors may chat: one more, or one less. @throws ApiError */
  allowOrigin(origin: string): Promise<void>;
  /** @throws ApiError */
  refuseOrigin(origin: string): Promise<void>;
  /** @throws ApiError */
  replaceId(): Promise<void>;
  /** @throws ApiError */
  makeSecret(): Promise<void>;
  /** @throws ApiError */
  dropSecret(): Promise<void>;
  forgetSecret(): void;
}

export function createPublicSite(api: Pick<Api, 'call'>): PublicSiteModel {
  const state: Signal<PublicSiteState | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  const secret: Signal<string | null> = signal(null);
  let opened = '';

  const path = (more: string, clientId = opened) =>
    `/admin/sites/${encodeURIComponent(clientId)}${more}`;

  /** Drops what comes for a site that is no longer open. */
  function take(clientId: string, come: PublicSiteState): void {
    if (clientId !== opened) return;
    state.value = come;
    error.value = null;
  }

  async function read(clientId: string): Promise<void> {
    take(clientId, await api.call<PublicSiteState>('GET', path('/public', clientId)));
  }

  /** The gateway takes the list as a whole: what another owner has named meanwhile must stay on it. */
  async function nameOrigins(change: (named: readonly string[]) => string[]): Promise<void> {
    const clientId = opened;
    const now = await api.call<PublicSiteState>('GET', path('/public', clientId));
    const origins = change(now.allowed_origins ?? []);
    // Null: none is named.
    const allowed = origins.length === 0 ? null : origins;
    await api.call('PATCH', path('', clientId), { allowed_origins: allowed });
    await read(clientId);
  }

  return {
    state,
    error,
    secret,
    async open(clientId) {
      if (clientId !== opened) {
        state.value = null;
        secret.value = null;
      }
      opened = clientId;
      await read(clientId).catch((failure: ApiError) => {
        if (clientId === opened) error.value = failure;
      });
    },
    async refresh() {
      if (opened !== '') await read(opened).catch(() => {});
    },
    async change(change) {
      const clientId = opened;
      take(clientId, await api.call<PublicSiteState>('PATCH', path('/public'), change));
    },
    allowOrigin: (origin) =>
      nameOrigins((named) => [...named.filter((one) => one !== origin), origin]),
    refuseOrigin: (origin) => nameOrigins((named) => named.filter((one) => one !== origin)),
    async replaceId() {
      const clientId = opened;
      await api.call('POST', path('/public-id'));
      await read(clientId);
    },
    async makeSecret() {
      const clientId = opened;
      const made = await api.call<{ user_secret: string }>('POST', path('/user-secret'));
      if (clientId === opened) secret.value = made.user_secret;
      await read(clientId);
    },
    async dropSecret() {
      const clientId = opened;
      await api.call('DELETE', path('/user-secret'));
      secret.value = null;
      await read(clientId);
    },
    forgetSecret() {
      secret.value = null;
    },
  };
}
