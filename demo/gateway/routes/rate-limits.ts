// The limit on requests, for each token. Operators are not limited.

import { hashToken } from '../auth/credentials.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { RouteModule } from '../http/route-module.ts';

export const rateLimits: RouteModule = (app, { clock, options }) => {
  const take = createRateLimit(options.rateLimit, clock);
  for (const path of ['/v1/*', '/v1beta1/*']) {
    app.use(path, async (c, next) => {
      take(hashToken(c.req.header('authorization') ?? ''));
      await next();
    });
  }
};
