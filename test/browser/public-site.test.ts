// The shortest tag: a site with a public id, whose sessions, script and conversations come from the gateway. In real
// Chromium, with the built files, on pages of another origin.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGLISH } from '../../src/i18n/messages.ts';
import { SITE, userToken } from '../doubles/public-gateway.ts';
import { launchBrowser } from './support/browser.ts';
import { type Listening, listen } from './support/listen.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { type ListeningPublicGateway, startPublicGateway } from './support/public-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { recordConsole, recordRequests } from './support/world.ts';

let browser: Browser;
let gateway: ListeningPublicGateway;
let shop: Listening;
let context: BrowserContext;
let requests: string[];
let lines: { type: string; text: string }[];
let page: Page;
let visitor: Visitor;
/** What the shop's pages are, and their headers. */
let html: string;
let headers: Record<string, string>;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  const turn = [{ say: 'Good day.' }];
  gateway = await startPublicGateway(await startOtherGateway([turn, turn, turn]));
  headers = {};
  html = tag();
  shop = await listen((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    // The page's own cookie: no other origin may get it.
    response.setHeader('set-cookie', 'basket=7');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  context = await browser.newContext();
  requests = recordRequests(context);
  lines = [];
  page = await newTab();
  visitor = visitorOf(page);
});

