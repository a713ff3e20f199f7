// Sign-ins that are on their way to the provider and back. Each is bound to the browser that began it, and used once; in the
// database, since another process may be the one that the browser comes back to.

import { z } from 'zod';
import { hashToken } from '../../kernel/auth/credentials.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import type { Departure } from './provider.ts';

export const SIGN_IN_MS = 10 * 60_000;

export async function keepSignIn(
  db: Queryable,
  browser: string,
  { state, nonce, verifier }: Omit<Departure, 'url'>,
  now: number,
): Promise<void> {
  await db.query('DELETE FROM desk_sign_ins WHERE expires_at <= $1', [now]);
  await db.query(
    `INSERT INTO desk_sign_ins (state_hash, browser_hash, nonce, verifier, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [hashToken(state), hashToken(browser), nonce, verifier, now + SIGN_IN_MS],
  );
}

const nonceVerifierRow = z.object({
  nonce: z.string(),
  verifier: z.string(),
});

/** Null: nobody began it in this browser, it was used, or it took too long. */
export async function takeSignIn(
  db: Queryable,
  browser: string,
  state: string,
  now: number,
): Promise<Omit<Departure, 'url'> | null> {
  const [row] = await readRows(
    db,
    nonceVerifierRow,
    `DELETE FROM desk_sign_ins
      WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3 RETURNING nonce, verifier`,
    [hashToken(state), hashToken(browser), now],
  );
  return row === undefined ? null : { ...row, state };
}
