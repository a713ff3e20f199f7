// The script tag on real pages: what it costs before anybody opens it, what it says when it is set up wrongly, and
// that it keeps to a strict policy.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGLISH } from '../../src/i18n/messages.ts';
import { PALETTES } from '../../src/theme/tokens.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import {
  createWorld,
  pageHtml,
  recordConsole,
  recordRequests,
  shoot,
  type World,
} from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let requests: string[];
let lines: { type: string; text: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  world = await createWorld(
    await startOtherGateway([
      [{ say: 'Good day.' }],
      [{ say: 'Again.' }],
      [{ call: [{ name: 'look', input: {} }] }, { say: 'Looked.' }],
    ]),
  );
  context = await browser.newContext();
  requests = recordRequests(context);
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
});

afterEach(async () => {
  await context.close();
  await world.close();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

const visit = async (html: string, headers: Record<string, string> = {}): Promise<void> => {
  world.put('/', { html, headers });
  await page.goto(`${world.site}/`);
};

const said = (type: string): string[] =>
  lines.filter((line) => line.type === type && line.text.includes('[bellhop]')).map((l) => l.text);

const TOOL = `<script>(window.bellhop ||= []).push((chat) => chat.registerTool({
  name: 'look', description: 'Looks.', execute: () => 'seen' }))</script>`;

describe('a page whose visitor never opens the chat', () => {
  it('makes one request for the script and stores nothing', async () => {
    await visit(pageHtml(world));
    await visitor.launcher.waitFor();
    await page.waitForTimeout(500);
    const own = requests.filter((line) => !/favicon|\/$/.test(line));
    expect(own).toEqual([`GET ${world.cdn}/bellhop.js`]);
    const stored = await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      cookie: document.cookie,
      databases: (await indexedDB.databases()).length,
    }));
    expect(stored).toEqual({ local: [], session: [], cookie: '', databases: 0 });
  });

  it('draws the launcher once, however often the page says how far it is', async () => {
    const counter = `<script>window.drawn = 0; const { replaceSync } = CSSStyleSheet.prototype;
      CSSStyleSheet.prototype.replaceSync = function (css) { window.drawn++; return replaceSync.call(this, css); };
    </script>`;
    await visit(pageHtml(world, {}, '', counter).replace('script async', 'script'));
    await visitor.launcher.waitFor();
    expect(await page.evaluate('[document.readyState, window.drawn]')).toEqual(['complete', 1]);
  });

  it('asks nothing and stores nothing when the visitor only comes near', async () => {
    await visit(pageHtml(world));
    await visitor.launcher.hover();
    await until('the engine', () => requests.some((line) => line.includes('/panel-')));
    await page.waitForTimeout(500);
    expect(requests.filter((line) => !line.includes(world.cdn)).slice(1)).toEqual(
      requests.filter((line) => line.includes('favicon')),
    );
    expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(0);
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  });
});

describe('a visitor who comes near', () => {
  it('gets the panel alone, in the look of the page, and what talks to the gateway once the chat is opened', async () => {
    const dark = '<style>html{background:#111}</style>';
    await visit(pageHtml(world, {}, '', dark + TOOL));
    await visitor.launcher.hover();
    await until('the engine', () => requests.some((line) => line.includes('/panel-')));
    await page.waitForTimeout(500);
    expect(requests.filter((line) => line.includes('/core-'))).toEqual([]);
    const scheme = (it: Element): string => getComputedStyle(it).colorScheme;
    expect(await page.locator('bellhop-host dialog').evaluate(scheme)).toBe('dark');
    await visitor.open();
    await until('the session', () => world.tickets.length);
    expect(world.tickets[0]?.tools).toMatchObject([{ name: 'look' }]);
  });
});

