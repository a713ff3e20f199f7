// Lets in the people of the desk, and the admin key, which stands for the owner. The one place that says what a role may: a call that
// reads takes anybody, one that changes something takes who may answer, unless the call itself names another role.

import type { Context } from 'hono';
import { bearerToken, isSameSecret } from '../kernel/auth/authenticate.ts';
import { type DeskCaller, type DeskRole, isAtLeast } from '../kernel/auth/desk-caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import type { AppEnv } from '../kernel/http/route-module.ts';
import { forbidden, unauthenticated } from '../kernel/http-error.ts';
import { ensureOwner } from './people.ts';

/** The parts of the gateway that `requireDesk` reaches. */
export interface DeskNeeds extends AdminNeeds {
  db: Db;
  clock: Clock;
}

const READS = ['GET', 'HEAD'];
const REFUSALS: Readonly<Record<DeskRole, string>> = {
  viewer: 'Sign in to the desk.',
  agent: 'You may read here. Ask an owner for the role of an agent to answer.',
  lead: 'Only a lead or an owner of the desk may do this.',
  owner: 'Only an owner of the desk may do this.',
};

/**
 * Lets in a person of the desk, and the admin key as the desk's owner.
 * @param least the role that may: of calls that read `viewer`, of others `agent`
 * @returns who calls.
 * @throws HttpError 401, 403
 */
export async function requireDesk(
  context: DeskNeeds,
  c: Context<AppEnv>,
  least: DeskRole = READS.includes(c.req.method) ? 'viewer' : 'agent',
): Promise<DeskCaller> {
  const desk = c.get('desk');
  if (desk !== undefined) {
    if (!isAtLeast(desk.role, least)) throw forbidden(REFUSALS[least]);
    return desk;
  }
  if (!isSameSecret(bearerToken(c.req.raw), context.options.adminKey)) {
    throw unauthenticated('This address takes the admin key or a desk session.');
  }
  c.set('actor', 'admin');
  const { person_id, name, picture, role } = await ensureOwner(context.db, context.clock.now());
  return { person_id, name, picture, role, sites: null, desk_session_id: null };
}
