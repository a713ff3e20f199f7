// Lets in the people of the desk, and the admin key, which stands for the owner.

import type { Context } from 'hono';
import { bearerToken, isSameSecret } from '../kernel/auth/authenticate.ts';
import type { DeskCaller } from '../kernel/auth/desk-caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import type { AppEnv } from '../kernel/http/route-module.ts';
import { unauthenticated } from '../kernel/http-error.ts';
import { ensureOwner } from './people.ts';

/** The parts of the gateway that `requireDesk` reaches. */
export interface DeskNeeds extends AdminNeeds {
  db: Db;
  clock: Clock;
}

/** Lets in a person of the desk, and the admin key as the desk's owner. @returns who calls. @throws HttpError 401 */
export async function requireDesk(context: DeskNeeds, c: Context<AppEnv>): Promise<DeskCaller> {
  const desk = c.get('desk');
  if (desk !== undefined) return desk;
  if (!isSameSecret(bearerToken(c.req.raw), context.options.adminKey)) {
    throw unauthenticated('This address takes the admin key or a desk session.');
  }
  c.set('actor', 'admin');
  const { person_id, name, picture, role } = await ensureOwner(context.db, context.clock.now());
  return { person_id, name, picture, role, desk_session_id: null };
}
