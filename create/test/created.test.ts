// Each template as a newcomer has it: made by the packed generator, installed from packed packages, tested, started, built, and driven in
// a real browser. CREATED=react,next plays some of them; BELLHOP_PACKS is a folder with packed files that are used as they are.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { TEMPLATE_NAMES } from '../choices.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'created-'));
const packs = process.env.BELLHOP_PACKS ?? join(work, 'packs');
const asked = process.env.CREATED?.split(',') ?? TEMPLATE_NAMES;
const create = join(work, 'tool/node_modules/.bin/create-bellhop');

let browser: Browser;
const started: ChildProcess[] = [];

function run(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', env: env(), stdio: 'pipe' });
}

/** As in a shell of the developer's: nothing of the runner that plays this test. */
function env(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST|npm_|TEST$)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    ...more,
  };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

beforeAll(async () => {
  if (!existsSync(packs)) {
    mkdirSync(packs);
    run(ROOT, process.execPath, 'scripts/build.ts');
    run(ROOT, process.execPath, 'scripts/build-gateway.ts');
    run(ROOT, process.execPath, 'scripts/build-create.ts');
    run(ROOT, 'npm', 'pack', '--ignore-scripts', '--pack-destination', packs);
    for (const folder of ['gateway/dist', 'create/dist']) {
      run(join(ROOT, folder), 'npm', 'pack', '--pack-destination', packs);
    }
  }
  const packed = readdirSync(packs).find((name) => name.startsWith('create-bellhop-'));
  mkdirSync(join(work, 'tool'));
  run(join(work, 'tool'), 'npm', 'init', '-y');
  run(join(work, 'tool'), 'npm', 'install', '--no-audit', '--no-fund', join(packs, packed ?? ''));
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const child of started.splice(0)) await end(child);
});
afterAll(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

/** The whole group: npm, what it runs, and the gateway. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = new Promise((done) => child.once('exit', done));
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}

/** @returns the page's address, once something answers there */
async function start(folder: string, script: string): Promise<string> {
  const [port, gateway] = [await freePort(), await freePort()];
  const child = spawn('npm', ['run', script, '--', '--port', String(port)], {
    cwd: folder,
    detached: true,
    env: env({ GATEWAY_PORT: String(gateway) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      said += bytes;
    });
  }
  const address = `http://localhost:${port}/`;
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(`npm run ${script} has ended:\n${said}`);
        return (await fetch(address).catch(() => null))?.status ?? 0;
      },
      { timeout: 120_000, interval: 250 },
    )
    .toBe(200);
  return address;
}

/** A newcomer asks for two mugs, allows it, and sees them in the page's own cart. */
async function converse(address: string): Promise<string[]> {
  const context = await browser.newContext();
  const page: Page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(address);
  const chat = page.locator('bellhop-host');
  await chat.locator('button[part=launcher]').click();
  const composer = chat.getByRole('textbox', { name: 'Message' });
  await composer.fill('Add two mugs');
  await composer.press('Enter');
  const yes = chat.getByRole('button', { name: 'Add to cart' });
  await expect.poll(() => yes.getAttribute('aria-disabled'), { timeout: 60_000 }).toBeNull();
  await yes.click();
  await page.locator('#cart').getByText('2 × mug').waitFor();
  await chat.getByRole('log').getByText('There are 2 of it').last().waitFor();
  await composer.fill('What is in my cart?');
  await composer.press('Enter');
  await chat.getByRole('log').getByText('In your cart: 2 × mug.').waitFor();
  await context.close();
  return errors.filter((text) => !text.includes('favicon'));
}

describe.each(asked)('the template %s', (template) => {
  it('is made, tested, started, built and driven', async () => {
    const folder = join(work, `my-${template}`);
    run(
      work,
      create,
      folder,
      '--template',
      template,
      '--agent',
      'sample',
      '--packages',
      packs,
      '--yes',
    );
    expect(run(folder, 'npm', 'test')).toContain('3 passed');
    expect(await converse(await start(folder, 'dev'))).toEqual([]);
    for (const child of started.splice(0)) await end(child);
    // The address of the gateway is in what is built.
    const gateway = /BELLHOP_GATEWAY=http:\/\/localhost:(\d+)/.exec(
      readFileSync(join(folder, '.env.local'), 'utf8'),
    )?.[1];
    run(folder, 'npm', 'run', 'build');
    const port = await freePort();
    const child = spawn('npm', ['run', 'preview', '--', '--port', String(port)], {
      cwd: folder,
      detached: true,
      env: env({ GATEWAY_PORT: gateway ?? '' }),
      stdio: 'ignore',
    });
    started.push(child);
    const address = `http://localhost:${port}/`;
    await expect
      .poll(async () => (await fetch(address).catch(() => null))?.status, { timeout: 120_000 })
      .toBe(200);
    expect(await converse(address)).toEqual([]);
  });
});
