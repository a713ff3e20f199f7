// The gateway as a function of requests: everything it needs comes in, nothing listens here.

import { Hono } from 'hono';
import { type AgentRegistry, createAgentRegistry } from './agents/registry.ts';
import { createAccountTokens } from './auth/account-tokens.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { loadSecrets } from './auth/secrets.ts';
import { type Clock, createSystemClock } from './clock.ts';
import type { GatewayContext } from './context.ts';
import { DatabaseUnavailable, type Db } from './db/types.ts';
import type { ServerBindings } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import { errorBody, HttpError, notFound, unavailable } from './http/http-error.ts';
import { requestId } from './http/request-id.ts';
import type { AppEnv } from './http/route-module.ts';
import { createIds, type Ids } from './ids.ts';
import { createKnowledge } from './knowledge/knowledge.ts';
import { DEFAULT_OPTIONS, type GatewayOptions } from './options.ts';
import { createOutages } from './outages.ts';
import { ROUTES } from './routes/index.ts';
import { type PriceTable, pricesOf } from './runs/prices.ts';
import { createRuns } from './runs/runs.ts';
import { createSessionLog } from './sessions/session-log.ts';
import { createHub } from './stream/hub.ts';

export interface GatewayParts {
  /** Migrated. The caller opened it and closes it, after `close()`. */
  db: Db;
  clock?: Clock;
  ids?: Ids;
  agents?: AgentRegistry;
  prices?: PriceTable;
  options: Partial<GatewayOptions> & Pick<GatewayOptions, 'adminKey'>;
  /** Asks an outside identity provider for its keys. */
  fetch?: typeof fetch;
  /** Told of errors that no caller is at fault for. */
  report?: (error: unknown, what: string) => void;
}

export interface Gateway {
  readonly context: GatewayContext;
  /** Answers one request. Never rejects. `server`: whose socket it came over, as @hono/node-server passes it on. */
  fetch(request: Request, server?: ServerBindings): Promise<Response>;
  /** The same, for a path and fetch's options. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Ends streams and settles running runs as run_interrupted. The database stays open. */
  close(): Promise<void>;
}

/** Also settles what a dead process has left, before it answers anything. */
export async function createGateway(parts: GatewayParts): Promise<Gateway> {
  const { db, clock = createSystemClock(), ids = createIds(), report = reportToConsole } = parts;
  const { agents = createAgentRegistry() } = parts;
  const { prices = pricesOf(agents.values()) } = parts;
  const options: GatewayOptions = { ...DEFAULT_OPTIONS, ...parts.options };
  const secrets = await loadSecrets(db, ids);
  const accounts = await createAccountTokens({
    db,
    clock,
    provider: options.accountProvider,
    ...(parts.fetch === undefined ? {} : { fetch: parts.fetch }),
  });
  const hub = createHub();
  const log = createSessionLog({ db, clock, ids, publish: hub.publish });
  const runs = createRuns({
    db,
    clock,
    ids,
    log,
    hub,
    agents,
    prices,
    report,
    knowledge: createKnowledge(db),
    maxTurns: options.maxTurns,
    contextWindow: options.contextWindow,
    options,
  });
  const closing = new AbortController();
  const context: GatewayContext = {
    db,
    clock,
    ids,
    options,
    secrets,
    accounts,
    agents,
    log,
    hub,
    runs,
    outages: createOutages(clock),
    authenticate: createAuthenticator(db, secrets, accounts, clock),
    closing: closing.signal,
  };
  const app = createApp(context, report);
  await runs.recover();

  return {
    context,
    fetch: async (request, server) => app.fetch(request, server),
    request: async (path, init) => app.request(path, init),
    async close() {
      closing.abort();
      await runs.close();
    },
  };
}

function createApp(context: GatewayContext, report: (error: unknown, what: string) => void) {
  const app = new Hono<AppEnv>();
  app.use(requestId(context.ids));
  app.use(cors(context.options.allowedOrigins));
  for (const addRoutes of ROUTES) addRoutes(app, context);
  app.notFound((c) => refuse(notFound('There is nothing at this address.'), c.get('requestId')));
  app.onError((error, c) => {
    const id = c.get('requestId');
    if (error instanceof HttpError) return refuse(error, id);
    if (error instanceof DatabaseUnavailable) return refuse(unavailable(), id);
    report(error, `request ${id}`);
    return refuse(new HttpError(500, 'api_error', 'Something went wrong on our side.'), id);
  });
  return app;
}

function refuse(error: HttpError, id: string): Response {
  return Response.json(errorBody(error, id), {
    status: error.status,
    headers: { 'Cache-Control': 'no-store', ...error.headers },
  });
}

function reportToConsole(error: unknown, what: string): void {
  console.error(`bellhop gateway: ${what}:`, error);
}
