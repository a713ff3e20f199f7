// Apps of tool servers in the thread: an outer page on another origin, and what an app inside may and may not do. The gateway is
// played by routes that follow src/apps/README.md; nothing of the page is a double.

import type { Browser, BrowserContext, Frame, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { listen } from './support/listen.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, shoot, type World } from './support/world.ts';

const DIGEST = 'a'.repeat(64);

/** The outer page as the gateway serves it: relays, and makes the inner frame. */
const OUTER = `<!doctype html><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style><script>
let inner = null;
addEventListener('message', ({ source, data }) => {
  if (source === parent) {
    if (data.method !== 'ui/notifications/sandbox-resource-ready') return inner?.contentWindow.postMessage(data, '*');
    if (inner) return;
    inner = document.createElement('iframe');
    inner.setAttribute('sandbox', 'allow-scripts allow-forms');
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else if (source === inner?.contentWindow && !String(data?.method).startsWith('ui/notifications/sandbox-')) parent.postMessage(data, '*');
});
document.addEventListener('DOMContentLoaded', () => parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*'));
</script><body></body>`;

const app = (script: string) => `<!doctype html><body style="margin:12px;font:16px sans-serif">
<p id="said">…</p><button id="act">Act</button><script>
let last = 0; const open = new Map(); const heard = window.heard = [];
const ask = window.ask = (method, params = {}) => new Promise((resolve) => { open.set(++last, resolve); parent.postMessage({ jsonrpc: '2.0', id: last, method, params }, '*'); });
const tell = window.tell = (method, params = {}) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
const say = (text) => { document.querySelector('#said').textContent = text; };
addEventListener('message', ({ data }) => {
  if (data.method) heard.push(data);
  if (data.method === 'ui/notifications/tool-input') say('For ' + data.params.arguments.city);
  if (data.method === 'ui/resource-teardown') parent.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*');
  open.get(data.id)?.(data);
});
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'a', version: '1' }, appCapabilities: {} }).then(({ result }) => {
  const { theme, styles } = result.hostContext;
  document.body.style.color = styles.variables['--color-text-primary'];
  document.body.dataset.theme = theme;
  tell('ui/notifications/initialized');
  tell('ui/notifications/size-changed', { height: 180 });
});
${script}</script>`;

let browser: Browser;
let outer: Awaited<ReturnType<typeof listen>>;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let html = '';
let digest = DIGEST;
let calls: { name: string; is_allowed?: true }[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  outer = await listen((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy':
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts allow-forms",
    });
    response.end(OUTER);
  });
});
afterAll(async () => {
  await browser?.close();
  await outer?.close();
});

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
};

async function serve(route: Route): Promise<void> {
  const request = route.request();
  const reply = (body: object, status = 200) =>
    route.fulfill({ status, headers: HEADERS, json: body });
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: HEADERS });
  if (request.method() === 'GET')
    return reply({
      digest,
      html,
      sandbox: `${outer.url}/app-frame/${DIGEST}`,
      permissions: {},
      tool: { name: 'map', inputSchema: { type: 'object' } },
      input: { city: 'Rome' },
      result: { content: [{ type: 'text', text: 'Here.' }] },
    });
  const body = request.postDataJSON();
  calls.push(body);
  if (!body.is_allowed)
    return reply(
      { type: 'error', error: { type: 'approval_required', message: 'Ask the visitor.' } },
      409,
    );
  return reply({ result: { content: [{ type: 'text', text: 'Booked.' }] } });
}

async function begin(script = '', how: { theme?: 'dark'; width?: number } = {}) {
  html = app(script);
  context = await browser.newContext({
    viewport: { width: how.width ?? 1280, height: 800 },
  });
  page = await context.newPage();
  visitor = visitorOf(page);
  // The agent's own call with its app, as the gateway puts it into the log; the page runs nothing.
  await page.route('**/v1/sessions/*/events*', async (route) => {
    const response = await route.fetch();
    const body = await response.json().catch(() => null);
    for (const event of body?.data ?? [])
      for (const block of event.type === 'agent.tool_use' ? event.content : [])
        block.ui = { resource: 'ui://map', digest: DIGEST, title: 'City map', height: 120 };
    await route.fulfill({ response, json: body });
  });
  await page.route('**/v1/sessions/*/apps/**', serve);
  world.put('/', {
    html: pageHtml(world)
      .replace('data-gateway', `data-theme="${how.theme ?? 'light'}" data-gateway`)
      .replace(
        '</body>',
        `<script>(window.bellhop ||= []).push((chat) => chat.registerTool({ name: 'map', description: 'A map', annotations: { readOnlyHint: true }, execute: () => 'Here.' }));</script></body>`,
      ),
    headers: {},
  });
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('A map, please');
}

const inner = async (): Promise<Frame> => {
  await page
    .frameLocator('iframe[title="City map"]')
    .frameLocator('iframe')
    .locator('#said')
    .waitFor();
  const found = page.frames().findLast((frame) => frame.url() === 'about:srcdoc');
  if (!found) throw new Error('There is no app.');
  return found;
};

