// Starts the gateway of this project and then one command, such as `__DEV__`, and ends them together: node bellhop/dev.mjs COMMAND …
// The gateway's settings are in .env.gateway; what the page has to know of it is written into .env.local.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const SITE = 'This project';
const read = (file) =>
  existsSync(join(ROOT, file)) ? parseEnv(readFileSync(join(ROOT, file), 'utf8')) : {};
/** A person reads along: warnings in sentences, and a link that signs in to the desk. */
const TERMINAL = {
  BELLHOP_LOG_FORMAT: 'text',
  BELLHOP_LOG_LEVEL: 'warn',
  BELLHOP_DESK_LINK: '1',
  // Nobody else's network reaches it.
  GATEWAY_HOST: '127.0.0.1',
};
const settings = { ...TERMINAL, ...read('.env.gateway'), ...process.env };
const port = settings.GATEWAY_PORT ?? String(await freePort(4320));
const gateway = `http://localhost:${port}`;

/** The first port from here on at which nothing answers: another project's gateway may have the usual one. */
async function freePort(port) {
  const isTaken = await new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
  return isTaken ? freePort(port + 1) : port;
}

function fail(words) {
  console.error(words);
  server?.kill();
  process.exit(1);
}

async function call(method, path, body) {
  const reply = await fetch(`${gateway}/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${settings.BELLHOP_ADMIN_KEY}`,
      'content-type': 'application/json',
    },
    body: body && JSON.stringify(body),
  });
  if (!reply.ok)
    fail(`The gateway answered ${reply.status} to ${method} ${path}: ${await reply.text()}`);
  return reply.json();
}

/** Resolves once the gateway answers. */
async function isReady() {
  for (;;) {
    const reply = await fetch(`${gateway}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The public id by which the page gets its sessions: of a site without origins, which lets in pages of this machine alone. */
async function siteId() {
  const { data } = await call('GET', '/sites?limit=100');
  const known = data.find(({ name, status }) => name === SITE && status === 'active');
  return (known ?? (await call('POST', '/sites', { name: SITE }))).public_id;
}

/** A backend of yours answers, where the settings name one. */
async function useBackend() {
  const { BELLHOP_BACKEND_KIND: kind, BELLHOP_BACKEND_URL: url } = settings;
  if (!url) return;
  const name = 'my-backend';
  const { data } = await call('GET', '/agents');
  const known = data.find((agent) => agent.name === name);
  if (known) await call('PATCH', `/agents/${known.agent_id}`, { kind, backend: { url } });
  else await call('POST', '/agents', { name, kind, backend: { url } });
  await call('PATCH', '/projects/default', { default_agent: name });
}

function tellPage(site) {
  const own = { __PREFIX__BELLHOP_GATEWAY: gateway, __PREFIX__BELLHOP_SITE: site };
  const all = { ...read('.env.local'), ...own };
  const text = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(ROOT, '.env.local'), text.join(''));
}

const folder = join(ROOT, 'node_modules/bellhop-gateway');
if (!existsSync(folder)) fail('bellhop-gateway is not installed: run `npm install` first.');
const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const module = settings.BELLHOP_AGENT_MODULE;
const server = spawn(
  process.execPath,
  [
    join(folder, typeof bin === 'string' ? bin : bin['bellhop-gateway']),
    '--port',
    port,
    '--data',
    '.bellhop',
    ...(module ? ['--agent', module] : []),
  ],
  { cwd: ROOT, env: settings, stdio: ['ignore', 'inherit', 'inherit'] },
);
let page;
server.on('exit', (code) => {
  page?.kill();
  process.exit(code ?? 0);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    page?.kill(signal);
    // Without the wait by which a gateway behind a balancer leaves.
    server.kill('SIGINT');
  });
}
await isReady();
await useBackend();
tellPage(await siteId());
// In place of the shell: what ends it must not end the shell alone.
const shell = process.platform === 'win32' ? '' : 'exec ';
page = spawn(shell + process.argv.slice(2).join(' '), { cwd: ROOT, stdio: 'inherit', shell: true });
page.on('exit', () => server.kill('SIGINT'));
