// The life of API keys and service tokens after they were issued: listed, rotated, revoked. The keys themselves are not
// here to be read: the database has their hashes alone.

import { z } from 'zod';
import { CREDENTIAL_PREFIXES, storeCredential } from '../kernel/auth/credentials.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { conflict, notFound } from '../kernel/http-error.ts';
import { type Ids, isIdShaped } from '../kernel/ids.ts';
import type { PlaceInList } from '../kernel/pages.ts';

export const keyRow = z.object({
  key_id: z.string(),
  kind: z.enum(['api_key', 'service_token']),
  name: z.string().nullable(),
  project_id: z.string(),
  client_id: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  revoked_at: z.number().nullable(),
  replaces: z.string().nullable(),
});
export type KeyRow = z.output<typeof keyRow>;

const COLUMNS =
  'key_id, kind, name, project_id, client_id, created_at, expires_at, revoked_at, replaces';
const KINDS = `kind IN ('api_key', 'service_token')`;

export interface WantedKeys {
  projectId: string | undefined;
  clientId: string | undefined;
  after: PlaceInList | null;
  limit: number;
}

/** The newest first. @returns one row more than `limit` where there is another page */
export function listKeyRows(
  db: Queryable,
  { projectId, clientId, after, limit }: WantedKeys,
): Promise<KeyRow[]> {
  return readRows(
    db,
    keyRow,
    `SELECT ${COLUMNS} FROM credentials
      WHERE ${KINDS} AND ($1::text IS NULL OR project_id = $1) AND ($2::text IS NULL OR client_id = $2)
        AND ($3::bigint IS NULL OR (created_at <= $3 AND (created_at < $3 OR key_id > $4)))
      ORDER BY created_at DESC, key_id LIMIT $5`,
    [projectId ?? null, clientId ?? null, after?.at ?? null, after?.id ?? null, limit + 1],
  );
}

/** A key that is revoked already stays so. @throws HttpError 404 */
export async function revokeKeyRow(db: Queryable, keyId: string, now: number): Promise<void> {
  const [row] = isIdShaped(keyId)
    ? await db.query(
        `UPDATE credentials SET revoked_at = COALESCE(revoked_at, $2)
          WHERE key_id = $1 AND ${KINDS} RETURNING key_id`,
        [keyId, now],
      )
    : [];
  if (row === undefined) throw noSuchKey();
}

export interface Rotation {
  key_id: string;
  /** The new key, to be shown once. */
  secret: string;
  replaces: KeyRow;
}

const keyIdRow = z.object({
  key_id: z.string(),
});

/**
 * Issues a successor. The key itself ends after `overlapMs`, and its own predecessor ends now: two are valid at a time.
 * @throws HttpError 404; 409 where it has ended or has a successor.
 */
export function rotateKeyRow(
  { db, ids }: { db: Db; ids: Ids },
  keyId: string,
  { now, overlapMs }: { now: number; overlapMs: number },
): Promise<Rotation> {
  return db.transaction(async (tx) => {
    const [old] = isIdShaped(keyId)
      ? await readRows(
          tx,
          keyRow,
          `SELECT ${COLUMNS} FROM credentials WHERE key_id = $1 AND ${KINDS} FOR UPDATE`,
          [keyId],
        )
      : [];
    if (old === undefined) throw noSuchKey();
    const isOver = old.revoked_at !== null || (old.expires_at ?? now + 1) <= now;
    if (isOver) throw conflict('The key has ended; issue a new one instead.');
    const [successor] = await readRows(
      tx,
      keyIdRow,
      'SELECT key_id FROM credentials WHERE replaces = $1',
      [keyId],
    );
    if (successor !== undefined) {
      throw conflict(`The key was rotated already; rotate its successor ${successor.key_id}.`);
    }
    const secret = ids.secret(CREDENTIAL_PREFIXES[old.kind]);
    const next = { ...old, key_id: ids.next('key'), replaces: keyId };
    await storeCredential(tx, secret, next, now);
    const [replaces] = await readRows(
      tx,
      keyRow,
      `UPDATE credentials SET expires_at = LEAST(expires_at, $2) WHERE key_id = $1
       RETURNING ${COLUMNS}`,
      [keyId, now + overlapMs],
    );
    if (old.replaces !== null) await revokeKeyRow(tx, old.replaces, now);
    return { key_id: next.key_id, secret, replaces: replaces ?? old };
  });
}

const noSuchKey = () => notFound('There is no such key.');
