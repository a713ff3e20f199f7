// The people of the desk: the owner who has the admin key, and people with a login of their own.

import { z } from 'zod';
import type { DeskRole } from '../kernel/auth/desk-caller.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, notFound } from '../kernel/http-error.ts';
import { likeOf, type PlaceInList } from '../kernel/pages.ts';

export const personRow = z.object({
  person_id: z.string(),
  login: z.string().nullable(),
  name: z.string(),
  /** A small picture as a data: address. */
  picture: z.string().nullable(),
  role: z.enum(['owner', 'agent']),
  created_at: z.number(),
  disabled_at: z.number().nullable(),
});
export type PersonRow = z.output<typeof personRow>;

/** The row of the person who has the admin key. */
export const OWNER_ID = 'person_owner';

export const PERSON_COLUMNS = 'person_id, login, name, picture, role, created_at, disabled_at';

/** Made when the admin key is first used at the desk. */
export async function ensureOwner(db: Queryable, now: number): Promise<PersonRow> {
  await db.query(
    `INSERT INTO desk_people (person_id, name, role, created_at) VALUES ($1, 'Owner', 'owner', $2)
     ON CONFLICT DO NOTHING`,
    [OWNER_ID, now],
  );
  const owner = await findPerson(db, OWNER_ID);
  if (owner === null) throw new Error('The owner’s row is gone.');
  return owner;
}

export async function findPerson(db: Queryable, personId: string): Promise<PersonRow | null> {
  const [row] = await readRows(
    db,
    personRow,
    `SELECT ${PERSON_COLUMNS} FROM desk_people WHERE person_id = $1`,
    [personId],
  );
  return row ?? null;
}

/** The oldest first. @param words in their names or logins; empty: all. @returns one row more than `limit` where there are */
export function listPeople(
  db: Queryable,
  { words, after, limit }: { words: string; after: PlaceInList | null; limit: number },
): Promise<PersonRow[]> {
  return readRows(
    db,
    personRow,
    `SELECT ${PERSON_COLUMNS} FROM desk_people
      WHERE ($1 = '' OR name ILIKE $1 OR login ILIKE $1)
        AND ($2::bigint IS NULL OR (created_at, person_id) > ($2, $3))
      ORDER BY created_at, person_id LIMIT $4`,
    [words === '' ? '' : likeOf(words), after?.at ?? null, after?.id ?? null, limit + 1],
  );
}

export interface NewPerson {
  person_id: string;
  login: string;
  name: string;
  picture: string | null;
  role: DeskRole;
  /** As `hashPassword` gives it. */
  password: string;
}

/** @throws HttpError 409 where the login is taken. */
export async function addPerson(db: Queryable, person: NewPerson, now: number): Promise<void> {
  const { person_id, login, name, picture, role, password } = person;
  const [row] = await db.query(
    `INSERT INTO desk_people (person_id, login, name, picture, role, password, reads_from, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (login) DO NOTHING RETURNING person_id`,
    [person_id, login.toLowerCase(), name, picture, role, password, now],
  );
  if (row === undefined) throw conflict('Somebody has this login already; choose another.');
}

export interface PersonChange {
  name?: string | undefined;
  picture?: string | null | undefined;
  role?: DeskRole | undefined;
  password?: string | undefined;
  is_disabled?: boolean | undefined;
}

/** A password or a disabling ends the person's desk sessions. @throws HttpError 404 */
export async function changePerson(
  db: Queryable,
  personId: string,
  change: PersonChange,
  now: number,
): Promise<PersonRow> {
  const [row] = await readRows(
    db,
    personRow,
    `UPDATE desk_people SET name = COALESCE($2, name),
            picture = CASE WHEN $3 THEN $4 ELSE picture END,
            role = COALESCE($5, role), password = COALESCE($6, password),
            disabled_at = CASE WHEN $7::boolean IS NULL THEN disabled_at
                               WHEN $7 THEN COALESCE(disabled_at, $8) END
      WHERE person_id = $1 RETURNING ${PERSON_COLUMNS}`,
    [
      personId,
      change.name ?? null,
      change.picture !== undefined,
      change.picture ?? null,
      change.role ?? null,
      change.password ?? null,
      change.is_disabled ?? null,
      now,
    ],
  );
  if (row === undefined) throw notFound('There is no such person.');
  if (change.password !== undefined || change.is_disabled === true) {
    await db.query('DELETE FROM desk_sessions WHERE person_id = $1', [personId]);
  }
  return row;
}
