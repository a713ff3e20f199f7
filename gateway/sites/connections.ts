// Codes with which sites connect themselves. Each is for one address and one verifier, lives five minutes and is used once; the
// database has its hash alone. In the database, since another process may get the exchange.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../kernel/auth/authenticate.ts';
import { hashToken } from '../kernel/auth/credentials.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

export const CONNECTION_MS = 5 * 60_000;

const approval = z.object({
  redirect_uri: z.string(),
  code_challenge: z.string(),
  project_id: z.string(),
  /** The site that gets one more token; null: a new site. */
  client_id: z.string().nullable(),
  name: z.string().nullable(),
});
export type Approval = z.output<typeof approval>;

const takenRow = approval.extend({ expires_at: z.number() });

export async function keepApproval(
  db: Queryable,
  code: string,
  approval: Approval,
  now: number,
): Promise<void> {
  const { redirect_uri, code_challenge, project_id, client_id, name } = approval;
  await db.query('DELETE FROM site_connections WHERE expires_at <= $1', [now]);
  await db.query(
    `INSERT INTO site_connections
       (code_hash, redirect_uri, code_challenge, project_id, client_id, name, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      hashToken(code),
      redirect_uri,
      code_challenge,
      project_id,
      client_id,
      name,
      now + CONNECTION_MS,
    ],
  );
}

/**
 * Uses a code up, also where the verifier or the address is wrong.
 * @param tx outside of the transaction that uses the approval: what fails there must not bring the code back.
 * @returns null where it was never given, was used, took too long, or is another's.
 */
export async function takeApproval(
  tx: Queryable,
  given: { code: string; code_verifier: string; redirect_uri: string },
  now: number,
): Promise<Approval | null> {
  const [row] = await readRows(
    tx,
    takenRow,
    `DELETE FROM site_connections WHERE code_hash = $1
     RETURNING redirect_uri, code_challenge, project_id, client_id, name, expires_at`,
    [hashToken(given.code)],
  );
  if (row === undefined || row.expires_at <= now) return null;
  const challenge = createHash('sha256').update(given.code_verifier, 'ascii').digest('base64url');
  const isTheirs =
    isSameSecret(challenge, row.code_challenge) && given.redirect_uri === row.redirect_uri;
  return isTheirs ? row : null;
}
