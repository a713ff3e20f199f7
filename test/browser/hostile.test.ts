// A gateway, a page and a storage that mean harm, against the built files in Chromium: whatever comes, the visitor can
// go on writing, nothing runs that nobody allowed, and nothing is asked of anybody else.
// @module-tag outer

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type Listening, listen, readBody } from './support/listen.ts';
import { stored } from './support/stored.ts';
import type { TestGateway } from './support/test-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, type World } from './support/world.ts';

type Wire = Record<string, unknown>;

/** What the gateway says next; each test sets what it needs. */
interface Says {
  list(query: URLSearchParams): unknown;
  stream: string | null;
  headers: Record<string, string>;
  status: number;
  token: string;
  sessionId: string;
}

let browser: Browser;
let server: Listening;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let says: Says;
let sent: Wire[];
let asked: string[];
let elsewhere: string[];
let lines: { type: string; text: string }[];

const at = '2026-01-01T00:00:00Z';
const event = (id: string, type: string, content: unknown, more: Wire = {}): Wire => ({
  id,
  type,
  content,
  created_at: at,
  processed_at: at,
  ...more,
});
const text = (words: unknown): Wire => ({ type: 'text', text: words });
const call = (id: string, name: string, input: unknown): Wire =>
  event(`e ${id}`, 'agent.tool_use', [{ type: 'tool_use', id, name, input }]);
const paused = (...ids: string[]): Wire =>
  event('paused', 'session.status_idle', {
    stop_reason: 'client_tool_use',
    context_tokens: 1,
    tool_use_ids: ids,
  });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://gateway.test');
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, accept');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  asked.push(`${request.method} ${url.pathname}`);
  for (const [name, value] of Object.entries(says.headers)) response.setHeader(name, value);
  if (url.pathname.endsWith('/stream')) {
    if (says.stream === null) return void response.writeHead(404).end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.write(says.stream);
  }
  if (request.method === 'POST') {
    const body = JSON.parse(await readBody(request)) as { events: Wire[] };
    const made = body.events.map((it, n) =>
      event(`sent ${sent.length + n}`, String(it.type), it.content),
    );
    sent.push(...body.events);
    return void response.writeHead(says.status).end(JSON.stringify({ data: made }));
  }
  response.writeHead(says.status).end(JSON.stringify(says.list(url.searchParams)));
}

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  says = {
    list: () => ({ data: [] }),
    stream: null,
    headers: {},
    status: 200,
    token: 'tok.en',
    sessionId: 's1',
  };
  sent = [];
  asked = [];
  elsewhere = [];
  server = await listen((request, response) => void answer(request, response));
  const gateway: TestGateway = {
    url: server.url,
    issue: async () => ({ session_id: says.sessionId, token: says.token }),
    events: async () => [],
    close: () => server.close(),
  };
  world = await createWorld(gateway);
  context = await browser.newContext();
  await context.route('**/*', (route) => {
    const own = [world.site, world.cdn, server.url];
    const url = route.request().url();
    if (own.some((origin) => url.startsWith(`${origin}/`))) return route.continue();
    elsewhere.push(url);
    return route.abort();
  });
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
});

afterEach(async () => {
  await context.close();
  await world.close();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
  expect(elsewhere).toEqual([]);
});

const TOOLS = `<script>
  window.ran = [];
  (window.bellhop ||= []).push((chat) => {
    for (const name of ['look', 'buy', 'wipe']) chat.registerTool({ name, description: name + 's',
      annotations: { readOnlyHint: name === 'look' }, execute: (input) => { ran.push(name); return 'did ' + name; } });
  });
</script>`;

async function visit(body = '', head = TOOLS, attributes: Record<string, string> = {}) {
  world.put('/', { html: pageHtml(world, attributes, body, head) });
  await page.goto(`${world.site}/`);
  await visitor.launcher.waitFor();
}

/** One can write, and it is shown. */
async function canWrite(words = 'Still here?') {
  await visitor.write(words);
  await visitor.log.getByText(words).first().waitFor();
}

const ran = () => page.evaluate(() => (window as unknown as { ran: string[] }).ran);

