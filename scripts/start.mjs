// The demo, from a bare clone: builds the widget, starts the gateway and the demo site, and says where.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensurePackages,
  entry,
  nodePath,
  run,
  SetupError,
  scriptEnv,
  spawnScript,
} from './setup.mjs';

const START_TIMEOUT_MS = 60_000;
const LOCAL_SITE = 'Pages on this machine';

await entry(async () => {
  const gatewayPort = portFrom('GATEWAY_PORT', 4320);
  const sitePort = portFrom('PORT', 4321);
  if (gatewayPort === sitePort) {
    throw new SetupError(
      `PORT and GATEWAY_PORT are both ${sitePort}. Give them different numbers.`,
    );
  }
  await requireFree('GATEWAY_PORT', gatewayPort);
  await requireFree('PORT', sitePort);
  ensurePackages();
  run(nodePath(), ['scripts/build.ts', '--only=drop-in'], {
    env: scriptEnv(),
    hint: 'The widget could not be built. The lines above say why.',
  });

  const env = {
    PORT: String(sitePort),
    GATEWAY_PORT: String(gatewayPort),
    // A demo is for this machine; GATEWAY_HOST=0.0.0.0 shows it to others.
    GATEWAY_HOST: process.env.GATEWAY_HOST || '127.0.0.1',
    BELLHOP_ADMIN_KEY: process.env.BELLHOP_ADMIN_KEY || randomBytes(24).toString('base64url'),
    // A terminal is for a person: what goes well needs no line.
    BELLHOP_LOG_LEVEL: process.env.BELLHOP_LOG_LEVEL || 'warn',
    BELLHOP_LOG_FORMAT: process.env.BELLHOP_LOG_FORMAT || 'text',
    // The desk in the terminal of the person who has started it.
    BELLHOP_DESK_LINK: process.env.BELLHOP_DESK_LINK || '1',
    GATEWAY_URL: `http://localhost:${gatewayPort}`,
  };
  const children = [
    spawnScript(
      'gateway/main.ts',
      ['--port', String(gatewayPort), '--agent', 'demo/assistant/index.ts'],
      { env },
    ),
    spawnScript('demo/site/main.ts', [], { env }),
  ];
  const stop = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  let hasEnded = false;
  for (const child of children) {
    child.once('exit', (code) => {
      // One without the other is no demo: end both, and end with the code of the first to go.
      if (!hasEnded) process.exitCode = code ?? 0;
      hasEnded = true;
      stop('SIGTERM');
    });
  }
  const answers = await Promise.all([
    answersSoon(`http://localhost:${gatewayPort}/healthz`, () => hasEnded),
    answersSoon(`http://localhost:${sitePort}/`, () => hasEnded),
  ]);
  if (answers.every(Boolean)) {
    console.log(`\nBellhop demo: http://localhost:${sitePort}/`);
    const tag = await localTag(gatewayPort, env.BELLHOP_ADMIN_KEY);
    if (tag !== null) console.log(`A chat for any page of your own on this machine:\n${tag}`);
  } else if (!hasEnded) {
    stop('SIGTERM');
    throw new SetupError('The demo did not answer within a minute. The lines above may say why.');
  }
});

/**
 * The tag of a site without origins, which lets in pages of this machine alone. The site is made once for a data folder.
 * @returns null where the gateway doesn't say; the demo runs all the same
 */
async function localTag(port, key) {
  const call = async (method, path, body) => {
    const reply = await fetch(`http://localhost:${port}/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return reply.json();
  };
  try {
    const { data } = await call('GET', `/sites?q=${encodeURIComponent(LOCAL_SITE)}`);
    const known = data.find((site) => site.name === LOCAL_SITE && site.status === 'active');
    const { public_id: id } = known ?? (await call('POST', '/sites', { name: LOCAL_SITE }));
    return `<script async src="http://localhost:${port}/bellhop.js" data-site="${id}"></script>`;
  } catch {
    return null;
  }
}

function portFrom(name, fallback) {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new SetupError(`${name}=${text} is not a port. Use a number from 1 to 65535.`);
}

async function requireFree(name, port) {
  const isFree = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  if (!isFree) {
    throw new SetupError(
      `Port ${port} is taken. End what runs there, or choose another: ${name}=${port + 10} npm start`,
    );
  }
}

async function answersSoon(url, hasEnded) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && !hasEnded()) {
    const isUp = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.status < 500,
      () => false,
    );
    if (isUp) return true;
    await sleep(100);
  }
  return false;
}
