// The gateway as a program: the one file here that listens, prints and exits.

import { serve } from '@hono/node-server';
import { type AgentModule, loadAgent } from './agents/load-agent.ts';
import { openModelAgent } from './agents/model/open-model-agent.ts';
import { createAgentRegistry } from './agents/registry.ts';
import { readSettings, USAGE, UsageError } from './cli.ts';
import { openDatabase } from './db/open.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createIds } from './ids.ts';

const GRACE_MS = 5000;

main().catch((error) => {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
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
  const modules = await openAgents(settings.agents);
  // Bound before the database opens: where the port is taken, the other process may hold the data as well.
  let answer: Gateway['fetch'] = async () =>
    new Response('The gateway is starting.', { status: 503, headers: { 'Retry-After': '1' } });
  const { server, port } = await listen(settings.port, (...call) => answer(...call));

  const db = await openDatabase(
    settings.databaseUrl === undefined
      ? { directory: settings.data }
      : { url: settings.databaseUrl },
  );
  const adminKey = settings.adminKey ?? createIds().secret('bha_');
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry(modules),
    options: {
      adminKey,
      allowedOrigins: settings.allowedOrigins,
      accountProvider: settings.accountProvider,
      trustedProxies: settings.trustedProxies,
      contextWindow: settings.contextWindow,
      ...(settings.rateLimit === undefined ? {} : { rateLimit: settings.rateLimit }),
    },
  });
  answer = gateway.fetch;
  console.log(`Bellhop gateway: http://localhost:${port}/`);
  if (settings.adminKey === undefined) console.log(`Admin key: ${adminKey}`);
  if (modules.length === 0) {
    console.log(
      'No agent answers yet: give one with --agent MODULE, or set OPENAI_API_KEY or ANTHROPIC_API_KEY.',
    );
  }

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // A run that can't be settled in time is found and settled at the next start.
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    server.close();
    await gateway.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await db.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The model of a provider whose key is set comes first, then what the command line names, in its order. */
async function openAgents(specifiers: readonly string[]): Promise<AgentModule[]> {
  const model = await openModelAgent(process.env);
  const loaded = specifiers.map((specifier) => loadAgent(specifier, process.cwd()));
  return [
    ...(model === null ? [] : [{ name: 'model', agent: model }]),
    ...(await Promise.all(loaded)),
  ];
}

function listen(port: number, fetch: Gateway['fetch']) {
  return new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve, reject) => {
    const server = serve({ fetch, port }, (info) => resolve({ server, port: info.port }));
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is taken. Choose another with --port or GATEWAY_PORT.`)
          : error,
      );
    });
  });
}
