// The frames that apps are drawn in. Where they have a host of their own, it serves nothing else, and the gateway's own host serves
// none.

import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import { findTerms } from './app-rows.ts';
import { framePage } from './frame-page.ts';
import {
  allowOf,
  connectionAllowlist,
  contentPolicy,
  NO_TERMS,
  permissionsPolicy,
} from './frame-policy.ts';

const PATH = '/app-frame/';

interface Needs {
  db: Db;
  options: { sandboxOrigin: string | null };
}

/** Before all other routes. */
export const appFrames: Routes<Needs> = (app, { db, options }) => {
  const host = options.sandboxOrigin === null ? null : new URL(options.sandboxOrigin).host;

  if (host !== null) {
    app.use(async (c, next) => {
      const isSandbox = new URL(c.req.url).host === host;
      if (isSandbox !== c.req.path.startsWith(PATH))
        throw notFound('There is nothing at this address.');
      await next();
    });
  }

  app.get(`${PATH}:digest`, async (c) => {
    const digest = c.req.param('digest');
    const terms = digest === 'none' ? NO_TERMS : await findTerms(db, digest);
    if (terms === null) throw notFound('No conversation shows an app of this digest.');
    return c.html(framePage(allowOf(terms)), 200, {
      'Content-Security-Policy': contentPolicy(terms),
      'Permissions-Policy': permissionsPolicy(terms),
      ...(host === null ? {} : { 'Connection-Allowlist': connectionAllowlist(terms) }),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=3600',
    });
  });
};
