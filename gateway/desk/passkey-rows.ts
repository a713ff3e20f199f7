// The passkeys of people of the desk as their table has them, and the challenges that devices sign: each for one use within minutes,
// in the database, since another process may be the one that the answer comes to.

import { z } from 'zod';
import { hashToken } from '../kernel/auth/credentials.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

const CHALLENGE_MS = 5 * 60_000;

export const passkeyRow = z.object({
  passkey_id: z.string(),
  person_id: z.string(),
  credential_id: z.string(),
  public_key: z.string(),
  counter: z.number(),
  /** JSON. */
  transports: z.string(),
  name: z.string(),
  created_at: z.number(),
  used_at: z.number().nullable(),
});
export type PasskeyRow = z.output<typeof passkeyRow>;

const COLUMNS =
  'passkey_id, person_id, credential_id, public_key, counter, transports, name, created_at, used_at';

/** @param personId who adds a passkey; null: somebody who signs in */
export async function keepChallenge(
  db: Queryable,
  challenge: string,
  personId: string | null,
  now: number,
): Promise<void> {
  await db.query('DELETE FROM desk_passkey_challenges WHERE expires_at <= $1', [now]);
  await db.query(
    'INSERT INTO desk_passkey_challenges (challenge_hash, person_id, expires_at) VALUES ($1, $2, $3)',
    [hashToken(challenge), personId, now + CHALLENGE_MS],
  );
}

/** @returns whether it was given to this person, or to somebody who signs in, and wasn't used. It is now. */
export async function takeChallenge(
  db: Queryable,
  challenge: string,
  personId: string | null,
  now: number,
): Promise<boolean> {
  const rows = await db.query(
    `DELETE FROM desk_passkey_challenges
      WHERE challenge_hash = $1 AND person_id IS NOT DISTINCT FROM $2 AND expires_at > $3
      RETURNING 1`,
    [hashToken(challenge), personId, now],
  );
  return rows.length > 0;
}

/** The oldest first. */
export function listPasskeys(db: Queryable, personId: string): Promise<PasskeyRow[]> {
  return readRows(
    db,
    passkeyRow,
    `SELECT ${COLUMNS} FROM desk_passkeys WHERE person_id = $1 ORDER BY created_at, passkey_id`,
    [personId],
  );
}

/** Null too where its person was switched off. */
export async function findPasskey(db: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await readRows(
    db,
    passkeyRow,
    `SELECT ${COLUMNS} FROM desk_passkeys k
      WHERE credential_id = $1 AND EXISTS
            (SELECT 1 FROM desk_people p WHERE p.person_id = k.person_id AND p.disabled_at IS NULL)`,
    [credentialId],
  );
  return row ?? null;
}

export async function hasPasskeys(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM desk_passkeys LIMIT 1')).length > 0;
}

/** @returns false where somebody has this credential already. */
export async function addPasskey(db: Queryable, row: PasskeyRow): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO desk_passkeys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
    [
      row.passkey_id,
      row.person_id,
      row.credential_id,
      row.public_key,
      row.counter,
      row.transports,
      row.name,
      row.created_at,
      row.used_at,
    ],
  );
  return rows.length > 0;
}

/** @returns whether the counter has gone on since, or has never counted. */
export async function notePasskeyUse(
  db: Queryable,
  passkeyId: string,
  counter: number,
  now: number,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE desk_passkeys SET counter = $2, used_at = $3
      WHERE passkey_id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING 1`,
    [passkeyId, counter, now],
  );
  return rows.length > 0;
}

/** Null: this person has no such passkey. */
export async function renamePasskey(
  db: Queryable,
  passkeyId: string,
  personId: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await readRows(
    db,
    passkeyRow,
    `UPDATE desk_passkeys SET name = $3 WHERE passkey_id = $1 AND person_id = $2 RETURNING ${COLUMNS}`,
    [passkeyId, personId, name],
  );
  return row ?? null;
}

/** @returns whether this person had it. */
export async function endPasskey(
  db: Queryable,
  passkeyId: string,
  personId: string,
): Promise<boolean> {
  const rows = await db.query(
    'DELETE FROM desk_passkeys WHERE passkey_id = $1 AND person_id = $2 RETURNING 1',
    [passkeyId, personId],
  );
  return rows.length > 0;
}

export async function endPasskeys(db: Queryable, personId: string): Promise<void> {
  await db.query('DELETE FROM desk_passkeys WHERE person_id = $1', [personId]);
}
