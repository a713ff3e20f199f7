// Long-lived keys: API keys, site service tokens, account tokens. Only their SHA-256 is stored; a key has
// 256 random bits, so a plain hash can't be searched and needs no salt.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readRows } from '../db/rows.ts';
import type { Queryable } from '../db/types.ts';
import type { Principal } from './principal.ts';

export type CredentialKind = 'api_key' | 'service_token' | 'account';

export interface NewCredential {
  /** The name of the key in lists, rotations and revocations; no secret. */
  key_id: string;
  name?: string | null;
  /** The key that this one takes the place of. */
  replaces?: string | null;
  kind: CredentialKind;
  project_id?: string | null;
  client_id?: string | null;
  account?: string | null;
}

/** Prefixes make a leaked key recognisable. */
export const CREDENTIAL_PREFIXES: Readonly<Record<CredentialKind, string>> = {
  api_key: 'bhk_',
  service_token: 'bhs_',
  account: 'bhu_',
};

/** Whether a token can be a key of ours at all; the database isn't asked about any other. */
export function isCredentialShaped(token: string): boolean {
  return /^bh[ksu]_[\w-]{20,100}$/.test(token);
}

/** SHA-256 in hex: the form in which the database has tokens. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** Stores the hash of a new key or token. @param now Unix milliseconds */
export async function storeCredential(
  db: Queryable,
  token: string,
  credential: NewCredential,
  now: number,
): Promise<void> {
  await db.query(
    `INSERT INTO credentials (token_hash, kind, project_id, client_id, account, created_at, key_id,
                              name, replaces)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      hashToken(token),
      credential.kind,
      credential.project_id ?? null,
      credential.client_id ?? null,
      credential.account ?? null,
      now,
      credential.key_id,
      credential.name ?? null,
      credential.replaces ?? null,
    ],
  );
}

const credentialRow = z.object({
  kind: z.string(),
  project_id: z.string().nullable(),
  client_id: z.string().nullable(),
  account: z.string().nullable(),
  site_status: z.string().nullable(),
});

/** Null if no such key was issued, or it was revoked or is over. */
export async function findCredential(
  db: Queryable,
  token: string,
  now: number,
): Promise<Principal | null> {
  const [row] = await readRows(
    db,
    credentialRow,
    `SELECT c.kind, c.project_id, c.client_id, c.account, s.status AS site_status
       FROM credentials c LEFT JOIN sites s ON s.client_id = c.client_id
      WHERE c.token_hash = $1 AND c.revoked_at IS NULL
        AND (c.expires_at IS NULL OR c.expires_at > $2)`,
    [hashToken(token), now],
  );
  if (row === undefined) return null;
  if (row.kind === 'account') {
    return { kind: 'account', account: row.account ?? '', project_id: row.project_id };
  }
  if (row.project_id === null) return null;
  if (row.kind === 'api_key') return { kind: 'api_key', project_id: row.project_id };
  if (row.kind !== 'service_token' || row.client_id === null || row.site_status === null) {
    return null;
  }
  return {
    kind: 'service_token',
    project_id: row.project_id,
    client_id: row.client_id,
    site_status: row.site_status,
  };
}
