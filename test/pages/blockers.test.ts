// What ad blockers make of the chat: nothing. Every address that it asks in an ordinary visit, every file of the build and
// every element that stands in the page is held against the rules of AdGuard's lists (its base holds EasyList, its tracking
// protection EasyPrivacy; cookie notices, popups, annoyances, widgets, many regions), and of all that FILTER_LISTS names, a
// folder of `.txt` files. The lists stay in their package. The engine is Ghostery's.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { ensureFolder } from '../../scripts/setup.mjs';
import { parseJson } from '../../src/protocol/json.ts';
import { launchBrowser } from '../browser/support/browser.ts';
import { startReferenceGateway } from '../browser/support/reference-gateway.ts';
import { visitorOf } from '../browser/support/visitor.ts';
import { createWorld, DIST, pageHtml } from '../browser/support/world.ts';
import { OUTER } from '../rings.ts';
import { PACKAGES } from './host-page.ts';

/** What is used of Ghostery's engine, which is no package of the project's own. */
interface Engine {
  FiltersEngine: {
    parse(
      rules: string,
      config: object,
    ): {
      match(request: unknown): { match: boolean; redirect?: unknown; filter?: { rawLine: string } };
      getFilters(): { networkFilters: unknown[]; cosmeticFilters: Cosmetic[] };
    };
  };
  Request: { fromRawDetails(details: Ask): unknown };
}

interface Cosmetic {
  rawLine?: string;
  getSelector(): string;
  hasHostnameConstraint(): boolean;
  isUnhide(): boolean;
  isScriptInject(): boolean;
  isHtmlFiltering(): boolean;
}

interface Ask {
  url: string;
  sourceUrl: string;
  type: string;
}

const SITE = 'https://shop.example.com';
/** Where the files and the gateway of a site may stand: at other hosts, or at its own. */
const PLACES = [
  { cdn: 'https://cdn.example.net', gateway: 'https://gateway.example.net' },
  { cdn: 'https://cdn.example.net/bellhop/1.2.3', gateway: 'https://chat.example.org' },
  { cdn: `${SITE}/wp-content/plugins/bellhop/widget`, gateway: `${SITE}/gateway` },
];
/** What the plugin's pages and the shop of the demo ask of their own site; the files are those of any site. */
const OWN_ADDRESSES = [
  ...['session', 'abilities'].flatMap((name) => [
    `/wp-json/bellhop/v1/${name}`,
    `/?rest_route=/bellhop/v1/${name}`,
  ]),
  '/wp-json/bellhop/v1/nonce',
  '/wp-admin/admin-ajax.php?action=bellhop',
  '/wp-admin/admin-ajax.php?action=bellhop_feedback',
  '/?bellhop=1',
  '/session',
  '/session/feedback',
];
const ADGUARD = join(PACKAGES, '@adguard/dnr-rulesets/dist/filters/declarative');

/** The rules of each list, as text. */
function* lists(): Generator<[string, string]> {
  for (const name of readdirSync(ADGUARD)) {
    const [about] = parseJson(readFileSync(join(ADGUARD, name, `${name}.json`), 'utf8')) as {
      metadata?: { rawFilterList?: string };
    }[];
    const rules = about?.metadata?.rawFilterList;
    if (rules) yield [`AdGuard ${name}`, rules.replaceAll('\r', '')];
  }
  const folder = process.env.FILTER_LISTS;
  if (folder === undefined) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.txt')) yield [name, readFileSync(join(folder, name), 'utf8')];
}

let browser: Browser;
let engine: Engine;
beforeAll(async () => {
  ensureFolder('test/pages');
  browser = await launchBrowser();
  engine = (await import(join(PACKAGES, '@ghostery/adblocker/dist/esm/index.js'))) as Engine;
});
afterAll(() => browser?.close());

/** An ordinary visit. @returns what was asked, by role of its server, and the page in which it was. */
async function visit() {
  const script = [
    [{ say: 'Good day.', citations: [CITATION] }],
    [{ call: [{ name: 'look', input: {} }] }, { say: 'Seen.' }],
  ];
  const world = await createWorld(await startReferenceGateway({ script }));
  const page = await browser.newPage();
  const roles = { cdn: world.cdn, gateway: world.gateway.url, site: world.site } as const;
  const asked: { role: keyof typeof roles; path: string; type: string }[] = [];
  page.on('request', (request) => {
    for (const role of ['cdn', 'gateway', 'site'] as const) {
      if (!request.url().startsWith(roles[role])) continue;
      const path = request.url().slice(roles[role].length);
      asked.push({ role, path, type: request.resourceType() });
    }
  });
  const tool = `<script>(window.bellhop ||= []).push((chat) => chat.registerTool({ name: 'look',
    description: 'Looks.', annotations: { readOnlyHint: true }, execute: () => 'seen' }))</script>`;
  const attributes = {
    'data-feedback': 'on',
    'data-feedback-url': '/session/feedback',
    'data-nudge': 'Hi',
    'data-lang': 'de',
  };
  world.put('/', pageHtml(world, attributes, '<bellhop-chat></bellhop-chat>', tool));
  await page.goto(world.site);
  const visitor = visitorOf(page);
  await visitor.launcher.click();
  const field = visitor.panel.getByRole('textbox', { name: 'Nachricht', exact: true });
  await field.fill('Hi');
  await field.press('Enter');
  await visitor.log.getByText('Good day.').first().waitFor();
  const rated = page.waitForRequest(/session\/feedback/);
  await visitor.log.getByRole('button', { name: 'Hilfreich', exact: true }).click();
  await rated;
  await field.fill('Look');
  await field.press('Enter');
  await visitor.log.getByText('Seen.').first().waitFor();
  const close = async () => {
    await page.close();
    await world.close();
  };
  return { page, asked, close };
}

