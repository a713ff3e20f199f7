// The gateway as a program: the one file here that listens, prints and exits.

import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createModelFactory } from './agents/model/open-model-agent.ts';
import { pricesOf } from './agents/prices.ts';
import { createAgentRegistry } from './agents/registry.ts';
import { takeEnvFile } from './cli/env-file.ts';
import { firstSite, siteLines } from './cli/first-site.ts';
import { greetPerson, greetProgram } from './cli/greeting.ts';
import { openAgents } from './cli/open-agents.ts';
import { explainListening, failureLines, openData } from './cli/start-errors.ts';
import { startingReply } from './cli/starting-page.ts';
import { readSettings, type Settings } from './cli.ts';
import { openDeskFiles } from './desk/desk-files.ts';
import { openWidget } from './desk/widget-files.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { openReports } from './kernel/db/open.ts';
import { endStalledBodies, SERVER_LIMITS } from './kernel/http/server-limits.ts';
import { createIds } from './kernel/ids.ts';
import { openCounts } from './kernel/limits/redis-counts.ts';
import { createJsonLog } from './kernel/observability/json-log.ts';
import { createTextLog, type Log } from './kernel/observability/log.ts';
import type { SpanSink } from './kernel/observability/trace.ts';
import { openBus } from './log/bus/open-bus.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MailSettings } from './mail/settings.ts';
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
  const isDebug = process.env.BELLHOP_LOG_LEVEL === 'debug';
  for (const line of failureLines(error, 'The gateway could not start', isDebug)) {
    console.error(line);
  }
  process.exit(1);
});

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const args = takeEnvFile(process.argv.slice(2));
  const isTerminal = process.stdout.isTTY === true;
  const settings = readSettings(args, process.env, isTerminal);
  const isForPerson = isTerminal && settings.logFormat === 'text';
  const log = openLog(settings);
  const modules = await openAgents(settings, process.env);
  // Bound before the database opens: where the port is taken, the other process may hold the data as well.
  let answer: Gateway['fetch'] = async (request) => startingReply(request, settings.allowedOrigins);
  const spans = settings.hasTraces ? await openSpans() : null;
  const { server, port } = await listen(settings, (...call) => answer(...call));

  const migrations: string[] = [];
  const db = await openData(
    settings.databaseUrl === undefined
      ? { directory: settings.data }
      : { url: settings.databaseUrl },
    (migration) => {
      migrations.push(migration);
      // A person gets one line for all of them.
      if (!isForPerson) log.write('info', 'migration_applied', { migration });
    },
  );
  const reports =
    settings.databaseUrl === undefined ? null : await openReports(settings.databaseUrl);
  const bus = openBus(settings);
  const counts = openCounts(settings);
  const adminKey = settings.adminKey ?? createIds().secret('bha_');
  const desk = await openDeskFiles(DESK_FOLDERS);
  const widget = await openWidget(WIDGET_FOLDERS);
  const mailer = settings.mail === null ? null : await openMailer(settings.mail);
  const agents = createAgentRegistry(modules);
  const gateway = await createGateway({
    db,
    ...(reports === null ? {} : { reports }),
    bus,
    counts,
    ...(desk === null ? {} : { console: desk }),
    ...(widget === null ? {} : { widget }),
    ...(mailer === null ? {} : { mailer }),
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
      currency: settings.currency,
      publicUrl: settings.publicUrl,
      sandboxOrigin: settings.sandboxOrigin,
      oidc: settings.oidc,
      hasDeskPasswords: settings.hasDeskPasswords,
      trustedProxies: settings.trustedProxies,
      countryHeader: settings.countryHeader,
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
    mailer?.close();
    await reports?.close();
    await db.close();
    await spans?.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  // Not where lines go to a log that others read.
  const hasLink = desk !== null && (settings.hasDeskLink || settings.adminKey === undefined);
  const greeting = {
    address: `http://localhost:${port}`,
    link: hasLink ? gateway.context.desk.links.issue() : null,
    newKey: settings.adminKey === undefined ? adminKey : null,
    agents: modules,
    env: process.env,
    embeddings: settings.embeddings,
    migrations,
  };
  const lines = isForPerson ? greetPerson(greeting) : greetProgram(greeting);
  const site = await openFirstSite(settings, gateway, adminKey, greeting.address);
  for (const line of [...lines, ...site]) console.log(line);
}

/** Lines about the site that was made. A gateway that can't make it serves all the same. */
async function openFirstSite(
  { firstSite: wanted }: Settings,
  gateway: Gateway,
  adminKey: string,
  address: string,
): Promise<string[]> {
  if (wanted === null) return [];
  const { origin, gateway: reached = address } = wanted;
  try {
    const made = await firstSite({ ask: gateway.request, adminKey, origin, gateway: reached });
    return made === null ? [] : siteLines(made, origin);
  } catch (error) {
    return failureLines(error, 'BELLHOP_FIRST_SITE', false);
  }
}

function openLog({ logLevel, logFormat }: Settings): Log {
  return logFormat === 'json'
    ? createJsonLog(logLevel)
    : createTextLog(logLevel, (line) => console.error(line));
}

async function openMailer(settings: MailSettings): Promise<Mailer> {
  const { createMailer } = await import('./mail/mailer.ts');
  return createMailer(settings);
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
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explainListening(error, port, host)),
    );
  });
}
