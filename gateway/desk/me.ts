// Who is signed in, as their own desk shows it.

import { z } from 'zod';
import type { DeskCaller } from '../kernel/auth/desk-caller.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { notFound } from '../kernel/http-error.ts';
import { readPersonSettings } from './person-settings.ts';
import type { Me } from './team-schema.ts';

const accountRow = z.object({
  login: z.string().nullable(),
  is_named: z.boolean(),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  recovery_codes: z.number(),
  settings: z.string(),
});

/** @throws HttpError 404 */
export async function readMe(db: Queryable, { sites, ...caller }: DeskCaller): Promise<Me> {
  const [row] = await readRows(
    db,
    accountRow,
    `SELECT login, is_named, password IS NOT NULL AS has_password,
            totp_secret IS NOT NULL AS has_second_factor,
            (SELECT count(*)::integer FROM desk_recovery_codes r
              WHERE r.person_id = p.person_id) AS recovery_codes,
            settings
       FROM desk_people p WHERE person_id = $1`,
    [caller.person_id],
  );
  if (row === undefined) throw notFound('There is no such person.');
  const settings = readPersonSettings(row.settings);
  return { ...caller, ...row, settings, sites: sites === null ? null : [...sites] };
}