describe('a gateway that answers', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'then',
    'length',
  ];
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  const deepJson = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['text', '<script>ran.push(1)</script>'],
    ['data of another kind', { data: { length: 1e9 }, next_page: {} }],
    ['holes', { data: [null, 1, 'x', [], {}, { id: 1 }, { id: 'x' }, { id: 'y', type: 5 }] }],
    [
      'names that every object has, everywhere',
      {
        data: NAMES.flatMap((name) => [
          event(name, 'user.message', [text(name)]),
          event(`${name} answer`, 'agent.message', [
            {
              ...text(name),
              citations: [{ type: name, document_uri: name, document_title: name }],
            },
          ]),
          event(`${name} call`, 'agent.tool_use', [
            { type: 'tool_use', id: name, name, input: { toString: 1, valueOf: 'x' } },
          ]),
          event(`${name} result`, 'user.tool_result', [
            {
              type: 'tool_result',
              tool_use_id: name,
              is_error: true,
              error_code: name,
              content: name,
            },
          ]),
          event(`${name} error`, 'session.error', { code: name, text: name, request_id: name }),
          event(`${name} type`, name, { [`${name} x`]: 1 }),
          event(`${name} idle`, 'session.status_idle', { stop_reason: name, context_tokens: 1 }),
        ]),
      },
    ],
    [
      'the same id for different things',
      {
        data: [
          event('a', 'user.message', [text('one')]),
          event('a', 'agent.message', [text('two')]),
          event('a', 'agent.tool_use', [{ type: 'tool_use', id: 'a', name: 'look', input: {} }]),
          event('a', 'session.status_idle', { stop_reason: 'end_turn' }),
        ],
      },
    ],
    [
      'times at the ends of all calendars',
      {
        data: [
          '+275760-09-13T00:00:00Z',
          '-271821-04-20T00:00:00Z',
          '9999-99-99',
          'now',
          '0',
          '',
        ].map((created_at, n) =>
          event(`t${n}`, 'user.message', [text(`at ${created_at}`)], {
            created_at,
            processed_at: created_at,
          }),
        ),
      },
    ],
    [
      'numbers beyond measure',
      {
        data: [
          event('m', 'user.message', [text('go')]),
          event('n', 'agent.message', [
            { type: 'thought', text: 'x', extra_content: { gateway: { thinking_ms: 1e308 } } },
            text('y'),
          ]),
          call('c', 'look', { a: 1e308, b: -0, c: Number.MAX_SAFE_INTEGER }),
          event('r', 'user.tool_result', [
            {
              type: 'tool_result',
              tool_use_id: 'c',
              content: 'x',
              client_timing: { started_at_ms: 9e15, ended_at_ms: 0 },
            },
          ]),
          event(
            'i',
            'session.status_idle',
            { stop_reason: 'end_turn', context_tokens: 1e308 },
            { usage: { input_tokens: -1, credits_nano: 1e300 } },
          ),
        ],
      },
    ],
    [
      'a page after which always another comes',
      { data: [event('x', 'user.message', [text('again')])], next_page: 'more' },
    ],
  ])('with %s takes nothing away from the visitor', async (_, body) => {
    says.list = () => body;
    await visit('', TOOLS, { 'data-debug': 'on' });
    await visitor.open();
    await page.waitForTimeout(600);
    await canWrite();
    expect(await ran()).toEqual([]);
    expect(asked.length).toBeLessThan(60);
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
  });

  it('with an input that is nested without end shows the rest all the same', async () => {
    says.list = () => ({ data: [event('m', 'user.message', [text('before')])] });
    await visit('', TOOLS, { 'data-debug': 'on' });
    await page.route('**/events?*', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        body: `{"data":[${JSON.stringify(event('m', 'user.message', [text('before')]))},
          {"id":"d","type":"agent.tool_use","content":[{"type":"tool_use","id":"d","name":"gone","input":{"x":${deepJson}}}]},
          {"id":"u","type":"somehow","content":${deepJson}},
          {"id":"b","type":"agent.message","content":[{"type":"odd","x":${deepJson}},{"type":"text","text":"after"}]}]}`,
      }),
    );
    await visitor.open();
    await visitor.log.getByText('after', { exact: true }).waitFor();
    await visitor.panel.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Owner’s view' }).click();
    await page.getByText('somehow').first().waitFor({ state: 'attached' });
  });

  it('with pages without end is asked a few times a second, and the visitor can write meanwhile', async () => {
    let count = 0;
    says.list = () => ({
      data: [event(`p${count}`, 'user.message', [text(`page ${count++}`)])],
      next_page: `${count}`,
    });
    await visit();
    await visitor.open();
    await canWrite();
    await page.waitForTimeout(1500);
    await canWrite('And still?');
  });

  it('with a hundred thousand frames at once leaves time for the visitor', async () => {
    const frame = (it: Wire) => `id: ${it.id}\nevent: ${it.type}\ndata: ${JSON.stringify(it)}\n\n`;
    says.stream = `${Array.from({ length: 100_000 }, (_, n) => frame(event(`f${n}`, 'session.status_running', [])).repeat(1)).join('')}`;
    await visit();
    await visitor.open();
    await canWrite();
  });

  it('with a redirect, a cookie or a referrer policy gets nowhere with it', async () => {
    says.headers = {
      location: 'https://evil.test/',
      'set-cookie': 'x=1; SameSite=None; Secure',
      refresh: '0;url=https://evil.test/',
      link: '<https://evil.test/x.css>; rel=stylesheet',
      'clear-site-data': '"storage"',
    };
    says.status = 307;
    await visit();
    await visitor.open();
    await page.waitForTimeout(500);
    expect(await context.cookies()).toEqual([]);
    await canWrite();
  });

  it.each([
    ['a line break', 'secret\r\nX-Evil: 1'],
    ['letters that no head takes', 'secretümlaut'],
    ['NUL', 'secret\u0000b'],
    ['half a character', 'secret\ud800'],
    ['a hundred thousand characters', `secret${'x'.repeat(100_000)}`],
  ])('behind an endpoint whose token has %s says it nowhere', async (_, token) => {
    says.token = token;
    await visit();
    await visitor.open();
    await visitor.write('Hello');
    await page.waitForTimeout(800);
    const said = JSON.stringify(lines);
    expect(said).not.toContain('secret');
    expect(asked.join()).not.toContain('secret');
  });

  it.each([
    ['a step up', '..'],
    ['several', '../../admin'],
    ['a query', 'a/b?c#d'],
    ['half a character', '\ud800'],
    ['a step up that is encoded', '%2e%2e'],
    ['a space', ' '],
    ['five thousand characters', 'x'.repeat(5000)],
  ])(
    'behind an endpoint whose session is %s is asked for no other address',
    async (_, sessionId) => {
      says.sessionId = sessionId;
      await visit();
      await visitor.open();
      await visitor.write('Hello');
      await page.waitForTimeout(800);
      for (const line of asked)
        expect(line).toMatch(/^\w+ \/v1(beta1)?\/sessions\/[^/]+\/events(\/stream)?$/);
    },
  );
});

