// Sends what the outbox holds, signed by the Standard Webhooks scheme. A row is claimed before it is sent, so that two processes
// don't send it at once; a process that dies meanwhile leaves it to the others. A delivery that isn't taken is tried again, later and
// later. Each place that gets free goes to the webhook with the fewest, so that a slow one, or a dead one, delays itself alone.

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
/** Of one webhook. */
const AT_ONCE_OF_ONE = 4;
/** After so many failures in a row a webhook rests, each time for twice as long, and then is tried by one delivery. */
const FAILURES = 3;
const FIRST_REST_MS = 30 * SECOND_MS;
const LONGEST_REST_MS = 10 * MINUTE_MS;
const LOOK_MS = 5 * SECOND_MS;
/** Where there is no webhook. */
const IDLE_LOOK_MS = MINUTE_MS;
const KEPT_MS = 30 * 24 * HOUR_MS;
/** A delivery whose webhook has rested for most of this time is given up like one that was tried all along. */
const GIVEN_UP_MS = 4 * 24 * HOUR_MS;

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
  /** Deliveries on their way, by webhook. */
  const sending = new Map<string, number>();
  let wake = () => {};
  let timer = clock.setTimeout(look, LOOK_MS);

  return {
    kick,
    flush,
    async close() {
      isClosed = true;
      clock.clearTimeout(timer);
      await working;
    },
  };

  function kick(): void {
    isKicked = true;
    // While deliveries are on their way: a place may be free.
    wake();
    if (working === null && !isClosed) begin();
  }

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
    if (known.length > 0) kick();
    timer = clock.setTimeout(look, known.length > 0 ? LOOK_MS : IDLE_LOOK_MS);
  }

  async function flush(): Promise<void> {
    for (;;) {
      // Before looking: what ends or is written meanwhile isn't missed.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const due = isClosed ? [] : await claim(AT_ONCE - sent());
      for (const delivery of due) send(delivery);
      if (sent() === 0) break;
      await woken;
    }
    const now = clock.now();
    await db.query(
      `UPDATE webhook_deliveries SET next_at = NULL, payload = ''
        WHERE next_at IS NOT NULL AND created_at < $1`,
      [now - GIVEN_UP_MS],
    );
    await db.query('DELETE FROM webhook_deliveries WHERE next_at IS NULL AND created_at < $1', [
      now - KEPT_MS,
    ]);
  }

  function sent(): number {
    return [...sending.values()].reduce((sum, count) => sum + count, 0);
  }

  function send(delivery: Delivery): void {
    const { webhook_id: id } = delivery;
    sending.set(id, (sending.get(id) ?? 0) + 1);
    deliver(delivery)
      // Its claim ends by itself; then it is tried again.
      .catch((error) => observer.failed(error, 'webhooks', {}))
      .finally(() => {
        const left = (sending.get(id) ?? 1) - 1;
        if (left === 0) sending.delete(id);
        else sending.set(id, left);
        wake();
      });
  }

  /** @param free places, for those with the fewest on their way, the oldest of each first */
  async function claim(free: number): Promise<Delivery[]> {
    if (free <= 0) return [];
    const now = clock.now();
    return readRows(
      db,
      deliveryRow,
      `UPDATE webhook_deliveries SET next_at = $2, attempts = attempts + 1
        WHERE delivery_id IN (
          SELECT due.delivery_id
            FROM (SELECT w.webhook_id, coalesce(s.sending, 0) AS sending,
                         CASE WHEN w.failures >= ${FAILURES} THEN 1 ELSE ${AT_ONCE_OF_ONE} END AS width
                    FROM webhooks w
                    LEFT JOIN unnest($3::text[], $4::int[]) AS s (webhook_id, sending)
                      ON s.webhook_id = w.webhook_id
                   WHERE w.rests_until IS NULL OR w.rests_until <= $1) h
           CROSS JOIN LATERAL (
             SELECT d.delivery_id, d.next_at FROM webhook_deliveries d
              WHERE d.webhook_id = h.webhook_id AND d.next_at <= $1
              ORDER BY d.next_at LIMIT greatest(0, h.width - h.sending)
                FOR UPDATE SKIP LOCKED) due
           ORDER BY h.sending + row_number() OVER (PARTITION BY h.webhook_id ORDER BY due.next_at),
                    due.next_at
           LIMIT $5)
        RETURNING delivery_id, webhook_id, payload, attempts`,
      [now, now + CLAIM_MS, [...sending.keys()], [...sending.values()], free],
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
    // A webhook that this process hasn't heard of yet isn't to blame.
    if (hook !== undefined) await (isTaken ? noteTaken : noteFailed)(delivery.webhook_id);
  }

  async function noteTaken(id: string): Promise<void> {
    await db.query(
      'UPDATE webhooks SET failures = 0, rests_until = NULL WHERE webhook_id = $1 AND failures > 0',
      [id],
    );
  }

  /** Those that were on their way together count once: a rest that has begun isn't made longer by them. */
  async function noteFailed(id: string): Promise<void> {
    const now = clock.now();
    await db.query(
      `UPDATE webhooks SET failures = failures + 1,
              rests_until = CASE WHEN failures + 1 < ${FAILURES} THEN NULL
                ELSE $2 + least($4::bigint, $3::bigint * (1 << least(10, failures + 1 - ${FAILURES}))) END
        WHERE webhook_id = $1 AND (rests_until IS NULL OR rests_until <= $2)`,
      [id, now, FIRST_REST_MS, LONGEST_REST_MS],
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