afterEach(async () => {
  await context.close();
  await Promise.all([shop.close(), gateway.close()]);
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

const pageOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><h1>Shop</h1>${body}</body></html>`;
const tag = (more = '', folder = ''): string =>
  pageOf(
    `<script async src="${gateway.url}${folder}/bellhop.js" data-site="${SITE}"${more}></script>`,
  );

async function newTab(): Promise<Page> {
  const tab = await context.newPage();
  const own = recordConsole(tab);
  lines = new Proxy(own, {});
  return tab;
}

const visit = async (): Promise<void> => void (await page.goto(`${shop.url}/`));
const said = (type: string): string[] =>
  lines.filter((line) => line.type === type && line.text.includes('[bellhop]')).map((l) => l.text);
const calls = (verb: string) => gateway.site.asked.filter(({ call }) => call.endsWith(verb));
const configure = (options: object): Promise<void> =>
  page.evaluate((given) => {
    type Queue = { push(callback: (chat: { configure(options: object): void }) => void): void };
    (window as unknown as { bellhop: Queue }).bellhop.push((chat) => chat.configure(given));
  }, options);

/** All that the browser has stored for the shop. */
const stored = (): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        found.push(
          await new Promise((resolve) => {
            all.onsuccess = () => resolve(all.result);
          }),
        );
      }
      db.close();
    }
    return JSON.stringify(found);
  });
const secretsIn = (text: string): string[] => [...new Set(text.match(/guest_[\w-]{43}/g))];

async function converse(words = 'First words'): Promise<void> {
  await visitor.open();
  await visitor.write(words);
  await visitor.log.getByText('Good day.').first().waitFor();
}

describe('a tag with nothing but a site', () => {
  it('has what asks for a session fetched beside the core, which would fetch it a round trip later', async () => {
    let letThrough = (): void => {};
    const isLet = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/core-[^/]*\.js$/, async (route) => {
      await isLet;
      await route.continue();
    });
    await visit();
    await visitor.open();
    await until('the part', async () => requests.some((one) => one.includes('/public-site-')));
    letThrough();
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    expect(requests.filter((one) => one.includes('/public-site-'))).toHaveLength(1);
  });

  it('asks nothing before the visitor opens it, and then the gateway alone, without cookies', async () => {
    await visit();
    await visitor.launcher.hover();
    await until('the engine', () => requests.some((line) => line.includes('/panel-')));
    await page.waitForTimeout(300);
    expect(gateway.site.asked).toEqual([]);
    await converse();
    const hosts = new Set(requests.map((line) => new URL(line.split(' ')[1] ?? '').origin));
    expect([...hosts].sort()).toEqual([shop.url, gateway.url].sort());
    expect(gateway.heads[0]).toMatchObject({ origin: shop.url });
    expect(gateway.heads[0]?.cookie).toBeUndefined();
    expect(said('warning')).toEqual([]);
  });

  it('goes on with the conversation after a reload, as the same guest', async () => {
    await visit();
    await converse();
    await page.reload();
    await visitor.openByScript();
    await visitor.log.getByText('First words').waitFor();
    await visitor.write('Again');
    await until(
      'the second answer',
      async () => (await visitor.log.getByText('Good day.').count()) > 1,
    );
    expect(gateway.site.sessions()).toHaveLength(1);
    expect(gateway.site.sessions()[0]).toHaveLength(1);
  });

  it('keeps the guest’s secret in the database alone, and shows it nowhere', async () => {
    await visit();
    await page.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      for (const name of ['ready', 'open', 'message', 'session', 'error', 'unread'])
        addEventListener(`bellhop:${name}`, (event) => heard.push((event as CustomEvent).detail));
    });
    await converse();
    const [secret = '', ...others] = secretsIn(await stored());
    expect(secret).not.toBe('');
    expect(others).toEqual([]);
    const shown = await page.evaluate(() => {
      const root = document.querySelector('bellhop-host')?.shadowRoot?.innerHTML;
      const { heard } = window as unknown as { heard: unknown[] };
      return JSON.stringify([
        document.documentElement.outerHTML,
        root,
        heard,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
      ]);
    });
    for (const place of [shown, requests.join(), lines.map((line) => line.text).join()]) {
      expect(place).not.toContain(secret);
    }
  });

  it('is one guest in two tabs that are opened at once', async () => {
    await visit();
    const other = await context.newPage();
    await other.goto(`${shop.url}/`);
    await Promise.all([visitor.open(), visitorOf(other).open()]);
    // The second may ask too, or follow the first, which has its session by then.
    const session = '() => window.bellhop.get().state.sessionId';
    await Promise.all([page, other].map((one) => one.waitForFunction(`(${session})()`)));
    await page.waitForTimeout(500);
    expect(gateway.site.sessions()).toHaveLength(1);
    expect(secretsIn(await stored())).toHaveLength(1);
  });

  it('works where the gateway stands below a path', async () => {
    html = tag('', '/below');
    await visit();
    await converse();
    expect(requests.some((line) => line.includes('/below/v1beta1/sites/'))).toBe(true);
    expect(requests.some((line) => line.includes(`${gateway.url}/v1`))).toBe(false);
  });

  it('works where a tag manager inserts it late', async () => {
    html = pageOf('');
    await visit();
    await page.evaluate(
      ([src = '', site = '']) => {
        const script = document.createElement('script');
        script.async = true;
        script.src = src;
        script.dataset.site = site;
        document.head.append(script);
      },
      [`${gateway.url}/bellhop.js?v=1.2/3`, SITE],
    );
    await converse();
  });

  it('works under a strict policy that names the gateway alone', async () => {
    headers = {
      'content-security-policy': `default-src 'none'; script-src ${gateway.url}; connect-src ${gateway.url}; require-trusted-types-for 'script'; trusted-types bellhop`,
    };
    gateway.site.work = 500;
    await visit();
    await converse();
    expect(lines.filter(({ text }) => /Content Security Policy|Refused/.test(text))).toEqual([]);
  });
});

describe('`data-history="none"`', () => {
  it('keeps the guest no longer than what is unfinished', async () => {
    html = tag(' data-history="none"');
    await visit();
    await converse();
    await visitor.panel.getByRole('button', { name: 'Close' }).first().click();
    await until('nothing is left of the guest', async () => secretsIn(await stored()).length === 0);
    await page.reload();
    await visitor.open();
    await until('another guest', () => gateway.site.sessions().length > 1);
  });

  it('finishes after a reload what was sent before it', async () => {
    html = tag(' data-history="none"');
    await visit();
    await visitor.open();
    await until('a session', () => calls('session').length > 0);
    await context.route('**/v1/sessions/**', (route) => route.abort());
    await visitor.write('Hello');
    await until('the secret', async () => secretsIn(await stored()).length === 1);
    await context.unroute('**/v1/sessions/**');
    await page.reload();
    await visitor.log.getByText('Good day.').waitFor();
    expect(gateway.site.sessions()).toHaveLength(1);
  });
});

describe('signing in and out without another page', () => {
  it('shows each visitor their own, and leaves nothing of a guest or of the other', async () => {
    await visit();
    await converse('as a guest');
    await configure({ userToken: userToken('anna') });
    await visitor.log.getByText('as a guest').waitFor({ state: 'detached' });
    await until('her session', () => gateway.site.sessions().length > 1);
    await visitor.write('as Anna');
    await visitor.log.getByText('Good day.').waitFor();
    await until('no secret', async () => secretsIn(await stored()).length === 0);
    await visitor.composer.fill('half a sentence of Anna');
    await configure({ userToken: '' });
    await visitor.log.getByText('as Anna').waitFor({ state: 'detached' });
    await until('an empty composer', async () => (await visitor.composer.inputValue()) === '');
    await until('a new guest', () => gateway.site.sessions().length > 2);
    await until('nothing of Anna', async () => !(await stored()).includes('Anna'));
  });
});

describe('a gateway that refuses', () => {
  it('a page of another origin gives the owner one line, and the visitor a way to try again', async () => {
    gateway.site.origins = ['https://other.example'];
    await visit();
    await visitor.open();
    await visitor.panel.getByText(ENGLISH.notWorking).waitFor();
    await visitor.panel.getByRole('button', { name: 'Try now' }).click();
    // The press is two reasons to try: the visitor is back at the page, and wants it.
    await until('the next try', () => calls('session').length > 1);
    await visitor.panel.getByText(ENGLISH.notWorking).waitFor();
    expect(said('warning')).toHaveLength(1);
    expect(said('warning')[0]).toContain(`visitors from ${shop.url}. Its owner adds origins`);
    gateway.site.origins = [shop.url];
    // A press while the last try is still under way changes nothing.
    await until('the chat', async () => {
      const retry = visitor.panel.getByRole('button', { name: 'Try now' });
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 }).catch(() => {});
      return (await visitor.panel.getByText(ENGLISH.notWorking).count()) === 0;
    });
    await visitor.write('Hello');
    await visitor.log.getByText('Good day.').waitFor();
  });

  it('until some work is done gets it done', async () => {
    gateway.site.work = 5_000;
    await visit();
    await converse();
    expect(calls('session')[1]?.body.proof).toBeDefined();
    expect(said('warning')).toEqual([]);
  });

  it('tells the owner of a page without https that the work can’t be done there', async () => {
    gateway.site.work = 10;
    await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await visit();
    await visitor.open();
    await visitor.panel.getByText(ENGLISH.notWorking).waitFor();
    expect(said('warning')).toHaveLength(1);
    expect(said('warning')[0]).toContain('https');
  });
});

describe('what the owner has set at the desk', () => {
  it('counts below the tag’s own, and is there at once on the next page', async () => {
    html = tag(' data-greeting="The page’s own greeting"');
    gateway.site.settings = { title: 'Ask the desk', greeting: 'The desk’s', feedback: true };
    await visit();
    await visitor.open();
    await visitor.panel.getByText('Ask the desk').first().waitFor();
    expect(await visitor.panel.getByText('The page’s own greeting').count()).toBe(1);
    await visitor.write('Hello');
    await visitor.log
      .getByRole('button', { name: /Good|Helpful|up/i })
      .first()
      .waitFor();
    await context.route(/\/v1(beta1)?\//, (route) => route.abort());
    await page.reload();
    await visitor.openByScript();
    await visitor.panel.getByText('Ask the desk').first().waitFor();
  });
});