describe('the first session', () => {
  /** Opens the chat while what talks to the gateway is still on its way. @returns lets that come. */
  const openWithoutCore = async (head = '', tag: Record<string, string> = {}) => {
    let letCome = (): void => {};
    const held = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route(/core-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await visit(pageHtml(world, tag, '', head));
    await visitor.open();
    return letCome;
  };
  const asked = (): number => requests.filter((line) => /^POST .*session$/.test(line)).length;

  it('is asked for once, while what talks to the gateway is on its way', async () => {
    const letCome = await openWithoutCore();
    await until('the session', () => world.tickets.length);
    expect(world.tickets).toEqual([{}]);
    letCome();
    await visitor.write('Hello');
    await visitor.log.getByText('Good day.').waitFor();
    expect(asked()).toBe(1);
  });

  it('is asked for again by the chat itself where the early request failed', async () => {
    await page.route(/session$/, (route) => route.abort(), { times: 1 });
    const letCome = await openWithoutCore();
    await until('the request', asked);
    letCome();
    await visitor.write('Hello');
    await visitor.log.getByText('Good day.').waitFor();
    expect(world.tickets).toEqual([{}]);
  });

  it.each([
    ['the page has tools', TOOL, {}],
    ['the visitor must agree first', '', { 'data-consent': 'true' }],
    ['nothing is kept', '', { 'data-history': 'none' }],
  ])('waits for what talks to the gateway where %s', async (_why, head, tag) => {
    const letCome = await openWithoutCore(head, tag as Record<string, string>);
    await page.waitForTimeout(300);
    expect(asked()).toBe(0);
    letCome();
  });

  it('is not asked for early on a page whose visitor has a conversation', async () => {
    await visit(pageHtml(world));
    await visitor.open();
    await visitor.write('Hello');
    await visitor.log.getByText('Good day.').waitFor();
    await visitor.panel.getByRole('button', { name: ENGLISH.closeChat, exact: true }).click();
    const before = asked();
    const letCome = await openWithoutCore();
    await page.waitForTimeout(300);
    expect(asked()).toBe(before);
    letCome();
    await visitor.log.getByText('Good day.').waitFor();
  });
});

describe('a script tag that is set up wrongly', () => {
  it.each([
    ['data-gateway', { 'data-gateway': null }],
    ['data-gateway', { 'data-gateway': 'gateway.example' }],
    ['data-session', { 'data-session': null }],
  ])('renders nothing without a usable %s, and says so', async (name, attributes) => {
    await visit(pageHtml(world, attributes));
    await until('the error', () => said('error').length);
    expect(said('error')).toHaveLength(1);
    expect(said('error')[0]).toContain(name);
    expect(await page.locator('bellhop-host').count()).toBe(0);
  });

  it.each([
    [
      'isn’t there',
      { status: 404, type: 'text/html', body: '<h1>Not found</h1>' },
      /answered 404 text\/html "<h1>Not found<\/h1>"/,
    ],
    [
      'leads to a login page',
      { status: 302, type: 'text/html', body: '' },
      /answered with a redirect/,
    ],
    [
      'gives another shape',
      { status: 200, type: 'application/json', body: '{"jwt":"abc"}' },
      /answered 200 application\/json \{ jwt \}/,
    ],
  ])(
    'says once what a data-session that %s answered, and tells the visitor in plain words',
    async (_, { status, type, body }, words) => {
      world.answerTickets({ status, body, headers: { 'content-type': type, location: '/login' } });
      await visit(pageHtml(world, { 'data-contact': '/contact' }));
      await visitor.open();
      await visitor.panel.getByText(ENGLISH.notWorking).waitFor();
      expect(await visitor.panel.getByRole('link', { name: /Contact us/ }).count()).toBe(1);
      // Pressed as it stands: a page in which nothing moves may draw no frame by which to see that it stands still.
      await visitor.panel.getByRole('button', { name: 'Try now' }).click({ force: true });
      await until('the second try', () => world.tickets.length > 1);
      await visitor.panel.getByText(ENGLISH.notWorking).waitFor();
      expect(said('warning')).toHaveLength(1);
      expect(said('warning')[0]).toMatch(words);
      expect(said('warning')[0]).toContain(`No session: POST ${world.site}/session answered`);
      expect(said('warning')[0]).toContain('{ session_id, token }');
      const tryNow = visitor.panel.getByRole('button', { name: 'Try now' });
      await tryNow.waitFor();
      world.answerTickets(null);
      // At once: a moment later the chat tries by itself, and the button is gone.
      await tryNow.evaluate((it: HTMLElement) => it.click());
      await visitor.panel.getByText(ENGLISH.notWorking).waitFor({ state: 'detached' });
      await visitor.write('Hi');
      await visitor.log.getByText('Good day.').waitFor();
    },
  );

  it('says once that a data-gateway is another server’s', OUTER, async () => {
    await visit(pageHtml(world, { 'data-gateway': `${world.site}/wrong` }));
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Not sent').waitFor();
    await visitor.panel.getByText(ENGLISH.notWorking).waitFor();
    await visitor.panel.getByRole('button', { name: 'Try now' }).waitFor();
    expect(said('warning')).toHaveLength(1);
    expect(said('warning')[0]).toContain(`The gateway can’t be used: GET ${world.site}/wrong/v1/`);
    expect(said('warning')[0]).toContain('answered 404 (no content type) "no such page"');
  });

  it('keeps the launcher’s place and shape whatever stands in data-color', async () => {
    for (const color of ['red{', 'red}*{display:none', 'red/*', 'red"']) {
      await visit(pageHtml(world, { 'data-color': color }));
      const look = await page.getByRole('button', { name: 'Chat' }).evaluate((button) => {
        const { position, right, backgroundColor } = getComputedStyle(button);
        return [position, right, backgroundColor];
      });
      expect(look, color).toEqual(['fixed', '20px', 'rgb(0, 91, 91)']);
    }
  });

  it('names what is wrong with the others, what is used instead and what was meant', async () => {
    await visit(pageHtml(world, { 'data-color': 'bleu', 'data-theme': 'drak', 'data-titel': 'x' }));
    await visitor.open();
    await until('the warnings', () => said('warning').length === 3);
    expect(said('warning')).toEqual([
      '[bellhop] data-color="bleu" is not a colour. Using the default. Try "#005b5b".',
      '[bellhop] data-theme="drak" is not one of auto, light, dark. Using "auto". Try "dark".',
      '[bellhop] data-titel is not known. Did you mean data-title?',
    ]);
  });

  it('takes the session from the page’s own function, configured after the script has run', async () => {
    await visit(pageHtml(world, { 'data-session': null }));
    await until('the error', () => said('error').length);
    await page.evaluate(() => {
      const { bellhop } = window as unknown as {
        bellhop: { push(f: (chat: never) => void): void };
      };
      bellhop.push((chat: { configure(options: object): void }) =>
        chat.configure({
          getSession: async () => (await fetch('/session', { method: 'POST', body: '{}' })).json(),
        }),
      );
    });
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
  });
});

describe('the look of the built script', () => {
  it('has every colour of the palette under its own name', async () => {
    await visit(pageHtml(world));
    await visitor.launcher.click();
    await visitor.composer.waitFor();
    const names = Object.keys(PALETTES.light).map(
      (name) => `--b-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
    const colors = await page
      .locator('bellhop-host')
      .evaluate(
        (host, all) => all.map((name) => getComputedStyle(host).getPropertyValue(name).trim()),
        names,
      );
    expect(colors).toEqual(Object.values(PALETTES.light));
  });
});

describe('when something can’t be had', () => {
  it('says that the chat could not load, and opens at the next press', async () => {
    world.breakFile(/panel-/);
    await visit(pageHtml(world));
    await visitor.launcher.click();
    await page.getByText('Chat failed. Please reload.').waitFor();
    world.breakFile(null);
    await visitor.launcher.click();
    await visitor.composer.waitFor();
  });

  it('shows on the launcher that the chat is coming, where that takes long', async () => {
    let arrive = (): void => {};
    const isHeld = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/panel-.*\.js/, async (route) => {
      await isHeld;
      await route.continue();
    });
    await visit(pageHtml(world));
    await visitor.launcher.click();
    await page.getByRole('button', { name: 'Chat…' }).getByText('Chat…').waitFor();
    arrive();
    await visitor.composer.waitFor();
    await page.getByRole('button', { name: 'Close chat' }).first().waitFor();
    expect(await page.getByText('Chat…').count()).toBe(0);
  });

  it('says that the chat isn’t working where its second half can’t be had, gives the text back, and goes on once it can', async () => {
    await visit(pageHtml(world));
    world.breakFile(/\/core-/);
    await visitor.launcher.click();
    await visitor.write('Hi');
    const told = visitor.panel.getByText(ENGLISH.notWorking);
    await told.waitFor();
    await until('the text is back', async () => (await visitor.composer.inputValue()) === 'Hi');
    world.breakFile(null);
    await visitor.panel.getByRole('button', { name: ENGLISH.retryNow }).click();
    await told.waitFor({ state: 'detached' });
    await visitor.composer.press('Enter');
    await visitor.log.getByText('Good day.').waitFor();
  });

  it('never runs a chunk whose bytes are not the built ones', async () => {
    await page.route(/panel-.*\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'window.hacked = true; export const mount = () => {};',
      }),
    );
    await visit(pageHtml(world));
    await visitor.launcher.click();
    await page.getByText('Chat failed. Please reload.').waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  it('never runs a language whose bytes are not the built ones, and speaks English then', async () => {
    await page.route(/\/de-.*\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'window.hacked = true; export default {};',
      }),
    );
    const refused = page.waitForEvent('console', {
      predicate: (message) => /integrity/.test(message.text()),
    });
    await visit(pageHtml(world, { 'data-lang': 'de' }));
    await visitor.open();
    await refused;
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    expect(await visitor.composer.getAttribute('placeholder')).toBe(ENGLISH.placeholder);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  it('keeps the text when the gateway is out of reach, says so, and sends it when it is back', async () => {
    await visit(pageHtml(world));
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    await page.route(`${world.gateway.url}/**`, (route) => route.abort());
    await visitor.write('Are you there?');
    await visitor.log.getByText('Are you there?').waitFor();
    await visitor.panel.getByRole('button', { name: 'Try now' }).waitFor();
    await page.unroute(`${world.gateway.url}/**`);
    // Its own next attempt may come first, and takes the button away.
    void visitor.panel
      .getByRole('button', { name: 'Try now' })
      .click()
      .catch(() => {});
    await visitor.log.getByText('Again.').waitFor();
    const messages = (await world.gateway.events(world.sessionId())).filter(
      (event) => event.type === 'user.message',
    );
    expect(messages).toHaveLength(2);
  });

  it.each([
    ['no JSON', '<html>oops</html>'],
    ['JSON of another shape', '{"data":{"a":1}}'],
    ['a list with rubbish in it', '{"data":[null,1,{"id":"x"},{"id":7,"type":"agent.message"}]}'],
  ])('survives a gateway that answers %s', OUTER, async (_what, body) => {
    await visit(pageHtml(world));
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    await page.route(`${world.gateway.url}/**`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } })
        : route.continue(),
    );
    await visitor.write('More');
    await page.waitForTimeout(2500);
    expect(await visitor.log.getByText('Good day.').isVisible()).toBe(true);
    expect(await visitor.log.getByText('More').isVisible()).toBe(true);
    await page.unroute(`${world.gateway.url}/**`);
    await visitor.log.getByText('Again.').waitFor();
  });

  it('survives a session endpoint that fails, and goes on when it is well', async () => {
    world.answerTickets({ status: 500, body: 'oops' });
    await visit(pageHtml(world));
    await visitor.open();
    await visitor.write('Hi');
    await until('the endpoint', () => world.tickets.length > 0);
    await visitor.log.getByText('Hi').waitFor();
    const retry = visitor.panel.getByRole('button', { name: /Try now|Reconnect/ });
    await retry.waitFor();
    world.answerTickets(null);
    await retry.click();
    await visitor.log.getByText('Good day.').waitFor();
  });
});

describe.each([
  { scheme: 'light', ring: {} },
  { scheme: 'dark', ring: OUTER },
] as const)('under a strict policy ($scheme)', ({ scheme, ring }) => {
  it('works from the first press to the first answer without one violation', ring, async () => {
    const nonce = 'abc123';
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      "style-src 'self'",
      `connect-src 'self' ${world.gateway.url}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types bellhop',
    ].join('; ');
    await page.emulateMedia({ colorScheme: scheme });
    const head = `<meta name="color-scheme" content="light dark"><script nonce="${nonce}">
        window.violations = [];
        addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
        (window.bellhop ||= []).push((chat) => chat.registerTool({ name: 'look', description: 'Looks.',
          annotations: { readOnlyHint: true }, inputSchema: { type: 'object', properties: { at: { type: 'string', pattern: '^[a-z]*$' } } }, execute: () => 'seen' }));
      </script>`;
    await visit(pageHtml(world, { nonce }, '', head), { 'content-security-policy': policy });
    await visitor.launcher.waitFor();
    await shoot(page, `launcher-${scheme}`);
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    await visitor.write('Once more');
    await visitor.log.getByText('Again.').waitFor();
    await visitor.write('Look');
    await visitor.log.getByText('Looked.').waitFor();
    await visitor.panel.getByRole('button', { name: 'Menu' }).click();
    await page.waitForTimeout(300);
    await shoot(page, `panel-${scheme}`);
    expect(
      await page.evaluate(() => (window as unknown as { violations: string[] }).violations),
    ).toEqual([]);
  });
});

describe('the page’s interface', () => {
  it('runs what was pushed before and after, in order, and tells of what happens', async () => {
    const head = `<script>
      window.told = [];
      (window.bellhop ||= []).push((chat) => {
        for (const name of ['ready', 'open', 'close', 'message', 'session']) {
          chat.on(name, (detail) => told.push(name + ':' + (detail.role ?? detail.name ?? !!detail.sessionId)));
        }
      });
      addEventListener('bellhop:open', () => told.push('dom:open'));
    </script>`;
    await visit(pageHtml(world, {}, '', head));
    await visitor.launcher.waitFor();
    const state = await page.evaluate(async () => {
      type Chat = {
        open(): void;
        send(text: string): Promise<boolean>;
        state: { isOpen: boolean };
      };
      const { bellhop } = window as unknown as {
        bellhop: { push(f: (chat: Chat) => void): void; get(): Chat };
      };
      bellhop.push((chat) => chat.open());
      await bellhop.get().send('Hi from the page');
      return bellhop.get().state;
    });
    expect(state).toMatchObject({ isOpen: true, isLoaded: true, isShown: true });
    await visitor.log.getByText('Good day.').waitFor();
    const toldSoFar = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
    // The answer may be heard before the reply that says the question has arrived.
    await until('both messages to be told', async () => {
      const messages = (await toldSoFar()).filter((line) => line.startsWith('message'));
      return messages.sort().join() === 'message:agent,message:user';
    });
    const told = await toldSoFar();
    expect(told.slice(0, 3)).toEqual(['ready:default', 'open:default', 'dom:open']);
    expect(told).toContain('session:true');
  });

  it('leaves nothing behind when it is destroyed', async () => {
    await visit(pageHtml(world));
    await visitor.open();
    await until('the session', () => world.tickets.length > 0);
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      const { bellhop } = window as unknown as { bellhop: { get(): { destroy(): void } } };
      bellhop.get().destroy();
    });
    expect(await page.locator('bellhop-host').count()).toBe(0);
    requests.length = 0;
    await page.waitForTimeout(1500);
    expect(requests).toEqual([]);
  });

  it('shows several widgets, each by its name, and an inline one in its place', async () => {
    const tag = (name: string, more: string): string =>
      `<script async src="${world.cdn}/bellhop.js" data-name="${name}" data-gateway="${world.gateway.url}" data-session="/session" ${more}></script>`;
    await visit(
      pageHtml(
        world,
        { 'data-launcher': 'Ask us' },
        `<div id="place" style="height:400px;width:360px"></div>${tag('inline', 'data-target="#place"')}`,
      ),
    );
    await page.getByRole('button', { name: 'Ask us' }).waitFor();
    const inline = page.locator('#place bellhop-host');
    await inline.getByRole('textbox', { name: 'Message' }).click();
    await inline.getByRole('textbox', { name: 'Message' }).fill('Hi');
    await inline.getByRole('textbox', { name: 'Message' }).press('Enter');
    await inline.getByRole('log').getByText('Good day.').waitFor();
    const box = await inline.getByRole('log').boundingBox();
    expect(box?.height).toBeGreaterThan(150);
    await shoot(page, 'inline');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('stays off pages that data-hide-on names', async () => {
    world.put('/checkout/pay', pageHtml(world, { 'data-hide-on': '/checkout/*' }));
    await page.goto(`${world.site}/checkout/pay`);
    await page.waitForLoadState('load');
    await page.waitForTimeout(300);
    expect(await visitor.launcher.isVisible()).toBe(false);
  });
});
