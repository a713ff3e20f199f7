// Links that let one person in: somebody new, or a person of the desk who chooses a new password. The database has the SHA-256 of the
// link's secret alone. A link is used up by the transaction that lets its person in, so two at once let in one.

import { z } from 'zod';
import { hashToken } from '../kernel/auth/credentials.ts';
import { DESK_ROLES, type DeskRole } from '../kernel/auth/desk-caller.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { HttpError, invalid } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { PlaceInList } from '../kernel/pages.ts';
import { addPerson, changePerson } from './people.ts';

const DAY_MS = 86_400_000;
const INVITED_MS = 7 * DAY_MS;
const PASSWORD_LINK_MS = DAY_MS;

const COLUMNS = 'invitation_id, person_id, role, sites, email, invited_by, created_at, expires_at';

const invitationRow = z.object({
  invitation_id: z.string(),
  person_id: z.string().nullable(),
  role: z.enum(DESK_ROLES),
  /** JSON: client_ids; null: all. */
  sites: z.string().nullable(),
  email: z.string().nullable(),
  invited_by: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
});
export type InvitationRow = z.output<typeof invitationRow>;

export interface NewLink {
  person_id: string | null;
  role: DeskRole;
  sites: readonly string[] | null;
  email: string | null;
  invited_by: string;
}

export interface LinkMade {
  invitation_id: string;
  token: string;
  expires_at: number;
}

/** A person has one such link: the one before it ends. */
export async function makeLink(
  { db, ids }: { db: Db; ids: Ids },
  link: NewLink,
  now: number,
): Promise<LinkMade> {
  const token = ids.secret('bhi_');
  const id = ids.next('invitation');
  const expiresAt = now + (link.person_id === null ? INVITED_MS : PASSWORD_LINK_MS);
  const sites = link.sites === null ? null : JSON.stringify(link.sites);
  await db.transaction(async (tx) => {
    await tx.query('DELETE FROM desk_invitations WHERE expires_at <= $1 OR person_id = $2', [
      now,
      link.person_id,
    ]);
    await tx.query(
      `INSERT INTO desk_invitations (invitation_id, token_hash, person_id, role, sites, email, invited_by,
                                     created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        hashToken(token),
        link.person_id,
        link.role,
        sites,
        link.email,
        link.invited_by,
        now,
        expiresAt,
      ],
    );
  });
  return { invitation_id: id, token, expires_at: expiresAt };
}

/** The oldest first. @returns one row more than `limit` where there are */
export function listLinks(
  db: Queryable,
  { after, limit, now }: { after: PlaceInList | null; limit: number; now: number },
): Promise<InvitationRow[]> {
  return readRows(
    db,
    invitationRow,
    `SELECT ${COLUMNS} FROM desk_invitations
      WHERE expires_at > $1 AND ($2::bigint IS NULL OR (created_at, invitation_id) > ($2, $3))
      ORDER BY created_at, invitation_id LIMIT $4`,
    [now, after?.at ?? null, after?.id ?? null, limit + 1],
  );
}

/** @returns whether there was one. */
export async function withdrawLink(db: Queryable, invitationId: string): Promise<boolean> {
  const rows = await db.query('DELETE FROM desk_invitations WHERE invitation_id = $1 RETURNING 1', [
    invitationId,
  ]);
  return rows.length > 0;
}

const openRow = invitationRow.extend({ login: z.string().nullable(), name: z.string().nullable() });

/** What a link is for. @throws HttpError 404 */
export async function lookAtLink(db: Queryable, token: string, now: number) {
  const [row] = await readRows(
    db,
    openRow,
    `SELECT i.*, p.login, p.name FROM desk_invitations i LEFT JOIN desk_people p ON p.person_id = i.person_id
      WHERE i.token_hash = $1 AND i.expires_at > $2 AND p.disabled_at IS NULL`,
    [hashToken(token), now],
  );
  if (row === undefined) throw linkIsOver();
  return row;
}

export interface Arrival {
  login?: string | undefined;
  name?: string | undefined;
  picture?: string | null | undefined;
  /** As `hashPassword` gives it. */
  password: string;
}

/** The link is used up where this succeeds alone: a taken login leaves it as it was. @throws HttpError 400, 404, 409 */
export function takeLink(
  { db, ids }: { db: Db; ids: Ids },
  token: string,
  arrival: Arrival,
  now: number,
): Promise<{ person_id: string; login: string; has_second_factor: boolean }> {
  return db.transaction(async (tx) => {
    const link = await lookAtLink(tx, token, now);
    const rows = await tx.query(
      'DELETE FROM desk_invitations WHERE invitation_id = $1 RETURNING 1',
      [link.invitation_id],
    );
    if (rows.length === 0) throw linkIsOver();
    const { login, name, picture = null, password } = arrival;
    if (link.person_id !== null) {
      const person = await changePerson(tx, link.person_id, { password }, now);
      const { person_id, has_second_factor } = person;
      return { person_id, login: person.login ?? '', has_second_factor };
    }
    if (login === undefined || name === undefined) throw invalid('Choose a login and a name.');
    const id = ids.next('person');
    const sites = link.sites === null ? null : (JSON.parse(link.sites) as string[]);
    await addPerson(
      tx,
      { person_id: id, login, name, picture, role: link.role, sites, password },
      now,
    );
    return { person_id: id, login: login.toLowerCase(), has_second_factor: false };
  });
}

const linkIsOver = () =>
  new HttpError(404, 'This link was used or has expired. Ask an owner of the desk for another.');