beforeEach(async () => {
  calls = [];
  digest = DIGEST;
  world = await createWorld(
    await startOtherGateway([
      [{ call: [{ name: 'map', input: { city: 'Rome' } }] }, { say: 'Look.' }],
      [{ say: 'Well.' }],
    ]),
  );
});
afterEach(async () => {
  await context.close();
  await world.close();
});

it('stands in the thread with its name, size and colours, and again after a reload', async () => {
  await begin('', { theme: 'dark' });
  for (const time of ['first', 'again']) {
    const frame = await inner();
    await frame.getByText('For Rome').waitFor();
    expect(await frame.locator('body').getAttribute('data-theme'), time).toBe('dark');
    const place = page.locator('.app-place');
    await expect.poll(async () => (await place.boundingBox())?.height).toBe(180);
    expect(await page.getByRole('region', { name: 'City map' }).count()).toBe(1);
    await shoot(page, `app-${time}`);
    await page.reload();
  }
});

it('asks before a call that needs it, with the app out of sight, and sends no other call meanwhile', async () => {
  await begin(`document.querySelector('#act').onclick = () => {
    ask('tools/call', { name: 'book_room', arguments: { nights: 2 } }).then((it) => say(JSON.stringify(it)));
    ask('tools/call', { name: 'steal', arguments: {} }).then((it) => heard.push(it));
  };`);
  const frame = await inner();
  await frame.locator('#act').click();
  await page.getByText('Book room?').waitFor();
  expect(
    await page
      .locator('.app-place')
      .evaluate((it) => [getComputedStyle(it).visibility, (it as HTMLElement).inert]),
  ).toEqual(['hidden', true]);
  // A press in the first moment counts for nothing.
  await visitor.yes.click({ force: true, timeout: 2_000 });
  expect(calls.some((one) => one.is_allowed)).toBe(false);
  await shoot(page, 'app-asks');
  await visitor.answer('yes');
  await frame.getByText('Booked.').waitFor();
  expect(calls.filter((one) => one.is_allowed).map(({ name }) => name)).toEqual(['book_room']);
});

it('reaches neither the page nor its top, token or transcript', async () => {
  await begin();
  const frame = await inner();
  const tried = await frame.evaluate(() => {
    const attempt = (act: () => unknown) => {
      try {
        return `reached ${act()}`;
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      attempt(() => top?.document.title),
      attempt(() => parent.parent.document.querySelector('bellhop-host')),
      attempt(() => localStorage.length),
      attempt(() => document.cookie),
      attempt(() => {
        (top as Window).location.href = 'https://evil.example/';
      }),
    ];
  });
  expect(tried).toEqual(Array(5).fill('SecurityError'));
  expect(page.url()).toBe(`${world.site}/`);
  // Sent past the outer page, nothing is heard: not even as if it were that page.
  await frame.evaluate(() => {
    const say = (message: object) => top?.postMessage({ jsonrpc: '2.0', ...message }, '*');
    say({ id: 9, method: 'tools/call', params: { name: 'direct', arguments: {} } });
    say({ method: 'ui/notifications/sandbox-proxy-ready', params: {} });
  });
  const left = await frame.evaluate(() =>
    fetch('https://evil.example/').then(
      () => 'left',
      () => 'kept',
    ),
  );
  expect(left).toBe('kept');
  expect(calls).toEqual([]);
});

it('is let go where it floods the chat, and the answer stays', async () => {
  await begin();
  const frame = await inner();
  await frame.evaluate(() => {
    const { tell } = window as unknown as { tell(method: string): void };
    for (let n = 0; n < 1_000; n++) tell('notifications/message');
  });
  await visitor.log.getByText('City map · Not available right now').waitFor();
  await visitor.log.getByText('Look.').waitFor();
});

it('is not drawn where what comes is another than what the log names', async () => {
  digest = 'b'.repeat(64);
  await begin();
  await visitor.log.getByText('City map · Not available right now').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await shoot(page, 'app-failed');
});

it('sends its message as the visitor’s after their press alone', async () => {
  await begin(
    `document.querySelector('#act').onclick = () => ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Take the blue one' }] });`,
  );
  const frame = await inner();
  await frame.locator('#act').click();
  await page.getByText('City map: Send?').waitFor();
  expect(await page.locator('.bubble').getByText('Take the blue one').count()).toBe(0);
  await visitor.answer('yes');
  await page.locator('.bubble').getByText('Take the blue one').waitFor();
});

it('can have all of the panel, and Escape leads back to its button, on a phone too', async () => {
  await begin('', { width: 390 });
  const frame = await inner();
  await page.getByRole('button', { name: 'Make bigger (City map)' }).click();
  const smaller = page.getByRole('button', { name: 'Make smaller (City map)' });
  await smaller.waitFor();
  await expect
    .poll(async () => (await page.locator('.app').boundingBox())?.height ?? 0)
    .toBeGreaterThan(500);
  await frame.getByText('For Rome').waitFor();
  await shoot(page, 'app-full');
  await smaller.press('Escape');
  await page.getByRole('button', { name: 'Make bigger (City map)' }).waitFor();
  expect(await visitor.panel.isVisible()).toBe(true);
});
