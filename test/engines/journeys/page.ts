// What the page meets: the drop-in script, its policy, storage that is refused, a frame, hostile text.

import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listen } from '../../browser/support/listen.ts';
import { startReferenceGateway } from '../../browser/support/reference-gateway.ts';
import { createWorld, DIST, pageHtml } from '../../browser/support/world.ts';
import { collectPayloads, slicePayloads } from '../../payloads/corpus.ts';
import { buildPage, servePage } from '../../payloads/harness.ts';
import {
  askAll,
  askFirst,
  askForMugs,
  BODY,
  cart,
  expectNoWrongs,
  HEAD,
  type Journey,
  type Scene,
} from '../scene.ts';
import type { Guest } from '../visitor.ts';

const NONCE = 'abc123';
const withNonce = (html: string) => html.replaceAll('<script>', `<script nonce="${NONCE}">`);

/** As a frame whose storage is blocked finds it, and a page where cookies are switched off. */
const NO_STORAGE = `<script>
for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches']) {
  Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });
}
</script>`;
/** As in private windows of Firefox before 115: the interface is there, and opening fails later. */
const NO_DATABASE = `<script>
IDBFactory.prototype.open = function () {
  const request = new EventTarget();
  request.error = new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'InvalidStateError');
  setTimeout(() => { const event = new Event('error', { cancelable: true }); request.dispatchEvent(event); request.onerror?.(event); });
  return request;
};
</script>`;

/** Whether the module could be imported. Not as an `import()` here, which the test's runner would make its own. */
const importInPage = (href: string): Promise<boolean> =>
  new Function('href', 'return import(href).then(() => true, () => false)')(href);

const SLICE = 150;

/** What can't be noted can't be kept from running twice, so the tool is refused, even where the visitor allows it. */
async function refusesToOrder(guest: Guest, sent: Scene['sent']): Promise<void> {
  await askFirst(guest);
  await askForMugs(guest);
  await guest.answer('yes');
  await guest.reads('Two mugs are in your cart.');
  expect(await cart(guest)).toBe('');
  const [result] = await sent('user.tool_result');
  expect(result?.content).toMatchObject([{ is_error: true, error_code: 'unavailable' }]);
  await expectNoWrongs(guest);
}

