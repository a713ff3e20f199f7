// A visitor comes back after an upgrade: their browser still has the files of the earlier version, and with compression
// dictionaries (RFC 9842) it downloads only what changed.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippetsOf } from '../../docs/tools/snippets.ts';
import { KEPT, writeDeltas } from '../../scripts/release/dictionaries.ts';
import { launchBrowser } from './support/browser.ts';
import { type Listening, listen } from './support/listen.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { visitorOf } from './support/visitor.ts';
import { createWorld, DIST, pageHtml, type World } from './support/world.ts';

const CHUNK = new RegExp(`/(${KEPT.join('|')})-\\w+\\.js$`);
/** The headers that docs/how-to/upgrades.md names, for core-*.js. */
const [headers] = snippetsOf(
  '',
  readFileSync(join(import.meta.dirname, '../../docs/how-to/upgrades.md'), 'utf8'),
).filter(({ language }) => language === 'http');
let browser: Browser;
let folder: string;
let world: World;
let cdn: Listening;
/** Of each chunk that was served: its path, how it was encoded, and bytes of its body. */
let served: { path: string; encoding: string; bytes: number }[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'bellhop-upgrade-'));
  cpSync(join(DIST, 'bellhop.js'), join(folder, 'bellhop@1/bellhop.js'));
  cpSync(join(DIST, 'bellhop'), join(folder, 'bellhop@1/bellhop'), { recursive: true });
  cpSync(join(folder, 'bellhop@1'), join(folder, 'bellhop@2'), { recursive: true });
  change(join(folder, 'bellhop@2'));
  writeDeltas(join(folder, 'bellhop@2/bellhop'), join(folder, 'bellhop@1/bellhop'));
  cdn = await listen(serve);
  world = await createWorld(await startOtherGateway([[{ say: 'One.' }], [{ say: 'Two.' }]]));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await cdn?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As docs/how-to/upgrades.md tells an owner to serve the files. */
function serve(...[request, response]: Parameters<Parameters<typeof listen>[0]>): void {
  const { pathname } = new URL(request.url ?? '/', 'http://cdn.test');
  const file = join(folder, pathname);
  response.setHeader('access-control-allow-origin', '*');
  if (!existsSync(file)) return void response.writeHead(404).end('not here');
  response.setHeader('content-type', 'text/javascript');
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  const [, kind] = CHUNK.exec(pathname) ?? [];
  if (kind === undefined) return void response.end(readFileSync(file));
  for (const [, name = '', value = ''] of headers?.code.matchAll(/^([\w-]+): (.+)$/gm) ?? []) {
    response.setHeader(name, value.replace('core-', `${kind}-`));
  }
  const delta = deltaOf(pathname, request.headers['available-dictionary']);
  const isTaken = /\bdcz\b/.test(request.headers['accept-encoding'] ?? '') && delta !== null;
  if (isTaken) response.setHeader('content-encoding', 'dcz');
  const body = isTaken ? delta : readFileSync(file);
  served.push({ path: pathname, encoding: isTaken ? 'dcz' : 'whole', bytes: body.length });
  response.end(body);
}

/** `available`: the hash of the file that the browser has, as ":base64:". */
function deltaOf(path: string, available: string | string[] | undefined): Buffer | null {
  const hash = Buffer.from(String(available ?? '').replaceAll(':', ''), 'base64').toString('hex');
  const file = join(folder, `${path}.${hash.slice(0, 16)}.dcz`);
  return hash !== '' && existsSync(file) ? readFileSync(file) : null;
}

/** A version whose core ends with another comment: what names its hash follows, up to the script. */
function change(version: string): void {
  const path = (name: string): string => {
    if (name === 'bellhop') return join(version, 'bellhop.js');
    const chunks = join(version, 'bellhop');
    return join(chunks, readdirSync(chunks).find((file) => file.startsWith(`${name}-`)) ?? '');
  };
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const hashes: [string, string][] = [];
  const rewrite = (name: string, more = ''): void => {
    const before = readFileSync(path(name), 'utf8');
    const after = hashes.reduce((text, [old, now]) => text.replaceAll(old, now), before) + more;
    writeFileSync(path(name), after);
    hashes.push([hashOf(before), hashOf(after)]);
  };
  rewrite('core', '\n/* a later version */');
  for (const name of ['chunks', 'panel', 'bellhop']) rewrite(name);
}

describe('a visitor who comes back after an upgrade', () => {
  it('downloads what changed in a file that their browser has, and talks on', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const visitor = visitorOf(page);
    const talk = async (version: number, words: string) => {
      served = [];
      world.put('/', pageHtml({ ...world, cdn: `${cdn.url}/bellhop@${version}` }));
      await page.goto(`${world.site}/`);
      // The second page opens the panel by itself, as it was left.
      if (version === 1) await visitor.launcher.click();
      await visitor.write('Hi');
      await page.getByText(words).first().waitFor();
    };
    await talk(1, 'One.');
    expect(served.map(({ encoding }) => encoding)).toEqual(['whole', 'whole']);
    await talk(2, 'Two.');
    expect(served.map(({ path }) => path)).toEqual([
      expect.stringMatching(/@2\/bellhop\/panel-/),
      expect.stringMatching(/@2\/bellhop\/core-/),
    ]);
    for (const { encoding, bytes } of served) {
      expect(encoding).toBe('dcz');
      expect(bytes).toBeLessThan(500);
    }
    await context.close();
  });
});
