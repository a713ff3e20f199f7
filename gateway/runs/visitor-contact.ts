// The address at which a visitor wants an answer when they are gone.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { SessionWrite } from '../log/session-log.ts';

/** What was said before it was given isn't mailed. */
export async function keepContact(
  { tx, session, now }: SessionWrite,
  email: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO session_contacts (session_id, email, told_seq, created_at)
     SELECT $1, $2, COALESCE(max(seq), 0), $3 FROM events WHERE session_id = $1
     ON CONFLICT (session_id) DO UPDATE SET email = excluded.email`,
    [session.session_id, email, now],
  );
}

export async function hasContact(db: Queryable, sessionId: string): Promise<boolean> {
  const rows = await readRows(
    db,
    z.object({ session_id: z.string() }),
    'SELECT session_id FROM session_contacts WHERE session_id = $1',
    [sessionId],
  );
  return rows.length > 0;
}