export const PAGE: readonly Journey[] = [
  {
    title: 'asks for one file and stores nothing before the visitor comes, and adds one global',
    async play({ enter, world }) {
      world.put(
        '/plain',
        pageHtml(
          world,
          {},
          BODY,
          '<script>window.before = Object.getOwnPropertyNames(window).concat("before");</script>',
        ),
      );
      const guest = await enter({}, '/plain');
      await guest.sees('*', 'button[part=launcher]');
      // Gives something unwanted the time to happen.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const met = await guest.hand.run(async () => {
        const { before } = window as unknown as { before: string[] };
        return {
          requests: performance.getEntriesByType('resource').map(({ name }) => name),
          stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie],
          databases: (await indexedDB.databases()).length,
          globals: Object.getOwnPropertyNames(window).filter((name) => !before.includes(name)),
        };
      });
      expect(met.requests.filter((name) => !name.endsWith('favicon.ico'))).toEqual([
        `${world.cdn}/bellhop.js`,
      ]);
      expect(met.stored).toEqual(['']);
      expect(met.databases).toBe(0);
      expect(met.globals).toEqual(['bellhop']);
      expect(guest.hand.troubles).toEqual([]);
    },
  },
  {
    title: 'runs no file whose bytes are not the built ones, and says that the chat could not load',
    async gap({ enter, world }) {
      const guest = await enter();
      // The engine's own part alone: a preload whose hash doesn't match.
      const fired = await guest.hand.run(
        (href) =>
          new Promise<string>((resolve) => {
            const link = document.createElement('link');
            Object.assign(link, {
              href,
              rel: 'modulepreload',
              integrity: `sha256-${'A'.repeat(43)}=`,
            });
            link.onload = () => resolve('load');
            link.onerror = () => resolve('error');
            document.head.append(link);
          }),
        `${world.cdn}/bellhop/${readdirSync(join(DIST, 'bellhop'))[0]}`,
      );
      return fired === 'load' ? 'it doesn’t check the hash of a modulepreload' : null;
    },
    async play({ enter, afterwards }) {
      const dist = mkdtempSync(join(tmpdir(), 'bellhop-engines-'));
      afterwards(async () => rmSync(dist, { recursive: true }));
      cpSync(join(DIST, 'bellhop.js'), join(dist, 'bellhop.js'));
      cpSync(join(DIST, 'bellhop'), join(dist, 'bellhop'), { recursive: true });
      for (const file of readdirSync(join(dist, 'bellhop')).filter((one) => /^panel-/.test(one))) {
        writeFileSync(
          join(dist, 'bellhop', file),
          'window.hacked = true; export const mount = () => {};',
        );
      }
      const other = await createWorld(await startReferenceGateway({}), dist);
      afterwards(() => other.close());
      other.put('/', pageHtml(other));
      const guest = await enter({}, `${other.site}/`);
      await guest.press('*', 'button[part=launcher]');
      await guest.sees('*Chat failed.*', 'button, p, div, span');
      expect(await guest.hand.run(() => 'hacked' in window)).toBe(false);
    },
  },
  {
    title: 'goes on once a part can be had that could not be fetched at first',
    async gap({ enter, world }) {
      const guest = await enter();
      const href = `${world.cdn}/bellhop/${readdirSync(join(DIST, 'bellhop'))[0]}`;
      world.breakFile(/./);
      await guest.hand.run(importInPage, href);
      world.breakFile(null);
      return (await guest.hand.run(importInPage, href))
        ? null
        : 'it asks once a page for a module: the visitor has to load the page again';
    },
    async play({ enter, world }) {
      const guest = await enter();
      world.breakFile(/\/core-/);
      await guest.open();
      await guest.sees('*isn’t working*', 'p, div, span');
      world.breakFile(null);
      // A text that is sent before the next try comes back into the composer.
      await guest.seesNo('*isn’t working*', 'p, div, span');
      await guest.write('How long can I return it?');
      await guest.reads('30 days');
    },
  },
  {
    title: 'says that the chat could not load, and opens after a reload',
    async play({ enter, world }) {
      world.breakFile(/\/panel-/);
      const guest = await enter();
      await guest.press('*', 'button[part=launcher]');
      await guest.sees('*Please reload.*', 'button[part=launcher]');
      world.breakFile(null);
      await guest.hand.goto(`${world.site}/`);
      await guest.open();
    },
  },
  {
    title: 'works under a strict policy without one violation',
    async play({ enter, world }) {
      const policy = [
        "default-src 'none'",
        `script-src 'nonce-${NONCE}'`,
        "style-src 'self'",
        `connect-src 'self' ${world.gateway.url}`,
        // Firefox holds its own request for the page's icon to the policy.
        "img-src 'self'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types bellhop',
      ].join('; ');
      const html = pageHtml(world, { nonce: NONCE }, BODY, withNonce(HEAD));
      world.put('/strict', { html, headers: { 'content-security-policy': policy } });
      const guest = await enter({}, '/strict');
      await askAll(guest);
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'runs nothing of hostile text, asks nobody for it, and changes nothing of the page',
    async play({ enter, afterwards }) {
      const served = await servePage(await buildPage());
      afterwards(() => served.close());
      const guest = await enter({}, served.url);
      const seed = process.env.PAYLOAD_SEED ?? '1';
      const payloads = slicePayloads(collectPayloads(seed), seed, SLICE);
      expect(payloads.length).toBeGreaterThan(100);
      const trips = await guest.hand.run((texts) => window.runPayloads(texts), payloads);
      expect(trips).toEqual([]);
    },
  },
  {
    title: 'answers and runs tools in a private window',
    needs: 'isPrivate',
    async play({ enter }) {
      const guest = await enter({ isPrivate: true });
      await askAll(guest);
      expect(await cart(guest)).toBe('2 × mug;');
      await expectNoWrongs(guest);
    },
  },
  {
    title:
      'answers, and refuses to change anything, where no database opens, as in older private windows',
    async play({ enter, world, sent }) {
      world.put('/no-database', pageHtml(world, {}, BODY, NO_DATABASE + HEAD));
      const guest = await enter({}, '/no-database');
      await refusesToOrder(guest, sent);
    },
  },
  {
    title: 'answers, and refuses to change anything, where all storage is refused',
    async play({ enter, world, sent }) {
      world.put('/no-storage', pageHtml(world, {}, BODY, NO_STORAGE + HEAD));
      const guest = await enter({}, '/no-storage');
      await refusesToOrder(guest, sent);
    },
  },
  {
    title: 'answers in a frame of another site, where the browser blocks what third parties store',
    needs: 'blocksThirdParties',
    async play({ enter, world, afterwards }) {
      const frame = 'position:fixed;inset:0;border:0;width:100%;height:100%';
      const outer = await listen((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(
          `<!doctype html><title>Outer</title><iframe style="${frame}" src="${world.site}/"></iframe>`,
        );
      });
      afterwards(() => outer.close());
      const visitor = await enter(
        { blocksThirdParties: true },
        outer.url.replace('127.0.0.1', 'localhost'),
      );
      const guest = visitor.inFrame();
      await askFirst(guest);
      await expectNoWrongs(guest);
    },
  },
];
