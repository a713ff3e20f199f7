// Account tokens, for trying out analytics without an identity provider, and the keys to verify them with.

import type { AccountTokens } from '../kernel/auth/account-tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { createAccountToken } from './projects-schema.ts';

const DEFAULT_ACCOUNT = 'owner';
const LIFETIME_MS = 12 * 60 * 60 * 1000;

interface Needs extends AdminNeeds {
  accounts: AccountTokens;
  clock: Clock;
}

export const adminAccountTokens: Routes<Needs> = (app, context) => {
  const { accounts, clock } = context;

  serve(app, createAccountToken, async (c, call) => {
    requireAdmin(context, c);
    const { account = DEFAULT_ACCOUNT, project_id: projectId = null } = await call.body();
    const expiresAt = Math.floor((clock.now() + LIFETIME_MS) / 1000) * 1000;
    const token = await accounts.sign(account, projectId, expiresAt);
    return c.json({ token, expires_at: new Date(expiresAt).toISOString() }, 201);
  });

  // Public keys are no secret.
  app.get('/admin/.well-known/jwks.json', async (c) =>
    c.json(await accounts.jwks(), 200, { 'Cache-Control': 'public, max-age=300' }),
  );
};
