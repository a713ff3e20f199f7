// Account tokens, for trying out analytics without an identity provider, and the keys to verify them with.

import { requireAdmin } from '../auth/operator.ts';
import { readOptionalJsonObject } from '../http/body.ts';
import { optionalId, optionalText } from '../http/fields.ts';
import { invalid } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';

const DEFAULT_ACCOUNT = 'owner';
const LIFETIME_MS = 12 * 60 * 60 * 1000;

export const adminAccountTokens: RouteModule = (app, context) => {
  const { accounts, clock } = context;

  app.post('/admin/account-tokens', async (c) => {
    requireAdmin(context, c.req.raw);
    const body = await readOptionalJsonObject(c.req.raw);
    const account = optionalText(body, 'account') ?? DEFAULT_ACCOUNT;
    if (account === '') throw invalid('account must not be empty.');
    const projectId = optionalId(body, 'project_id') ?? null;
    const expiresAt = Math.floor((clock.now() + LIFETIME_MS) / 1000) * 1000;
    const token = await accounts.sign(account, projectId, expiresAt);
    return c.json({ token, expires_at: new Date(expiresAt).toISOString() }, 201);
  });

  // Public keys are no secret.
  app.get('/admin/.well-known/jwks.json', (c) =>
    c.json(accounts.jwks, 200, { 'Cache-Control': 'public, max-age=300' }),
  );
};
