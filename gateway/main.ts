// The gateway as a program: the one file here that listens, prints and exits.

import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { type AgentModule, loadAgent } from './agents/load-agent.ts';
import { createModelFactory, openModelAgent } from './agents/model/open-model-agent.ts';
import { readModelSettings } from './agents/model/settings.ts';
import { pricesOf } from './agents/prices.ts';
import { createAgentRegistry } from './agents/registry.ts';
import { readSettings, type Settings, UsageError } from './cli.ts';
import { openDeskFiles } from './desk/desk-files.ts';
import { openWidget } from './desk/widget-files.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { openDatabase, openReports } from './kernel/db/open.ts';
import { endStalledBodies, SERVER_LIMITS } from './kernel/http/server-limits.ts';
import { createIds } from './kernel/ids.ts';
import { openCounts } from './kernel/limits/redis-counts.ts';
import { createJsonLog } from './kernel/observability/json-log.ts';
import { createTextLog, type Log } from './kernel/observability/log.ts';
import type { SpanSink } from './kernel/observability/trace.ts';
import { openBus } from './log/bus/open-bus.ts';
import { USAGE } from './usage.ts';

/** Longer than the 60 s for which common proxies keep a connection: who closes first must not be the one that is about to be asked. */
const KEEP_ALIVE_MS = 75_000;
/** For settling runs and closing the database, after the time for draining. */
const GRACE_MS = 10_000;
/** For streams to hand out their last events. */
const FLUSH_MS = 3000;

/** In the published package, and in the project. */
const DESK_FOLDERS = ['desk-app', '../dist/desk'].map((folder) =>
  join(import.meta.dirname, folder),
);
const WIDGET_FOLDERS = ['widget', '../dist'].map((folder) => join(import.meta.dirname, folder));

main().catch((error) => {
  if (error instanceof UsageError)
    console.error(`${error.message}\n\nbellhop-gateway --help names every setting.`);
  else
    console.error('The gateway could not start:', error instanceof Error ? error.message : error);
  process.exit(1);
});

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const settings = readSettings(process.argv.slice(2), process.env);
  const log = openLog(settings);
  const modules = await openAgents(settings);
  // Bound before the database opens: where the port is taken, the other process may hold the data as well.
  let answer: Gateway['fetch'] = async ({ url }) =>
    new URL(url).pathname === '/livez'
      ? Response.json({ status: 'starting' })
      : new Response('The gateway is starting.', { status: 503, headers: { 'Retry-After': '1' } });
  const spans = settings.hasTraces ? await openSpans() : null;
  const { server, port } = await listen(settings, (...call) => answer(...call));

  const db = await openDatabase(
    settings.databaseUrl === undefined
      ? { directory: settings.data }
      : { url: settings.databaseUrl },
    (migration) => log.write('info', 'migration_applied', { migration }),
  );
  const reports =
    settings.databaseUrl === undefined ? null : await openReports(settings.databaseUrl);
  const bus = openBus(settings);
  const counts = openCounts(settings);
  const adminKey = settings.adminKey ?? createIds().secret('bha_');
  const desk = await openDeskFiles(DESK_FOLDERS);
  const widget = await openWidget(WIDGET_FOLDERS);
  const agents = createAgentRegistry(modules);
  const gateway = await createGateway({
    db,
    ...(reports === null ? {} : { reports }),
    bus,
    counts,
    ...(desk === null ? {} : { console: desk }),
    ...(widget === null ? {} : { widget }),
    agents,
    prices: new Map([...pricesOf(agents.values()), ...settings.prices]),
    models: createModelFactory(process.env, {
      silenceMs: settings.silenceMs,
      timeoutMs: settings.runTimeoutMs,
    }),
    log,
    ...(spans === null ? {} : { spans }),
    options: {
      adminKey,
      allowedOrigins: settings.allowedOrigins,
      accountProvider: settings.accountProvider,
      embeddings: settings.embeddings,
      oidc: settings.oidc,
      hasDeskPasswords: settings.hasDeskPasswords,
      trustedProxies: settings.trustedProxies,
      webhooksMayBePrivate: settings.webhooksMayBePrivate,
      agentsMayBePrivate: settings.agentsMayBePrivate,
      silenceMs: settings.silenceMs,
      contextWindow: settings.contextWindow,
      runTimeoutMs: settings.runTimeoutMs,
      metrics: settings.metrics,
      ...settings.limits,
    },
  });
  answer = gateway.fetch;
  gateway.context.observer.metrics.watchProcess();
  log.write('info', 'gateway_started', {
    port,
    database: settings.databaseUrl === undefined ? 'embedded' : 'postgresql',
    agents: modules.map(({ name }) => name).join(' '),
  });
  let asked = 0;
  const stop = async (signal: NodeJS.Signals) => {
    asked += 1;
    // Asked again, by somebody who doesn't want to wait: running answers are cut short.
    if (asked === 2) gateway.close().catch(() => {});
    if (asked > 1) return;
    log.write('info', 'gateway_stopping', {});
    // A run that can't be settled in time is found and settled at the next start, or by another process.
    setTimeout(() => process.exit(1), settings.leaveMs + settings.drainMs + GRACE_MS).unref();
    // Somebody at a terminal sends nobody elsewhere.
    if (signal === 'SIGTERM') await gateway.leave(settings.leaveMs);
    await gateway.drain(settings.drainMs);
    await gateway.close();
    await closeServer(server);
    await bus.close();
    await counts?.close();
    await reports?.close();
    await db.close();
    await spans?.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  // A program that reads this line may stop the gateway at once.
  console.log(`Bellhop gateway: http://localhost:${port}/`);
  if (settings.adminKey === undefined) console.log(`Admin key: ${adminKey}`);
  // Not where lines go to a log that others read.
  if (desk !== null && (settings.hasDeskLink || settings.adminKey === undefined)) {
    const link = `http://localhost:${port}/desk#link=${gateway.context.desk.links.issue()}`;
    console.log(`Desk, signed in once and on this machine alone: ${link}`);
  } else console.log(`Desk: http://localhost:${port}/desk`);
  console.log(whoAnswers(modules));
  if (settings.embeddings !== null) {
    // Passages and questions go there.
    const { model, baseUrl } = settings.embeddings;
    console.log(`Knowledge is also searched by embeddings: ${model} at ${new URL(baseUrl).host}`);
  }
}

