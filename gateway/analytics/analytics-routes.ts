// Usage analytics, for a person whom an identity provider vouches for. The figures come from the ledger that
// each run cycle is charged in.

import type { Authenticator } from '../kernel/auth/authenticate.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Outages } from '../kernel/db/outages.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { forbidden } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { planUsage } from './plan-usage.ts';
import { reportUsage } from './report.ts';
import { readUsage } from './usage-schema.ts';

interface Needs {
  reports: Db;
  clock: Clock;
  outages: Outages;
  authenticate: Authenticator;
}

export const analytics: Routes<Needs> = (app, { reports, clock, outages, authenticate }) => {
  serve(app, readUsage, async (c, call) => {
    const principal = await authenticate(c.req.raw);
    if (principal.kind !== 'account') {
      throw forbidden('Analytics takes an account token from the identity provider.');
    }
    const query = planUsage(call.query(), clock.now());
    if (principal.project_id !== null && principal.project_id !== query.projectId) {
      throw forbidden('The account may not see this project.');
    }
    outages.check(query.projectId);
    const report = await reportUsage(reports, query);
    return c.body(report.toJson(), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    });
  });
};
