// The gateway's own keys: made once, kept in the database, so that tokens and cursors outlive a restart.

import type { Queryable } from '../db/types.ts';
import type { Ids } from '../ids.ts';

export interface Secrets {
  /** Signs browser session tokens. */
  sessionTokens: Uint8Array;
  /** Signs list cursors. */
  cursors: Uint8Array;
}

export async function loadSecrets(db: Queryable, ids: Ids): Promise<Secrets> {
  return {
    sessionTokens: await loadSecret(db, ids, 'session_tokens'),
    cursors: await loadSecret(db, ids, 'cursors'),
  };
}

async function loadSecret(db: Queryable, ids: Ids, name: string): Promise<Uint8Array> {
  // Two processes may start on an empty database at once: the first one's key wins for both.
  await db.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    ids.secret(''),
  ]);
  const [row] = await db.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [
    name,
  ]);
  if (row === undefined) throw new Error(`The secret ${name} could not be stored.`);
  return Buffer.from(row.value, 'base64url');
}
