// HTML that a tool of the page gives for its call, in the frame of a real gateway.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { listen } from './support/listen.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, shoot, type World } from './support/world.ts';

/** What the HTML does once it has begun, with `ask` and `say` at hand. */
const PAGE = `<!doctype html><body style="margin:12px;font:16px sans-serif"><p id="said">…</p><button id="act">Act</button><script>
let last = 0; const open = new Map();
const ask = (method, params = {}) => new Promise((done) => { open.set(++last, done); parent.postMessage({ jsonrpc: '2.0', id: last, method, params }, '*'); });
const tell = (method, params = {}) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
const say = (text) => { document.querySelector('#said').textContent = text; };
addEventListener('message', ({ data }) => open.get(data.id)?.(data));
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'route', version: '1' }, appCapabilities: {} }).then(({ result }) => {
  document.body.style.color = result.hostContext.styles.variables['--color-text-primary'];
  document.body.dataset.theme = result.hostContext.theme;
  tell('ui/notifications/initialized');
  tell('ui/notifications/size-changed', { height: 150 });
});
`;

/** @param script runs in the HTML; \`route\` is what the page has written into it. */
const offer = (script: string) => `<script>
  window.secret = 'of the page';
  (window.bellhop ||= []).push((chat) => {
    chat.registerTool({ name: 'pay', description: 'Pays.', annotations: { readOnlyHint: true }, execute: () => { window.paid = true; } });
    chat.registerTool({
      name: 'show_route',
      title: 'Route',
      description: 'Shows the way.',
      annotations: { readOnlyHint: true },
      ui: { html: ({ input, result }) => ${JSON.stringify(PAGE)} + 'const route = ' + JSON.stringify({ to: input.to, km: result.km }) + ';' + ${JSON.stringify(script)} + '<' + '/script>' },
      execute: () => ({ km: 3 }),
    });
  });
</script>`;

/** Frames of the gateway alone, as the document of policies has it. */
const strict = ({ cdn, gateway: { url } }: World) => ({
  'content-security-policy': `default-src 'self'; script-src 'self' 'unsafe-inline' ${cdn}; connect-src 'self' ${url}; frame-src ${url}; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types bellhop`,
});

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let lines: ReturnType<typeof recordConsole>;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterEach(async () => {
  await context?.close();
  await world?.close();
});
afterAll(() => browser?.close());

async function open(script: string, attributes: Record<string, string> = {}, width = 1280) {
  const call = [{ name: 'show_route', input: { to: 'Rome' } }];
  world = await createWorld(
    await startReferenceGateway({ script: [[{ call }, { say: 'That way.' }], [{ say: 'Well.' }]] }),
  );
  context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: null });
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
  world.put('/', { html: pageHtml(world, attributes, offer(script)), headers: strict(world) });
  await page.goto(`${world.site}/`);
  await visitor.launcher.click();
  const composer = visitor.panel.getByRole('textbox');
  await composer.fill('How do I get there?');
  await composer.press('Enter');
  await visitor.log.getByText('That way.').waitFor();
}

const app = () => page.frameLocator('iframe[title="Route"]').frameLocator('iframe');

it.each([{ width: 1280 }, { width: 390, theme: 'dark', lang: 'ar' }])(
  'is drawn below its step with the chat’s look and the size it asks for, and again after a reload: %j',
  async (look) => {
    await open(
      `say(route.km + ' km to ' + route.to);`,
      {
        'data-theme': look.theme ?? 'light',
        'data-lang': look.lang ?? 'en',
      },
      look.width,
    );
    for (const time of ['first', 'again']) {
      await app().getByText('3 km to Rome').waitFor();
      expect(await app().locator('body').getAttribute('data-theme')).toBe(look.theme ?? 'light');
      const place = page.locator('.app-place');
      await expect.poll(async () => (await place.boundingBox())?.height).toBe(150);
      const address = await page.locator('iframe[title="Route"]').getAttribute('src');
      expect(address).toBe(`${world.gateway.url}/app-frame/none`);
      await shoot(page, `own-app-${look.width}-${time}`);
      await page.reload();
    }
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
  },
);

it('reaches neither the page nor the network, and calls none of the page’s tools', async () => {
  const asked: string[] = [];
  const home = await listen((request, response) => {
    asked.push(String(request.url));
    response.setHeader('access-control-allow-origin', '*');
    response.end('ok');
  });
  const script = `(async () => {
    const heard = [];
    const tries = {
      page: () => top.secret,
      cookie: () => document.cookie,
      store: () => localStorage.length,
      fetch: () => fetch('${home.url}/fetch').then((reply) => reply.text()),
      picture: () => new Promise((done, fail) => { const it = new Image(); it.onload = done; it.onerror = () => fail(Error('no')); it.src = '${home.url}/picture'; }),
    };
    for (const [name, attempt] of Object.entries(tries)) {
      try { await attempt(); heard.push(name); } catch {}
    }
    const { error } = await ask('tools/call', { name: 'pay', arguments: {} });
    say('Got [' + heard + '] ' + error.message);
  })();`;
  try {
    await open(script);
    const said = app().getByText('Got [');
    await said.waitFor();
    expect(await said.textContent()).toMatch(/^Got \[\] This app has no server/);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => 'paid' in window)).toBe(false);
  } finally {
    await home.close();
  }
});

it('fills the panel and sends a message as the visitor’s after their press alone', async () => {
  await open(
    `document.querySelector('#act').onclick = () => ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'By bus, please' }] });`,
  );
  const region = page.getByRole('region', { name: 'Route' });
  await page.getByRole('button', { name: 'Make bigger (Route)' }).click();
  const smaller = page.getByRole('button', { name: 'Make smaller (Route)' });
  await expect.poll(async () => (await region.boundingBox())?.height ?? 0).toBeGreaterThan(400);
  await smaller.press('Escape');
  await app().locator('#act').click();
  await region.getByText('Route: Send?').waitFor();
  expect(await page.locator('.bubble').getByText('By bus, please').count()).toBe(0);
  await shoot(page, 'own-app-asks');
  await visitor.answer('yes');
  await page.locator('.bubble').getByText('By bus, please').waitFor();
});
