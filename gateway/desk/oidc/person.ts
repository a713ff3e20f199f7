// The person of the desk that an identity is: the one that signed in with it before, else the one whose login is its verified
// address, else a new one. The configuration decides their role, at each sign-in anew; a lead or a viewer, whom an owner of the desk has
// made one, stays one among those whom it calls agents.

import { z } from 'zod';
import type { DeskRole } from '../../kernel/auth/desk-caller.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Identity } from './identity.ts';

/** As the desk's own logins are. */
const LOGIN = /^[\w.@+-]{2,64}$/;
const MAX_SHOWN = 200;

const personIdDisabledAtRow = z.object({
  person_id: z.string(),
  disabled_at: z.number().nullable(),
});

/** @returns null where the person was switched off. */
export function personOf(
  { db, ids }: { db: Db; ids: Ids },
  issuer: string,
  { subject: own, email, name }: Identity,
  role: DeskRole,
  now: number,
): Promise<string | null> {
  const subject = `${issuer} ${own}`.replaceAll('\0', '');
  const login = email !== null && LOGIN.test(email) ? email : null;
  // Without an address the page “Team” still shows by what the provider knows them.
  const shown = `${own} at ${new URL(issuer).hostname}`
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, MAX_SHOWN);
  return db.transaction(async (tx) => {
    const [known] = await readRows(
      tx,
      personIdDisabledAtRow,
      `SELECT person_id, disabled_at FROM desk_people
        WHERE subject = $1 OR (subject IS NULL AND login = $2)
        ORDER BY subject IS NULL LIMIT 1 FOR UPDATE`,
      [subject, login],
    );
    if (known !== undefined) {
      if (known.disabled_at !== null) return null;
      await tx.query(
        `UPDATE desk_people SET subject = $2,
                role = CASE WHEN $3 = 'agent' AND role IN ('lead', 'viewer') THEN role ELSE $3 END
          WHERE person_id = $1`,
        [known.person_id, subject, role],
      );
      return known.person_id;
    }
    // Two first sign-ins at once make one person.
    const [made] = await readRows(
      tx,
      personIdDisabledAtRow,
      `INSERT INTO desk_people (person_id, login, name, role, subject, reads_from, created_at)
       VALUES ($1, (SELECT one FROM unnest(ARRAY[$2, $7]::text[]) AS one
                     WHERE one IS NOT NULL AND NOT EXISTS (SELECT 1 FROM desk_people WHERE login = one)
                     LIMIT 1), $3, $4, $5, $6, $6)
       ON CONFLICT (subject) DO UPDATE SET role = excluded.role
       RETURNING person_id, disabled_at`,
      [ids.next('person'), login, name ?? email ?? 'Somebody', role, subject, now, shown],
    );
    return made === undefined || made.disabled_at !== null ? null : made.person_id;
  });
}
