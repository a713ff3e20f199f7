// The limit on requests: for each token, and for each address that sends none. Operators are not limited.

import { readBearerToken } from '../auth/authenticate.ts';
import { hashToken } from '../auth/credentials.ts';
import { createClientAddress } from '../http/client-address.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { RouteModule } from '../http/route-module.ts';

export const rateLimits: RouteModule = (app, { clock, options }) => {
  // Apart, so that made-up tokens take no room from addresses, nor addresses from tokens.
  const takeOfToken = createRateLimit(options.rateLimit, clock);
  const takeOfAddress = createRateLimit(options.rateLimit, clock);
  const addressOf = createClientAddress(options.trustedProxies);
  for (const path of ['/v1/*', '/v1beta1/*']) {
    app.use(path, async (c, next) => {
      const token = readBearerToken(c.req.raw);
      // By the token alone: the header around it can be written in many ways.
      if (token !== null) takeOfToken(hashToken(token));
      else takeOfAddress(addressOf(c.env, c.req.raw.headers));
      await next();
    });
  }
};
