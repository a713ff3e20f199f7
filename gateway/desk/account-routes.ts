// One's own account at the desk: name, picture, settings, password, and where one is signed in.

import type { DeskCaller } from '../kernel/auth/desk-caller.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { Desk } from './desk.ts';
import { endDeskSession as endSession, listDeskSessions as listSessions } from './desk-sessions.ts';
import { readMe } from './me.ts';
import { createOwnPassword } from './own-password.ts';
import { hashPassword } from './passwords.ts';
import { changePerson, changeSettings } from './people.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';
import { endDeskSession, getMe, listDeskSessions, patchMe } from './team-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  desk: Desk;
  limits: Limits;
  options: DeskNeeds['options'] & { passwordCost: number };
}

export const adminAccount: Routes<Needs> = (app, context) => {
  const { db, clock, options, desk } = context;
  const cost = options.passwordCost;
  const ownPassword = createOwnPassword(context);

  serve(app, getMe, async (c, call) => {
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c);
    call.query();
    return c.json(await readMe(db, caller), 200, HEADERS);
  });

  serve(app, patchMe, async (c, call) => {
    const caller = await requireDesk(context, c, 'viewer');
    const body = await call.body();
    const { name, picture, settings, password, old_password: oldPassword } = body;
    if (password !== undefined)
      await ownPassword.require(caller.person_id, oldPassword ?? '', 'old_password');
    const hashed =
      password && (await desk.hashing.run('known', () => hashPassword(password, cost)));
    const { person_id: personId, desk_session_id: own } = caller;
    const change = { name, picture, password: hashed };
    const row = await changePerson(db, personId, change, clock.now(), own);
    if (settings !== undefined) await changeSettings(db, personId, settings);
    const changed = { ...caller, name: row.name, picture: row.picture };
    return c.json(await readMe(db, changed), 200, HEADERS);
  });

  serve(app, listDeskSessions, async (c, call) => {
    const caller = await requireDesk(context, c);
    call.query();
    const rows = await listSessions(db, reachOf(caller), clock.now());
    const data = rows.map((row) => ({
      ...row,
      created_at: new Date(row.created_at).toISOString(),
      seen_at: new Date(row.seen_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
    }));
    return c.json({ data }, 200, HEADERS);
  });

  serve(app, endDeskSession, async (c, call) => {
    const caller = await requireDesk(context, c, 'viewer');
    const id = call.param('desk_session_id');
    if (!(await endSession(db, id, reachOf(caller)))) {
      throw notFound('There is no such desk session.');
    }
    return c.body(null, 204);
  });
};

/** Null: an owner reaches everybody's. */
function reachOf({ role, person_id }: DeskCaller): string | null {
  return role === 'owner' ? null : person_id;
}
