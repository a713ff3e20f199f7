// The sessions of people who are signed in to the desk. The cookie's value has 256 random bits; the database has its SHA-256 alone.

import { z } from 'zod';
import { hashToken } from '../kernel/auth/credentials.ts';
import { DESK_ROLES, type DeskCaller } from '../kernel/auth/desk-caller.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';

/** Without a request for so long a session ends, and after the longer time in any case. */
const IDLE_MS = 7 * 86_400_000;
export const DESK_SESSION_MS = 30 * 86_400_000;
/** How often the time of the last request is written down. */
const SEEN_MS = 60_000;
const MAX_DEVICE = 200;

export const deskSessionRow = z.object({
  desk_session_id: z.string(),
  person_id: z.string(),
  address: z.string(),
  device: z.string(),
  created_at: z.number(),
  seen_at: z.number(),
  expires_at: z.number(),
});
export type DeskSessionRow = z.output<typeof deskSessionRow>;

interface NewDeskSession {
  address: string;
  device: string;
  now: number;
  /** At most. */
  lifetimeMs?: number;
}

/** @returns the cookie's value. */
export async function openDeskSession(
  { db, ids }: { db: Queryable; ids: Ids },
  personId: string,
  { address, device, now, lifetimeMs = DESK_SESSION_MS }: NewDeskSession,
): Promise<string> {
  const token = ids.secret('bhd_');
  await db.query('DELETE FROM desk_sessions WHERE expires_at <= $1 OR seen_at <= $2', [
    now,
    now - IDLE_MS,
  ]);
  await db.query(
    `INSERT INTO desk_sessions (token_hash, desk_session_id, person_id, address, device, created_at,
                                seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      hashToken(token),
      ids.next('desk_session'),
      personId,
      address,
      device.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_DEVICE),
      now,
      now + lifetimeMs,
    ],
  );
  return token;
}

const callerRow = z.object({
  person_id: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  role: z.enum(DESK_ROLES),
  /** JSON: client_ids; null: all. */
  sites: z.string().nullable(),
  desk_session_id: z.string(),
  seen_at: z.number(),
});

/** Null where the cookie is none of ours, is over, or its person may no longer sign in. */
export async function findDeskCaller(
  db: Queryable,
  token: string,
  now: number,
): Promise<DeskCaller | null> {
  if (!/^bhd_[\w-]{20,100}$/.test(token)) return null;
  const hash = hashToken(token);
  const [row] = await readRows(
    db,
    callerRow,
    `SELECT p.person_id, p.name, p.picture, p.role, p.sites, s.desk_session_id, s.seen_at
       FROM desk_sessions s JOIN desk_people p ON p.person_id = s.person_id
      WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.seen_at > $3 AND p.disabled_at IS NULL`,
    [hash, now, now - IDLE_MS],
  );
  if (row === undefined) return null;
  const { seen_at, sites, ...caller } = row;
  if (now - seen_at >= SEEN_MS) {
    await db.query('UPDATE desk_sessions SET seen_at = $2 WHERE token_hash = $1', [hash, now]);
  }
  return { ...caller, sites: readSites(sites) };
}

/** As the table has them: JSON, null for all. */
export function readSites(sites: string | null): readonly string[] | null {
  return sites === null ? null : (JSON.parse(sites) as string[]);
}

/** @param personId null: everybody's. */
export function listDeskSessions(
  db: Queryable,
  personId: string | null,
  now: number,
): Promise<DeskSessionRow[]> {
  return readRows(
    db,
    deskSessionRow,
    `SELECT desk_session_id, person_id, address, device, created_at, seen_at, expires_at
       FROM desk_sessions
      WHERE ($1::text IS NULL OR person_id = $1) AND expires_at > $2 AND seen_at > $3
      ORDER BY seen_at DESC LIMIT 200`,
    [personId, now, now - IDLE_MS],
  );
}

/** After a change of password: all but the one in which it was changed. */
export async function endOtherSessions(
  db: Queryable,
  personId: string,
  keptId: string | null,
): Promise<void> {
  await db.query(
    'DELETE FROM desk_sessions WHERE person_id = $1 AND ($2::text IS NULL OR desk_session_id <> $2)',
    [personId, keptId],
  );
}

/** @returns whether there was one. */
export async function endDeskSession(
  db: Queryable,
  deskSessionId: string,
  personId: string | null,
): Promise<boolean> {
  const rows = await db.query(
    `DELETE FROM desk_sessions WHERE desk_session_id = $1 AND ($2::text IS NULL OR person_id = $2)
     RETURNING 1`,
    [deskSessionId, personId],
  );
  return rows.length > 0;
}