const CITATION = { type: 'document', document_uri: 'https://a.test/x', document_title: 'X' };

describe('no list of an ad blocker', OUTER, () => {
  it('has a rule for an address or an element of the chat', async () => {
    const { page, asked, close } = await visit();
    const roles = new Set(asked.map(({ role, type }) => `${role} ${type}`));
    expect([...roles].sort()).toEqual(
      expect.arrayContaining(['cdn script', 'gateway fetch', 'site fetch']),
    );
    const all = PLACES.flatMap(({ cdn, gateway }) => {
      const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
        .filter((name) => /^(bellhop|chat)(\.|\/)/.test(name) && name.includes('.'))
        .map((name) => ({ role: 'cdn' as const, path: `/${name}`, type: TYPES(name) }));
      return [...asked, ...files].map(({ role, path, type }) => ({
        url: `${{ cdn, gateway, site: SITE }[role]}${path}`,
        sourceUrl: `${SITE}/`,
        type: type === 'fetch' ? 'xhr' : type,
      }));
    });
    for (const path of OWN_ADDRESSES)
      all.push({ url: `${SITE}${path}`, sourceUrl: `${SITE}/`, type: 'xhr' });
    const requests = [...new Map(all.map((ask) => [`${ask.type} ${ask.url}`, ask])).values()];
    const known = { url: 'https://embed.tawk.to/x.js', sourceUrl: `${SITE}/`, type: 'script' };

    const hits: string[] = [];
    const counts = { lists: 0, network: 0, cosmetic: 0 };
    const blocksOther: string[] = [];
    const selectors = new Map<string, string>();
    for (const [list, rules] of lists()) {
      const filters = engine.FiltersEngine.parse(rules, {
        debug: true,
        enableCompression: false,
        loadExtendedSelectors: true,
      });
      const isBlocked = (ask: Ask): string | null => {
        const found = filters.match(engine.Request.fromRawDetails(ask));
        return found.match || found.redirect ? (found.filter?.rawLine ?? 'a rule') : null;
      };
      for (const ask of requests) {
        const rule = isBlocked(ask);
        if (rule !== null) hits.push(`${list}: ${rule} blocks ${ask.type} ${ask.url}`);
      }
      if (isBlocked(known) !== null) blocksOther.push(list);
      const { networkFilters, cosmeticFilters } = filters.getFilters();
      counts.lists += 1;
      counts.network += networkFilters.length;
      for (const rule of cosmeticFilters) {
        if (rule.hasHostnameConstraint() || rule.isUnhide() || rule.isScriptInject()) continue;
        selectors.set(rule.getSelector(), `${list}: ${rule.rawLine ?? rule.getSelector()}`);
      }
    }
    counts.cosmetic = selectors.size;
    const hidden = await page.evaluate(hiddenBy, [...selectors.keys()]);
    for (const { selector, element } of hidden.hits)
      hits.push(`${selectors.get(selector)} hides ${element}`);
    await close();
    console.log(
      `${requests.length} requests, ${hidden.elements} elements: ${JSON.stringify(counts)}`,
    );
    expect(hits).toEqual([]);
    // The lists are there, and the engine finds what they know.
    expect(blocksOther.length).toBeGreaterThan(0);
    expect(hidden.findsAnAd).toBe(true);
    expect(counts.network).toBeGreaterThan(100_000);
    expect(counts.cosmetic).toBeGreaterThan(10_000);
  });
});

const TYPES = (name: string): string => {
  if (name.endsWith('.css')) return 'stylesheet';
  return name.endsWith('.html') ? 'sub_frame' : 'script';
};

/**
 * Which of our elements a selector finds: those in the page, and those in the shadow root as if it were part of the page,
 * since an inline panel may be drawn where a blocker looks into open roots. Runs in the page.
 */
function hiddenBy(selectors: string[]) {
  const host = document.querySelector('bellhop-host');
  const root = host?.shadowRoot;
  if (!host || !root) throw new Error('The chat is not there.');
  const ad = document.createElement('div');
  ad.className = 'banner-advert';
  const wordpress = document.createElement('script');
  wordpress.id = 'bellhop-js';
  wordpress.type = 'text/plain';
  document.body.append(ad, wordpress);
  const elements = [
    wordpress,
    host,
    ...document.querySelectorAll('bellhop-chat, script, link[href*=bellhop]'),
    ...root.querySelectorAll('*'),
  ];
  const hits: { selector: string; element: string }[] = [];
  let findsAnAd = false;
  for (const selector of selectors) {
    const matches = (element: Element): boolean => {
      try {
        return element.matches(selector);
      } catch {
        // A selector of the blocker's own kind, such as `:has-text()`.
        return false;
      }
    };
    if (matches(ad)) findsAnAd = true;
    for (const element of elements) {
      if (!matches(element)) continue;
      const shell = element.cloneNode(false) as Element;
      hits.push({ selector, element: shell.outerHTML.slice(0, 200) });
    }
  }
  ad.remove();
  return { hits, findsAnAd, elements: elements.length };
}
