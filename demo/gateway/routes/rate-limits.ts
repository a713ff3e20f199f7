// The limit on requests, for each token. Operators are not limited.

import { readBearerToken } from '../auth/authenticate.ts';
import { hashToken } from '../auth/credentials.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { RouteModule } from '../http/route-module.ts';

export const rateLimits: RouteModule = (app, { clock, options }) => {
  const take = createRateLimit(options.rateLimit, clock);
  for (const path of ['/v1/*', '/v1beta1/*']) {
    app.use(path, async (c, next) => {
      // By the token alone: the header around it can be written in many ways.
      take(hashToken(readBearerToken(c.req.raw) ?? ''));
      await next();
    });
  }
};
