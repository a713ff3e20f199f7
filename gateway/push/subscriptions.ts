// The devices on which people of the desk hear of visitors who wait, and the keys by which push services know this gateway.

import webPush from 'web-push';
import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';

/** Of one person; the oldest goes for a new one. */
const MOST = 20;
/** As desk-sessions.ts ends a session that nobody uses. */
const IDLE_MS = 7 * 86_400_000;

const keysRow = z.object({ public_key: z.string(), private_key: z.string() });
export type PushKeys = z.output<typeof keysRow>;

/** Made when they are first asked for; of several processes the first one's count. */
export async function pushKeys(db: Queryable): Promise<PushKeys> {
  const read = () => readRows(db, keysRow, 'SELECT public_key, private_key FROM push_keys');
  const [known] = await read();
  if (known !== undefined) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db.query(
    'INSERT INTO push_keys (public_key, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [publicKey, privateKey],
  );
  const [made] = await read();
  if (made === undefined) throw new Error('The keys for Web Push are gone.');
  return made;
}

const subscriptionRow = z.object({
  endpoint: z.string(),
  person_id: z.string(),
  p256dh: z.string(),
  auth: z.string(),
});
export type Subscription = z.output<typeof subscriptionRow>;

/** Those whose desk session goes on and whose person may sign in. */
export function listSubscriptions(db: Queryable, now: number): Promise<Subscription[]> {
  return readRows(
    db,
    subscriptionRow,
    `SELECT u.endpoint, u.person_id, u.p256dh, u.auth FROM push_subscriptions u
       JOIN desk_sessions s ON s.desk_session_id = u.desk_session_id
       JOIN desk_people p ON p.person_id = u.person_id
      WHERE s.expires_at > $1 AND s.seen_at > $2 AND p.disabled_at IS NULL
      ORDER BY u.person_id, u.created_at`,
    [now, now - IDLE_MS],
  );
}

export interface NewSubscription extends Subscription {
  desk_session_id: string;
}

export async function keepSubscription(db: Db, made: NewSubscription, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO push_subscriptions (endpoint, desk_session_id, person_id, p256dh, auth, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (endpoint) DO UPDATE SET desk_session_id = excluded.desk_session_id,
         person_id = excluded.person_id, p256dh = excluded.p256dh, auth = excluded.auth`,
      [made.endpoint, made.desk_session_id, made.person_id, made.p256dh, made.auth, now],
    );
    await tx.query(
      `DELETE FROM push_subscriptions WHERE person_id = $1 AND endpoint NOT IN (
         SELECT endpoint FROM push_subscriptions WHERE person_id = $1
          ORDER BY created_at DESC, endpoint LIMIT ${MOST})`,
      [made.person_id],
    );
  });
}

/** @param personId null: whoever's it is */
export async function dropSubscription(
  db: Queryable,
  endpoint: string,
  personId: string | null,
): Promise<void> {
  await db.query(
    'DELETE FROM push_subscriptions WHERE endpoint = $1 AND ($2::text IS NULL OR person_id = $2)',
    [endpoint, personId],
  );
}
