// Sends what the outbox holds, signed by the Standard Webhooks scheme. A row is claimed before it is sent, so that two processes
// don't send it at once; a process that dies meanwhile leaves it to the others. A delivery that isn't taken is tried again, later and later.

import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import type { Hooks } from './hooks.ts';
import type { PostWebhook } from './post.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** After each failure; then it is given up, three days after the first. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** A delivery takes at most 10 s; after this time its process has died. */
const CLAIM_MS = MINUTE_MS;
const AT_ONCE = 16;
const LOOK_MS = 5 * SECOND_MS;
/** Where there is no webhook. */
const IDLE_LOOK_MS = MINUTE_MS;
const KEPT_MS = 30 * 24 * HOUR_MS;

const deliveryRow = z.object({
  delivery_id: z.string(),
  webhook_id: z.string(),
  payload: z.string(),
  attempts: z.number(),
});
type Delivery = z.output<typeof deliveryRow>;

export interface DeliveriesParts {
  db: Db;
  clock: Clock;
  hooks: Hooks;
  post: PostWebhook;
  observer: Pick<Observer, 'failed'>;
}

export interface Deliveries {
  /** Something was written: look now. */
  kick(): void;
  /** Sends all that is due. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Looks for deliveries that are due, until `close`. */
export function startDeliveries({ db, clock, hooks, post, observer }: DeliveriesParts): Deliveries {
  let isClosed = false;
  let working: Promise<void> | null = null;
  let isKicked = false;
  let timer = clock.setTimeout(look, LOOK_MS);

  return {
    kick() {
      isKicked = true;
      if (working === null && !isClosed) begin();
    },
    flush,
    async close() {
      isClosed = true;
      clock.clearTimeout(timer);
      await working;
    },
  };

  function begin(): void {
    isKicked = false;
    working = flush()
      .catch((error) => observer.failed(error, 'webhooks', {}))
      .finally(() => {
        working = null;
        if (isKicked && !isClosed) begin();
      });
  }

  async function look(): Promise<void> {
    const known = await hooks.all().catch(() => []);
    if (isClosed) return;
    if (known.length > 0 && working === null) begin();
    timer = clock.setTimeout(look, known.length > 0 ? LOOK_MS : IDLE_LOOK_MS);
  }

  async function flush(): Promise<void> {
    while (!isClosed) {
      const due = await claim();
      if (due.length === 0) break;
      await Promise.all(due.map(deliver));
    }
    await db.query('DELETE FROM webhook_deliveries WHERE next_at IS NULL AND created_at < $1', [
      clock.now() - KEPT_MS,
    ]);
  }

  function claim(): Promise<Delivery[]> {
    const now = clock.now();
    return readRows(
      db,
      deliveryRow,
      `UPDATE webhook_deliveries SET next_at = $2, attempts = attempts + 1
        WHERE delivery_id IN (SELECT delivery_id FROM webhook_deliveries WHERE next_at <= $1
                               ORDER BY next_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
        RETURNING delivery_id, webhook_id, payload, attempts`,
      [now, now + CLAIM_MS],
    );
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const hook = (await hooks.all()).find(({ webhook_id }) => webhook_id === delivery.webhook_id);
    const status =
      hook === undefined
        ? null
        : await post({
            url: hook.url,
            body: delivery.payload,
            headers: headersOf(hook.secrets, delivery),
          });
    const isTaken = status !== null && status >= 200 && status < 300;
    const pause = isTaken ? undefined : BACKOFF_MS[delivery.attempts - 1];
    // No text stays behind once nothing more is sent.
    await db.query(
      `UPDATE webhook_deliveries SET status = $2, next_at = $3::bigint,
              payload = CASE WHEN $3::bigint IS NULL THEN '' ELSE payload END
        WHERE delivery_id = $1`,
      [delivery.delivery_id, status, pause === undefined ? null : clock.now() + pause],
    );
  }

  function headersOf(secrets: readonly string[], { delivery_id, payload }: Delivery) {
    const at = new Date(clock.now());
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'bellhop-gateway',
      // The same at each attempt: a backend that has seen it already does nothing.
      'webhook-id': delivery_id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      // One for each secret that is valid, so that a backend may change from the old one to the new at any time.
      'webhook-signature': secrets
        .map((secret) => new Webhook(secret).sign(delivery_id, at, payload))
        .join(' '),
    };
  }
}
