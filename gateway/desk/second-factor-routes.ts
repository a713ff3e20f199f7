// The second factor of one's own account, and its end by an owner for somebody who has lost it.

import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, notFound } from '../kernel/http-error.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { createAttempts } from './attempts.ts';
import type { Desk } from './desk.ts';
import { createOwnPassword } from './own-password.ts';
import { findPerson } from './people.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  makeRecoveryCodes,
} from './second-factor.ts';
import {
  beginOwnSecondFactor,
  confirmOwnSecondFactor,
  endOwnSecondFactor,
  endTheirSecondFactor,
  renewRecoveryCodes,
} from './second-factor-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  desk: Desk;
  limits: Limits;
  options: DeskNeeds['options'] & { passwordCost: number };
}

export const adminSecondFactor: Routes<Needs> = (app, context) => {
  const { db, clock } = context;
  const attempts = createAttempts(context.limits);
  const ownPassword = createOwnPassword(context);

  serve(app, beginOwnSecondFactor, async (c, call) => {
    const { person_id: id, name } = await requireDesk(context, c, 'viewer');
    const { password } = await call.body();
    await ownPassword.require(id, password);
    const person = await findPerson(db, id);
    return c.json(await beginSecondFactor(db, id, person?.login ?? name), 200, HEADERS);
  });

  serve(app, confirmOwnSecondFactor, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c, 'viewer');
    const { code } = await call.body();
    const giveBack = await attempts.takeCode(id);
    const codes = await confirmSecondFactor(db, id, code, clock.now());
    giveBack();
    return c.json({ recovery_codes: codes }, 200, HEADERS);
  });

  serve(app, renewRecoveryCodes, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c, 'viewer');
    const { password } = await call.body();
    await ownPassword.require(id, password);
    const person = await findPerson(db, id);
    if (person?.has_second_factor !== true) throw invalid('You have no second factor yet.');
    const codes = await db.transaction((tx) => makeRecoveryCodes(tx, id));
    return c.json({ recovery_codes: codes }, 200, HEADERS);
  });

  serve(app, endOwnSecondFactor, async (c, call) => {
    const { person_id: id } = await requireDesk(context, c, 'viewer');
    const { password } = await call.body();
    await ownPassword.require(id, password);
    await endSecondFactor(db, id);
    return c.body(null, 204);
  });

  serve(app, endTheirSecondFactor, async (c, call) => {
    requireAdmin(context, c);
    const id = call.param('person_id');
    if ((await findPerson(db, id)) === null) throw notFound('There is no such person.');
    await endSecondFactor(db, id);
    return c.body(null, 204);
  });
};
