// Usage analytics, for a person whom an identity provider vouches for. The figures come from the ledger that
// each run cycle is charged in.

import { planUsage } from '../analytics/plan-usage.ts';
import { reportUsage } from '../analytics/report.ts';
import { forbidden } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { serve } from '../schema/endpoint.ts';
import { readUsage } from '../schema/usage.ts';

export const analytics: RouteModule = (app, { reports, clock, outages, authenticate }) => {
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
