// The ways to a WordPress: which door a request takes, when another is tried, and what each carries.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBrowserDouble } from '../../../test/doubles/browser-double.ts';
import { createDoors } from '../../widget/doors.ts';

const SITE = 'https://shop.example';
const REST = `${SITE}/wp-json/bellhop/v1/sessions/ses_1/events`;
const AJAX = `${SITE}/wp-admin/admin-ajax.php?action=bellhop`;
const FRONT = `${SITE}/?bellhop=1`;
const DOORS = '/wp-admin/admin-ajax.php?action=bellhop /?bellhop=1';

interface Sent {
  url: string;
  init: RequestInit;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}
type Answer = (sent: Sent) => Response | Promise<Response>;

const here = (body: unknown = {}, status = 200, door = '1'): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'bellhop-door': door, 'content-type': 'application/json' },
  });
const refused = (status = 403): Response =>
  new Response('<html>Forbidden</html>', { status, headers: { 'content-type': 'text/html' } });

function setup(answer: Answer, doors = DOORS, more: object = {}) {
  const browser = createBrowserDouble();
  const sent: Sent[] = [];
  const queue: string[] = [];
  const page = () => {
    const { platform } = browser.openTab({ url: `${SITE}/rooms/` });
    const fetch: typeof globalThis.fetch = async (url, init = {}) => {
      const text = typeof init.body === 'string' ? init.body : '{}';
      const headers = Object.fromEntries(new Headers(init.headers));
      const one = { url: String(url), init, headers, body: JSON.parse(text) };
      sent.push(one);
      return answer(one);
    };
    const raw = { doors, ...more };
    return createDoors({ platform, fetch, raw, onQueue: (words) => queue.push(words) });
  };
  return { clock: browser.clock, page, sent, queue, urls: () => sent.map(({ url }) => url) };
}

const list = { headers: { authorization: 'Bearer bhw_1' }, credentials: 'omit' as const };

it('sends what the visitor has agreed to with the request for a session, and with no other', async () => {
  const given = {
    [Symbol.for('bellhop.consent')]: { text: 'I agree.', at: '2026-11-01T00:00:00Z' },
  };
  const { page, sent } = setup(() => here({}), DOORS, given);
  const ask = page();
  await ask(`${SITE}/wp-json/bellhop/v1/session?bot=sales`, {
    method: 'POST',
    body: '{"tools":[]}',
  });
  await ask(REST, { method: 'POST', body: '{"events":[]}' });
  expect(sent.map(({ body }) => body)).toEqual([
    { tools: [], consent: 'I agree.' },
    { events: [] },
  ]);
});

describe('the first door', () => {
  it('is the REST API, with the token in a header that hosts leave alone and the browser’s own password', async () => {
    const { page, sent } = setup(() => here({ data: [] }));
    const reply = await page()(`${REST}?limit=1`, list);
    expect(await reply.json()).toEqual({ data: [] });
    expect(sent).toMatchObject([
      {
        url: `${REST}?limit=1`,
        headers: { 'x-bellhop-token': 'bhw_1' },
        init: { credentials: 'same-origin', redirect: 'manual', referrerPolicy: 'same-origin' },
      },
    ]);
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is not for requests to a gateway elsewhere, which go as they are', async () => {
    const { page, sent } = setup(() => refused());
    await page()('https://gateway.example/bellhop/v1/sessions/a/events', list);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers).toEqual({ authorization: 'Bearer bhw_1' });
  });

  it.each([
    ['a refusal of the plugin’s own', () => here({ error: {} }, 403)],
    ['a server that is away', () => refused(503)],
    ['a limit of the host', () => refused(429)],
  ])('stays the one for %s', async (_, answer) => {
    const { page, urls } = setup(answer);
    await page()(REST, list);
    expect(urls()).toEqual([REST]);
  });
});

