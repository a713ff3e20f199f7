// A person's devices come and go.

import { type DeskNeeds, requireDesk } from '../desk/require-desk.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid } from '../kernel/http-error.ts';
import { faultOfUrl } from '../kernel/outside-address.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { readPush, subscribe, unsubscribe } from './push-schema.ts';
import { dropSubscription, keepSubscription, pushKeys } from './subscriptions.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  options: DeskNeeds['options'] & { webhooksMayBePrivate: boolean };
}

export const adminPush: Routes<Needs> = (app, context) => {
  const { db, clock, options } = context;

  serve(app, readPush, async (c, call) => {
    await requireDesk(context, c);
    call.query();
    return c.json({ public_key: (await pushKeys(db)).public_key }, 200, HEADERS);
  });

  serve(app, subscribe, async (c, call) => {
    const caller = await requireDesk(context, c, 'viewer');
    const { endpoint, keys } = await call.body();
    if (caller.desk_session_id === null) throw invalid('Sign in to the desk on this device first.');
    const fault = faultOfUrl(endpoint, options.webhooksMayBePrivate);
    if (fault !== null) throw invalid(`endpoint ${fault}.`);
    const { person_id, desk_session_id } = caller;
    await keepSubscription(db, { endpoint, ...keys, person_id, desk_session_id }, clock.now());
    return c.body(null, 204);
  });

  serve(app, unsubscribe, async (c, call) => {
    const caller = await requireDesk(context, c, 'viewer');
    const { endpoint } = await call.body();
    await dropSubscription(db, endpoint, caller.person_id);
    return c.body(null, 204);
  });
};
