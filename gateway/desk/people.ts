// The people of the desk: the owner who has the admin key, and people with a login of their own.

import { z } from 'zod';
import { DESK_ROLES, type DeskRole } from '../kernel/auth/desk-caller.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, notFound } from '../kernel/http-error.ts';
import { likeOf, type PlaceInList } from '../kernel/pages.ts';
import { endOtherSessions } from './desk-sessions.ts';
import { endPasskeys } from './passkey-rows.ts';
import type { PersonSettingsChange } from './person-settings.ts';

export const personRow = z.object({
  person_id: z.string(),
  login: z.string().nullable(),
  name: z.string(),
  /** A small picture as a data: address. */
  picture: z.string().nullable(),
  role: z.enum(DESK_ROLES),
  /** JSON: client_ids of the sites whose conversations they see; null: all. */
  sites: z.string().nullable(),
  /** Null: no second factor. */
  has_second_factor: z.boolean(),
  created_at: z.number(),
  disabled_at: z.number().nullable(),
});
export type PersonRow = z.output<typeof personRow>;

/** The row of the person who has the admin key. */
export const OWNER_ID = 'person_owner';

export const PERSON_COLUMNS =
  'person_id, login, name, picture, role, sites, totp_secret IS NOT NULL AS has_second_factor, created_at, disabled_at';

/** Made when the admin key is first used at the desk. */
export async function ensureOwner(db: Queryable, now: number): Promise<PersonRow> {
  await db.query(
    `INSERT INTO desk_people (person_id, name, role, is_named, created_at)
     VALUES ($1, 'Owner', 'owner', false, $2)
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
  sites: readonly string[] | null;
  /** As `hashPassword` gives it. */
  password: string;
}

/** @throws HttpError 409 where the login is taken. */
export async function addPerson(db: Queryable, person: NewPerson, now: number): Promise<void> {
  const { person_id, login, name, picture, role, sites, password } = person;
  const [row] = await db.query(
    `INSERT INTO desk_people (person_id, login, name, picture, role, sites, password, reads_from, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (login) DO NOTHING RETURNING person_id`,
    [person_id, login.toLowerCase(), name, picture, role, writeSites(sites), password, now],
  );
  if (row === undefined) throw conflict('Somebody has this login already; choose another.');
}

export interface PersonChange {
  name?: string | undefined;
  picture?: string | null | undefined;
  role?: DeskRole | undefined;
  sites?: readonly string[] | null | undefined;
  password?: string | undefined;
  is_disabled?: boolean | undefined;
}

const writeSites = (sites: readonly string[] | null): string | null =>
  sites === null ? null : JSON.stringify(sites);

/**
 * A password or a disabling ends the person's desk sessions; a password that was set outside of them ends the passkeys, too.
 * @param keptSessionId the one in which they have changed it themselves, which goes on
 * @throws HttpError 404
 */
export async function changePerson(
  db: Queryable,
  personId: string,
  change: PersonChange,
  now: number,
  keptSessionId: string | null = null,
): Promise<PersonRow> {
  const [row] = await readRows(
    db,
    personRow,
    `UPDATE desk_people SET name = COALESCE($2, name), is_named = is_named OR $2 IS NOT NULL,
            picture = CASE WHEN $3 THEN $4 ELSE picture END,
            role = COALESCE($5, role), password = COALESCE($6, password),
            disabled_at = CASE WHEN $7::boolean IS NULL THEN disabled_at
                               WHEN $7 THEN COALESCE(disabled_at, $8) END,
            sites = CASE WHEN $9 THEN $10 ELSE sites END
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
      change.sites !== undefined,
      writeSites(change.sites ?? null),
    ],
  );
  if (row === undefined) throw notFound('There is no such person.');
  if (change.password !== undefined || change.is_disabled === true) {
    await endOtherSessions(db, personId, keptSessionId);
  }
  // Somebody else has set it, or a link: what signs in beside it may be lost, or a stranger's.
  if (change.password !== undefined && keptSessionId === null) await endPasskeys(db, personId);
  return row;
}

/** Changes the fields that the change names, and no others. */
export async function changeSettings(
  db: Queryable,
  personId: string,
  change: PersonSettingsChange,
): Promise<void> {
  await db.query(
    'UPDATE desk_people SET settings = (settings::jsonb || $2::jsonb)::text WHERE person_id = $1',
    [personId, JSON.stringify(change)],
  );
}
