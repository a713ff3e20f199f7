// Passkeys of one's own account, and the beginning of a sign-in by one; sign-in-routes.ts has its end.

import type { Context } from 'hono';
import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { requireOwnPage } from './cookie-routes.ts';
import type { Desk } from './desk.ts';
import { createOwnPassword } from './own-password.ts';
import { endPasskey, listPasskeys, type PasskeyRow, renamePasskey } from './passkey-rows.ts';
import { finishAdding, optionsToAdd, optionsToUse, type Party, partyOf } from './passkeys.ts';
import {
  addOwnPasskey,
  beginOwnPasskey,
  beginPasskeySignIn,
  endOwnPasskey,
  listOwnPasskeys,
  type Passkey,
  renameOwnPasskey,
} from './passkeys-schema.ts';
import { OWNER_ID } from './people.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
/** For each address: a challenge is a row, until it is used or over. */
const BEGINNINGS = { perSecond: 1 / 3, burst: 20 };
/** The admin key isn't asked for again within this time. */
const FRESH_MS = 10 * 60_000;

interface Needs extends DeskNeeds {
  ids: Ids;
  desk: Desk;
  limits: Limits;
  options: DeskNeeds['options'] & {
    trustedProxies: readonly string[];
    passwordCost: number;
    publicUrl: string | null;
  };
}

const accountRow = z.object({ login: z.string().nullable(), has_password: z.boolean() });
const createdRow = z.object({ created_at: z.number() });

export const adminPasskeys: Routes<Needs> = (app, context) => {
  const { db, clock, options } = context;
  const addressOf = createClientAddress(options.trustedProxies);
  const beginnings = context.limits.create('passkey options', BEGINNINGS, { isCostly: true });
  const ownPassword = createOwnPassword(context);

  serve(app, listOwnPasskeys, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c);
    call.query();
    const data = (await listPasskeys(db, id)).map(present);
    return c.json({ data, is_possible: partyOf(c, options) !== null }, 200, HEADERS);
  });

  serve(app, beginOwnPasskey, async (c, call) => {
    const { person_id, name, desk_session_id } = await requireDesk(context, c, 'viewer');
    const { password } = await call.body();
    const [account] = await readRows(
      db,
      accountRow,
      'SELECT login, password IS NOT NULL AS has_password FROM desk_people WHERE person_id = $1',
      [person_id],
    );
    if (account?.has_password === true) {
      if (password === undefined) throw invalid('password must be your password.');
      await ownPassword.require(person_id, password);
    } else if (person_id !== OWNER_ID) {
      throw invalid('You sign in at your identity provider: make a passkey there.');
    } else await requireFresh(desk_session_id);
    const person = { person_id, name, login: account?.login ?? null };
    return c.json(await optionsToAdd(db, requireParty(c), person, clock.now()), 200, HEADERS);
  });

  serve(app, addOwnPasskey, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c, 'viewer');
    const made = await call.body();
    const row = await finishAdding(context, requireParty(c), id, made, clock.now());
    return c.json(present(row), 201, HEADERS);
  });

  serve(app, renameOwnPasskey, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c, 'viewer');
    const passkeyId = call.param('passkey_id');
    const row = await renamePasskey(db, passkeyId, id, (await call.body()).name);
    if (row === null) throw notFound('You have no such passkey.');
    return c.json(present(row), 200, HEADERS);
  });

  serve(app, endOwnPasskey, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c, 'viewer');
    if (!(await endPasskey(db, call.param('passkey_id'), id))) {
      throw notFound('You have no such passkey.');
    }
    return c.body(null, 204);
  });

  serve(app, beginPasskeySignIn, async (c, call) => {
    requireOwnPage(c.req.raw.headers);
    call.query();
    await beginnings.take(addressOf(c.env, c.req.raw.headers));
    return c.json(await optionsToUse(db, requireParty(c), clock.now()), 200, HEADERS);
  });

  /** A borrowed desk must not get a way in of its own. @throws HttpError 400 */
  async function requireFresh(deskSessionId: string | null): Promise<void> {
    const [session] = await readRows(
      db,
      createdRow,
      'SELECT created_at FROM desk_sessions WHERE desk_session_id = $1',
      [deskSessionId],
    );
    if (session === undefined || clock.now() - session.created_at > FRESH_MS) {
      throw invalid('Sign out, and in again with the admin key: then you have ten minutes for it.');
    }
  }

  /** @throws HttpError 409 */
  function requireParty(c: Context<AppEnv>): Party {
    const party = partyOf(c, options);
    if (party === null) {
      throw conflict('Passkeys need the desk at a name by https, or at localhost.');
    }
    return party;
  }
};

function present({ passkey_id, name, created_at, used_at }: PasskeyRow): Passkey {
  return {
    passkey_id,
    name,
    created_at: new Date(created_at).toISOString(),
    used_at: used_at === null ? null : new Date(used_at).toISOString(),
  };
}