describe('two questions at once', () => {
  it('are answered one by one: the second click of a double click falls on nothing', async () => {
    says.list = () => ({
      data: [
        ...sent.map((it, n) => event(`sent ${n}`, String(it.type), it.content)),
        ...(sent.length > 0
          ? [
              event('running', 'session.status_running', []),
              call('one', 'buy', { what: 'a mug' }),
              call('two', 'wipe', { what: 'all' }),
              paused('one', 'two'),
            ]
          : []),
      ],
    });
    await visit();
    await visitor.open();
    await visitor.write('go');
    const allow = visitor.yes;
    await allow.nth(1).waitFor();
    // The second may stand below the view, which stays where the first is.
    await until('the first to be armed', async () => {
      return (await allow.first().getAttribute('aria-disabled')) === null;
    });
    const box = await allow.first().boundingBox();
    await page.mouse.dblclick((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await until('the first to run', async () => (await ran()).length > 0);
    await page.waitForTimeout(600);
    expect(await ran()).toEqual(['buy']);
  });
});

describe('a page', () => {
  it.each([
    ['a frame of another origin named bellhop', '<iframe name="bellhop" src="GATEWAY/"></iframe>'],
    ['a frame named bellhopConfig', '<iframe name="bellhopConfig" src="GATEWAY/"></iframe>'],
  ])('with %s still gets its chat', async (_, body) => {
    await visit(body.replace('GATEWAY', server.url), '');
    await visitor.open();
    await canWrite();
  });

  it.each([
    ['an element with the id', '<div id="bellhop"></div>', '<div> with the id'],
    ['a form with the name', '<form name="bellhop"></form>', '<form> with the name'],
  ])('with %s bellhop is told so in the console', OUTER, async (_, body, words) => {
    world.put('/', { html: pageHtml(world, {}, body, '') });
    await page.goto(`${world.site}/`);
    await visitor.open();
    await until('the console to say so', () => lines.some(({ text }) => text.includes(words)));
    lines = [];
  });

  it('with a field named bellhop has nothing to be told', OUTER, async () => {
    world.put('/', { html: pageHtml(world, {}, '<input name="bellhop">', '') });
    await page.goto(`${world.site}/`);
    await visitor.open();
    await canWrite();
    expect(lines.filter(({ text }) => text.includes('bellhop" '))).toEqual([]);
  });

  // An element can take almost any name of the document.
  it.each([
    'baseURI',
    'body',
    'head',
    'documentElement',
    'defaultView',
    'readyState',
    'visibilityState',
    'activeElement',
    'currentScript',
    'createElement',
    'createNodeIterator',
    'implementation',
    'querySelector',
    'querySelectorAll',
    'getElementById',
    'cookie',
    'location',
    'adoptedStyleSheets',
    'title',
    'scripts',
    'hasFocus',
    'addEventListener',
  ])('whose picture and form are named %s still shows an answer', async (name) => {
    says.list = () => ({
      data: [
        event('m', 'user.message', [text('go')]),
        event('a', 'agent.message', [text('Two **lamps** are here.')]),
      ],
    });
    const body = `<img name="${name}"><form name="${name}" action="https://evil.test/"><input name="href" value="https://evil.test/"></form>`;
    world.put('/', { html: pageHtml(world, {}, body, '') });
    await page.goto(`${world.site}/`);
    await visitor.open();
    await visitor.log.getByText('Two lamps are here.').waitFor();
    lines = [];
  });

  it('in a sandbox without an origin can ask nobody for what changes something', async () => {
    says.list = () => ({
      data: [
        event('m', 'user.message', [text('go')]),
        call('one', 'buy', { what: 'a mug' }),
        paused('one'),
      ],
    });
    world.put('/', { html: pageHtml(world, {}, '', TOOLS) });
    world.put(
      '/frame',
      `<iframe sandbox="allow-scripts allow-forms" src="${world.site}/" width="900" height="700"></iframe>`,
    );
    await page.goto(`${world.site}/frame`);
    const frame = page.frameLocator('iframe');
    await frame.locator('bellhop-host button[part=launcher]').click();
    await page.waitForTimeout(1500);
    expect(await frame.locator('.choices.pair > button').count()).toBe(0);
  });
});

describe('storage that somebody has written to', () => {
  it('with marks, channels and times of its own making still gives a chat', async () => {
    says.list = () => ({ data: [event('m', 'user.message', [text('a stored word')])] });
    await visit();
    await visitor.open();
    await visitor.log.getByText('a stored word').waitFor();
    await canWrite('Stored');
    await until('it to be stored', async () => (await stored(page)).includes('a stored word'));
    await page.evaluate(async () => {
      for (const key of Object.keys(localStorage)) localStorage[key] = '{"__proto__":{"x":1}}';
      for (const key of Object.keys(sessionStorage)) sessionStorage[key] = '[[[[';
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      for (const name of names) {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
        });
        for (const storeName of db.objectStoreNames) {
          const store = db.transaction(storeName, 'readwrite').objectStore(storeName);
          await new Promise<void>((resolve) => {
            store.openCursor().onsuccess = (found) => {
              const cursor = (found.target as IDBRequest<IDBCursorWithValue | null>).result;
              if (cursor === null) return resolve();
              const turned = JSON.parse(JSON.stringify(cursor.value), (key, value) =>
                typeof value === 'number'
                  ? key === 'v'
                    ? value
                    : 9e15
                  : key === 'created_at'
                    ? undefined
                    : value,
              );
              cursor.update(turned);
              cursor.continue();
            };
          });
        }
        db.close();
      }
      for (const name of ['bellhop', ...names]) {
        const channel = new BroadcastChannel(name);
        for (const message of [
          null,
          1,
          'x',
          [],
          { type: '__proto__' },
          { type: 'yield' },
          { type: 'log', events: 5 },
        ])
          channel.postMessage(message);
      }
    });
    await page.reload();
    await visitor.openByScript();
    await canWrite('After it');
  });
});