/** The default of sessions that name no agent, unless their project or site does. */
function whoAnswers([first]: readonly AgentModule[]): string {
  if (first === undefined) {
    return 'No agent answers yet: give one with --agent MODULE, or set OPENAI_API_KEY or ANTHROPIC_API_KEY.';
  }
  const model = first.name === 'model' ? readModelSettings(process.env) : null;
  const which = model === null ? '' : ` (${model.provider}, ${model.model})`;
  return `Agent that answers by default: ${first.name}${which}`;
}

function openLog({ logLevel, logFormat }: Settings): Log {
  return logFormat === 'json'
    ? createJsonLog(logLevel)
    : createTextLog(logLevel, (line) => console.error(line));
}

async function openSpans(): Promise<SpanSink> {
  const { createOtlpSpans } = await import('./kernel/observability/otlp.ts');
  return createOtlpSpans(process.env.OTEL_SERVICE_NAME ?? 'bellhop-gateway');
}

/** Streams have ended by now: their readers get what is left of them, and nobody gets more. */
function closeServer(server: Awaited<ReturnType<typeof listen>>['server']): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if (!('closeAllConnections' in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), FLUSH_MS).unref();
  });
}

/** The model of a provider whose key is set comes first, then what the command line names, in its order. */
async function openAgents({ agents, silenceMs, runTimeoutMs }: Settings): Promise<AgentModule[]> {
  const model = await openModelAgent(process.env, { silenceMs, timeoutMs: runTimeoutMs });
  const loaded = agents.map((specifier) => loadAgent(specifier, process.cwd()));
  return [
    ...(model === null ? [] : [{ name: 'model', agent: model }]),
    ...(await Promise.all(loaded)),
  ];
}

function listen({ port, host }: Pick<Settings, 'port' | 'host'>, fetch: Gateway['fetch']) {
  return new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve, reject) => {
    const server = serve(
      {
        fetch,
        port,
        ...(host === undefined ? {} : { hostname: host }),
        serverOptions: { ...SERVER_LIMITS, keepAliveTimeout: KEEP_ALIVE_MS },
      },
      (info) => resolve({ server, port: info.port }),
    );
    endStalledBodies(server);
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port, host)));
  });
}

function explained(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`port ${port} is taken. Choose another with --port or GATEWAY_PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${host} is no address of this machine. Choose another with --host.`);
    default:
      return error;
  }
}
