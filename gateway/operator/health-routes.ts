// How the gateway fares: for the start script, a supervisor that restarts a dead process, load balancers, and the collector of
// its figures.

import { isSameSecret, readBearerToken } from '../kernel/auth/authenticate.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { ServerBindings } from '../kernel/http/client-address.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { isOfThisMachine } from '../kernel/http/this-machine.ts';
import { notFound, unauthenticated } from '../kernel/http-error.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import type { Relay } from '../log/stream/relay.ts';

/** A database that answers later than this isn't there for a visitor either. */
const PATIENCE_MS = 2000;

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  observer: Observer;
  relay: Pick<Relay, 'busState'>;
  /** Aborted when the gateway is about to stop. */
  leaving: AbortSignal;
  options: AdminNeeds['options'] & { metrics: 'admin' | 'loopback' | 'off' };
}

export const health: Routes<Needs> = (app, context) => {
  const { db, clock, observer } = context;

  app.get('/', (c) => c.json({ name: 'bellhop-gateway', status: 'ok' }));

  app.get('/healthz', async (c) => {
    await db.query('SELECT 1');
    return c.json({ status: 'ok' });
  });

  // Only that the process answers: restarting it brings no database back.
  app.get('/livez', (c) => c.json({ status: 'ok' }));

  app.get('/readyz', async (c) => {
    const isDraining = context.leaving.aborted;
    const database = isDraining ? 'not asked' : await databaseState();
    const isReady = !isDraining && database === 'ok';
    const status = isReady ? 'ok' : isDraining ? 'draining' : 'unavailable';
    const headers = { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '1' }) };
    // A bus that is away makes answers late, and keeps nobody from being served.
    const bus = context.relay.busState();
    return c.json({ status, database, bus }, isReady ? 200 : 503, headers);
  });

  app.get('/metrics', async (c) => {
    requireReader(context, c.req.raw, c.env);
    const headers = { 'Content-Type': observer.metrics.contentType, 'Cache-Control': 'no-store' };
    return c.body(await observer.metrics.text(), 200, headers);
  });

  /** Asks for the two things that each visitor's request needs: the secrets that sign tokens, and a transaction. */
  function asVisitorsDo(): Promise<unknown> {
    return Promise.all([
      context.secrets.session_tokens.secrets(),
      db.transaction((tx) => tx.query('SELECT 1 FROM sessions LIMIT 1')),
    ]);
  }

  function databaseState(): Promise<'ok' | 'unavailable'> {
    return new Promise((resolve) => {
      const timer = clock.setTimeout(() => resolve('unavailable'), PATIENCE_MS);
      const settle = (state: 'ok' | 'unavailable') => {
        clock.clearTimeout(timer);
        resolve(state);
      };
      asVisitorsDo().then(
        () => settle('ok'),
        () => settle('unavailable'),
      );
    });
  }
};

/** @throws HttpError 401, or 404 where nobody may read. */
function requireReader(
  { options }: Pick<Needs, 'options'>,
  request: Request,
  server: ServerBindings | undefined,
): void {
  if (options.metrics === 'off') throw notFound('There is nothing at this address.');
  if (options.metrics === 'loopback' && isOfThisMachine(request, server)) return;
  const token = readBearerToken(request);
  if (token !== null && isSameSecret(token, options.adminKey)) return;
  throw unauthenticated('This address takes the admin key.');
}