describe('another door', () => {
  const closed =
    (...urls: string[]): Answer =>
    ({ url }) =>
      urls.some((one) => url.startsWith(one)) ? refused() : here({ data: [] });
  const JSON_ROOT = `${SITE}/wp-json`;

  it('is tried after one refusal, with the whole request inside, and remembered by the next page', async () => {
    const { page, sent, urls } = setup(closed(JSON_ROOT));
    const body = '{"events":[]}';
    const init = { ...list, method: 'POST', body };
    expect((await page()(`${REST}?limit=1`, init)).status).toBe(200);
    expect(urls()).toEqual([`${REST}?limit=1`, AJAX]);
    expect(sent[1]?.body).toEqual({
      route: '/bellhop/v1/sessions/ses_1/events?limit=1',
      method: 'POST',
      token: 'bhw_1',
      nonce: '',
      body,
    });
    expect(sent[1]?.init.method).toBe('POST');
    await page()(REST, list);
    expect(urls().slice(2)).toEqual([AJAX]);
  });

  it('is forgotten after a day: the first may be open again', async () => {
    const { page, clock, urls } = setup(closed(JSON_ROOT));
    await page()(REST, list);
    await clock.advance(86_400_001);
    await page()(REST, list);
    expect(urls().slice(2)).toEqual([REST, AJAX]);
  });

  it('is the front page where admin-ajax.php is closed too', async () => {
    const { page, urls } = setup(closed(JSON_ROOT, AJAX));
    expect((await page()(REST, list)).status).toBe(200);
    expect(urls()).toEqual([REST, AJAX, FRONT]);
  });

  it('is begun with where the site knows that REST is closed', async () => {
    const { page, urls } = setup(closed(JSON_ROOT), `- ${DOORS}`);
    await page()(REST, list);
    expect(urls()).toEqual([AJAX]);
  });

  it.each([
    ['a redirect to a login page', () => ({ ...redirect() })],
    ['a page of HTML in place of the reply', () => refused(200)],
    ['501', () => refused(501)],
  ])('is tried for %s', async (_, answer) => {
    const { page, urls } = setup(({ url }) =>
      url.startsWith(JSON_ROOT) ? (answer() as Response) : here(),
    );
    await page()(REST, list);
    expect(urls()).toEqual([REST, AJAX]);
  });

  it('where all are closed, leaves the first refusal, and the first door', async () => {
    const { page, urls } = setup(() => refused());
    const ask = page();
    expect((await ask(REST, list)).status).toBe(403);
    await ask(REST, list);
    expect(urls()).toEqual([REST, AJAX, FRONT, REST, AJAX, FRONT]);
  });

  it('is never one of another site', async () => {
    const { page, urls } = setup(() => refused(), 'https://evil.example/?bellhop=1');
    await page()(REST, list);
    expect(urls()).toEqual([REST]);
  });

  it('serves sites with plain addresses and another REST prefix', async () => {
    const { page, sent } = setup(({ body }) => (body.route === undefined ? refused() : here()));
    const ask = page();
    await ask(`${SITE}/?rest_route=%2Fwp-abilities%2Fv1%2Fabilities%2Fa%2Fb%2Frun&input[x]=1`);
    await ask(`${SITE}/api/bellhop/v1/session`, { method: 'POST', body: '{}' });
    expect(sent.map(({ body }) => body.route).filter(Boolean)).toEqual([
      '/wp-abilities/v1/abilities/a/b/run?input%5Bx%5D=1',
      '/bellhop/v1/session',
    ]);
  });

  const redirect = () => ({
    type: 'opaqueredirect',
    status: 0,
    ok: false,
    headers: new Headers(),
  });
});

