// The people who may sign in to the desk: a lead reads the list, an owner changes it.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { Desk } from './desk.ts';
import { readSites } from './desk-sessions.ts';
import { hashPassword } from './passwords.ts';
import {
  addPerson as add,
  changePerson,
  findPerson,
  listPeople as list,
  OWNER_ID,
  type PersonRow,
} from './people.ts';
import { requireDesk } from './require-desk.ts';
import { addPerson, listPeople, patchPerson } from './team-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  desk: Desk;
  options: AdminNeeds['options'] & { passwordCost: number };
}

export const adminDeskPeople: Routes<Needs> = (app, context) => {
  const { db, clock, ids, desk, options } = context;
  const hash = (password: string) =>
    desk.hashing.run('known', () => hashPassword(password, options.passwordCost));

  serve(app, listPeople, async (c, call) => {
    await requireDesk(context, c, 'lead');
    const { q = '', page, limit } = call.query();
    const { rows, next_page } = pageOf(
      await list(db, { words: q, after: readPlace(page), limit }),
      limit,
      ({ person_id }) => person_id,
      ({ picture }) => picture?.length ?? 0,
    );
    return c.json({ data: rows.map(present), next_page }, 200, HEADERS);
  });

  serve(app, addPerson, async (c, call) => {
    requireAdmin(context, c);
    const { password, picture = null, sites = null, ...rest } = await call.body();
    const id = ids.next('person');
    const person = { ...rest, picture, sites, person_id: id, password: await hash(password) };
    await add(db, person, clock.now());
    const row = await findPerson(db, id);
    if (row === null) throw notFound('The person is gone already.');
    return c.json(present(row), 201, HEADERS);
  });

  serve(app, patchPerson, async (c, call) => {
    requireAdmin(context, c);
    const id = call.param('person_id');
    const change = await call.body();
    const { role, sites, password, is_disabled: isDisabled } = change;
    if (id === OWNER_ID && (role ?? sites ?? password ?? isDisabled) !== undefined) {
      throw invalid('Who has the admin key is always an owner, and needs no password.');
    }
    const row = await changePerson(
      db,
      id,
      { ...change, password: password && (await hash(password)) },
      clock.now(),
    );
    return c.json(present(row), 200, HEADERS);
  });
};

function present({ disabled_at, created_at, sites, ...row }: PersonRow) {
  return {
    ...row,
    sites: readSites(sites) as string[] | null,
    is_disabled: disabled_at !== null,
    created_at: new Date(created_at).toISOString(),
  };
}
