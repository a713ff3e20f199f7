// The webhooks of all projects, and how the deliveries of one went.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Delivery, Webhook } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';
import { readPages } from './read-pages.ts';

export interface NewWebhook {
  url: string;
  format: Webhook['format'];
  events?: readonly string[];
}

export interface Webhooks {
  readonly rows: ReadonlySignal<readonly Webhook[] | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  /** Shown once. */
  readonly secret: ReadonlySignal<{ webhook_id: string; secret: string } | null>;
  readonly open: ReadonlySignal<{ webhook_id: string; deliveries: readonly Delivery[] } | null>;
  load(): Promise<void>;
  /** @throws ApiError */
  add(webhook: NewWebhook): Promise<void>;
  /** @throws ApiError */
  rotate(webhookId: string): Promise<void>;
  /** @throws ApiError */
  remove(webhookId: string): Promise<void>;
  /** Null closes it. @throws ApiError */
  showDeliveries(webhookId: string | null): Promise<void>;
  /** @throws ApiError */
  sendAgain(webhookId: string, deliveryId: string): Promise<void>;
  forgetSecret(): void;
}

const PATH = '/admin/webhooks';

export function createWebhooks(api: Api): Webhooks {
  const rows: Signal<readonly Webhook[] | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  const secret: Signal<{ webhook_id: string; secret: string } | null> = signal(null);
  const open: Signal<{ webhook_id: string; deliveries: readonly Delivery[] } | null> = signal(null);

  const webhooks: Webhooks = {
    rows,
    error,
    secret,
    open,
    async load() {
      try {
        rows.value = (await readPages<Webhook>(api, PATH)).data;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async add(webhook) {
      secret.value = await api.call('POST', PATH, webhook);
      await webhooks.load();
    },
    async rotate(id) {
      secret.value = await api.call('POST', `${PATH}/${id}/rotate`);
    },
    async remove(id) {
      await api.call('DELETE', `${PATH}/${id}`);
      await webhooks.load();
    },
    async showDeliveries(id) {
      if (id === null) {
        open.value = null;
        return;
      }
      const { data } = await api.call<{ data: Delivery[] }>('GET', `${PATH}/${id}/deliveries`);
      open.value = { webhook_id: id, deliveries: data };
    },
    async sendAgain(id, deliveryId) {
      await api.call('POST', `${PATH}/${id}/deliveries/${deliveryId}/send`);
      await webhooks.showDeliveries(id);
    },
    forgetSecret() {
      secret.value = null;
    },
  };
  return webhooks;
}