describe('a signed-in visitor’s nonce', () => {
  const site: Answer = ({ url, headers, body }) => {
    const nonce = headers['x-wp-nonce'] ?? body.nonce;
    if (url.endsWith('/nonce') || body.route === '/bellhop/v1/nonce')
      return here({ nonce: 'abc1' });
    return nonce === 'abc1' ? here({ token: 't' }) : here({ code: 'nonce_needed' }, 401, 'nonce');
  };
  const SESSION = `${SITE}/wp-json/bellhop/v1/session`;
  const post = { method: 'POST', body: '{}' };

  it('is asked for when the site says that it is missing, once, and goes with what follows', async () => {
    const { page, urls, sent } = setup(site);
    const ask = page();
    expect(await (await ask(SESSION, post)).json()).toEqual({ token: 't' });
    await ask(SESSION, post);
    expect(urls()).toEqual([SESSION, `${SITE}/wp-json/bellhop/v1/nonce`, SESSION, SESSION]);
    expect(sent.at(-1)?.headers['x-wp-nonce']).toBe('abc1');
  });

  it('is asked for at the door that is open', async () => {
    const { page, urls } = setup((sent) =>
      sent.url.startsWith(`${SITE}/wp-json`) ? refused() : site(sent),
    );
    expect((await page()(SESSION, post)).status).toBe(200);
    expect(urls()).toEqual([SESSION, AJAX, AJAX, AJAX]);
  });

  it('is never asked for by a guest', async () => {
    const { page, urls } = setup(() => here({ token: 't' }));
    await page()(SESSION, post);
    expect(urls()).toEqual([SESSION]);
  });

  it('that is refused too leaves the refusal', async () => {
    const { page, urls } = setup(({ url }) =>
      url.endsWith('/nonce') ? here({ nonce: '' }) : here({}, 401, 'nonce'),
    );
    expect((await page()(SESSION, post)).status).toBe(401);
    expect(urls()).toHaveLength(2);
  });
});

describe('the queue of a busy site', () => {
  const waits = (words: string): Response => {
    const reply = here({ data: [] });
    reply.headers.set('bellhop-queue', encodeURIComponent(words));
    return reply;
  };

  it('is told by lists and sends in the site’s words, until one of them says nothing of it', async () => {
    const replies = [waits('Einen Moment: noch 2 vor dir'), here({ data: [] })];
    const { page, queue } = setup(() => replies.shift() ?? refused());
    const ask = page();
    await ask(`${REST}?limit=1`, list);
    await ask(`${REST}?limit=1`, list);
    expect(queue).toEqual(['Einen Moment: noch 2 vor dir', '']);
  });

  it('is no matter of other routes, nor of a reply that says nothing readable', async () => {
    const { page, queue } = setup(({ url }) => {
      const reply = here({ token: 't' });
      if (url.startsWith(REST)) reply.headers.set('bellhop-queue', '%E0%A4%A');
      return reply;
    });
    const ask = page();
    await ask(`${SITE}/wp-json/bellhop/v1/session`, { method: 'POST', body: '{}' });
    await ask(REST, list);
    expect(queue).toEqual(['']);
  });
});

describe('a site to which many strangers come', () => {
  const SESSION = `${SITE}/wp-json/bellhop/v1/session`;
  const post = { method: 'POST', body: '{"new":true}' };
  const hash = createHash('sha256').update('salt?until=9&7').digest('hex');
  const challenge = {
    ...{ algorithm: 'SHA-256', challenge: hash, maxnumber: 50 },
    ...{ salt: 'salt?until=9&', signature: 'signed' },
  };

  it('gets the work that it asks for with the same request, once', async () => {
    const { page, sent } = setup(({ body }) =>
      body.proof === undefined ? here({ challenge }, 429) : here({ token: 't' }),
    );
    expect(await (await page()(SESSION, post)).json()).toEqual({ token: 't' });
    expect(sent).toHaveLength(2);
    expect(sent[1]?.body).toMatchObject({ new: true });
    const proof = JSON.parse(Buffer.from(String(sent[1]?.body.proof), 'base64').toString());
    expect(proof).toMatchObject({ number: 7, challenge: hash, signature: 'signed' });
    // Of one of several chatbots too.
    expect((await page()(`${SESSION}?bot=sales`, post)).status).toBe(200);
  });

  it('is asked once where it says nothing of work, or wants more of it', async () => {
    const { page, sent } = setup(() => here({ code: 'bellhop_rate_limited' }, 429));
    expect((await page()(SESSION, post)).status).toBe(429);
    expect(sent).toHaveLength(1);
    const greedy = setup(() => here({ challenge }, 429));
    expect((await greedy.page()(SESSION, post)).status).toBe(429);
    expect(greedy.sent).toHaveLength(2);
  });
});
