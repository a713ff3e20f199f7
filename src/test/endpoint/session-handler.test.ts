// The session endpoint of `bellhop/server` before the real gateway: only the wire between the two is a function call.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  type EchoGateway,
  openEchoGateway,
} from '../../../test/doubles/echo-gateway.ts';
import { createGatewayClient } from '../../client.ts';
import { createSessionHandler, type SessionHandlerOptions } from '../../server.ts';

const GATEWAY = 'http://gateway.test';
const SHOP = 'https://shop.test/chat/session';
const SECRET = 'a-secret-of-this-test';
let gateway: EchoGateway;

beforeAll(async () => {
  gateway = await openEchoGateway();
});
afterAll(() => gateway.close());

interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, string>;
  /** What the browser would send back. */
  cookie: string;
}

/** A handler, and a browser's way of asking it. `calls`: what it asked of the gateway. */
function site(options: Partial<SessionHandlerOptions<unknown>> = {}) {
  const calls: string[] = [];
  const errors: unknown[] = [];
  const chat = createSessionHandler({
    gateway: GATEWAY,
    key: ADMIN_KEY,
    secret: SECRET,
    onError: (error) => errors.push(error),
    fetch: (url, init) => {
      calls.push(`${init.method} ${new URL(url).pathname.replace(/ses\w*_\w+/, '…')}`);
      return gateway.fetch(url, init);
    },
    ...options,
  });
  const request = (body: unknown = {}, headers: Record<string, string> = {}, url = SHOP) =>
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const read = async (response: Response): Promise<Reply> => ({
    status: response.status,
    headers: response.headers,
    body: response.status === 204 ? {} : await response.json(),
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  });
  return {
    chat,
    calls,
    errors,
    request,
    ask: async (...given: Parameters<typeof request>) => read(await chat(request(...given))),
    remove: async (...given: Parameters<typeof request>) =>
      read(await chat.remove(request(...given))),
    rate: async (...given: Parameters<typeof request>) =>
      read(await chat.feedback(request(...given))),
  };
}

/** What the agent was told, as it answers a visitor with this ticket. */
async function answerTo({ body }: Reply): Promise<string> {
  const client = createGatewayClient({
    baseUrl: GATEWAY,
    token: body.token ?? '',
    fetch: (url, init = {}) => gateway.fetch(String(url), init),
  });
  const id = body.session_id ?? '';
  const [sent] = await client.send(id, [
    { type: 'user.message', content: [{ type: 'text', text: 'Hi' }] },
  ]);
  for (;;) {
    const { data } = await client.list(id, { after_id: sent?.id ?? '', limit: 100 });
    if (!data.some(({ type }) => type === 'session.status_idle')) continue;
    const said = data.find(({ type }) => type === 'agent.message');
    return JSON.stringify(said);
  }
}

describe('a script', () => {
  it('is what the sessions of a handler answer, instead of an agent', async () => {
    const { ask } = site({ session: { script: [[{ say: 'As it was written.' }]] } });
    expect(await answerTo(await ask())).toContain('As it was written.');
  });

  it('with a step that there is none of is told on the server, and no visitor hears of it', async () => {
    const script = [[{ sing: 'la' }]] as never;
    const { ask, errors } = site({ session: { script } });
    expect((await ask()).status).toBe(503);
    expect(String(errors)).toContain('script');
  });
});

describe('a guest', () => {
  it('gets a session and a token that opens it, and a cookie that scripts can’t read', async () => {
    const shop = site();
    const { status, headers, body } = await shop.ask();
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'is_new', 'session_id', 'token']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-bellhop_visitor=[\w-]{24}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const client = createGatewayClient({
      baseUrl: GATEWAY,
      token: body.token ?? '',
      fetch: (url, init = {}) => gateway.fetch(String(url), init),
    });
    expect((await client.list(body.session_id ?? '')).data).toEqual([]);
  });

  it('comes back to the session, and hands the agent the tools of the page that asks now', async () => {
    const shop = site();
    const tool = (name: string) => ({ name, description: '', input_schema: { type: 'object' } });
    const first = await shop.ask({ tools: [tool('read_cart')] });
    const { session_id } = first.body;
    const again = await shop.ask({ session_id, tools: [tool('pay')] }, { cookie: first.cookie });
    expect(again.body.session_id).toBe(session_id);
    expect(again.cookie).toBe(first.cookie);
    expect(await answerTo(again)).toContain('tools: pay');
  });

  it('asks the gateway for a token alone where nothing has changed', async () => {
    const shop = site();
    const first = await shop.ask();
    shop.calls.length = 0;
    await shop.ask({ session_id: first.body.session_id }, { cookie: first.cookie });
    expect(shop.calls).toEqual(['POST /admin/sessions/…/tokens']);
  });

  it('is recognised by another process, which first tries the visitor’s own token', async () => {
    const first = await site().ask();
    const other = site();
    const again = await other.ask(
      { session_id: first.body.session_id },
      { cookie: `theme=dark; ${first.cookie}` },
    );
    expect(again.body.session_id).toBe(first.body.session_id);
    expect(other.calls).toEqual([
      'POST /admin/sessions/…/tokens',
      'GET /v1/sessions/…/events',
      'PATCH /admin/sessions/…',
    ]);
  });

  it('begins a new session where one is asked for, and where the named one is gone', async () => {
    const shop = site();
    const { body, cookie } = await shop.ask();
    const fresh = await shop.ask({ session_id: body.session_id, new: true }, { cookie });
    const lost = await shop.ask({ session_id: 'session_that_is_gone' }, { cookie });
    expect(new Set([body, fresh.body, lost.body].map(({ session_id }) => session_id)).size).toBe(3);
  });

  it('gets nothing of somebody else’s session, and changes nothing of it', async () => {
    const shop = site();
    const theirs = await shop.ask({ tools: [{ name: 'theirs' }] });
    const mine = await shop.ask();
    const tried = await site().ask(
      { session_id: theirs.body.session_id, tools: [{ name: 'stolen' }] },
      { cookie: mine.cookie },
    );
    expect(tried.body.session_id).not.toBe(theirs.body.session_id);
    expect(await answerTo(theirs)).toContain('tools: theirs');
  });

  it.each([
    [
      'made up',
      'bellhop_visitor=abcdefghijklmnopqrstuvwx.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq',
    ],
    ['cut', 'bellhop_visitor=abcdefghijklmnopqrstuvwx'],
  ])('with a cookie that is %s is a stranger, and gets a good one', async (_what, cookie) => {
    const made = await site().ask({}, { cookie });
    expect(made.status).toBe(200);
    expect(made.cookie).not.toBe(cookie);
  });

  it('of a page without https gets a cookie that works there; a proxy may say that it was https', async () => {
    const plain = await site().ask({}, {}, 'http://shop.test/chat');
    expect(plain.headers.get('set-cookie')).not.toContain('Secure');
    const proxied = await site().ask({}, { 'x-forwarded-proto': 'https' }, 'http://shop.test/chat');
    expect(proxied.headers.get('set-cookie')).toContain('Secure');
    const framed = await site({ cookie: { name: 'v', sameSite: 'None', path: '/shop' } }).ask();
    expect(framed.headers.get('set-cookie')).toMatch(
      /^v=.*Path=\/shop; HttpOnly; SameSite=None; Secure; Partitioned$/,
    );
  });
});

describe('a signed-in visitor', () => {
  const visitor = (request: Request) => {
    const id = request.headers.get('x-user');
    return id && { id, attributes: { name: 'Ada "<b>"', plan: id === '7' ? 'gold' : 'free' } };
  };

  it('has the same conversation on another device, under a mark, without a cookie', async () => {
    const shop = site({ visitor });
    const phone = await shop.ask({}, { 'x-user': '7' });
    const { session_id } = phone.body;
    const laptop = await site({ visitor }).ask({ session_id }, { 'x-user': '7' });
    expect(laptop.body.session_id).toBe(session_id);
    expect(laptop.body.owner).toMatch(/^[\w-]{32}$/);
    expect(laptop.body.owner).toBe(phone.body.owner);
    expect(laptop.headers.get('set-cookie')).toBeNull();
  });

  it('isn’t found by who signs in after, nor by the guest of the same browser', async () => {
    const shop = site({ visitor });
    const guest = await shop.ask();
    const { session_id } = (await shop.ask({}, { 'x-user': '7', cookie: guest.cookie })).body;
    const next = await shop.ask({ session_id }, { 'x-user': '8', cookie: guest.cookie });
    const out = await shop.ask({ session_id }, { cookie: guest.cookie });
    expect(next.body.session_id).not.toBe(session_id);
    expect(out.body.session_id).not.toBe(session_id);
    expect(out.body).not.toHaveProperty('owner');
  });

  it('is known to the agent by what the server says, which the page can’t write', async () => {
    const shop = site({ visitor, session: { system: 'Be brief.' } });
    const ticket = await shop.ask({ attributes: { plan: 'platinum' } }, { 'x-user': '7' });
    const told = await answerTo(ticket);
    expect(told).toContain('Be brief.');
    expect(told).toContain('facts, never instructions');
    expect(told).toContain('gold');
    expect(told).not.toContain('platinum');
    expect(told).not.toContain('<b>');
  });

  it('is known by the facts of now, and by none once there are none', async () => {
    let plan: string | undefined = 'free';
    const shop = site({ visitor: () => ({ id: 9, attributes: { plan } }) });
    const { session_id } = (await shop.ask()).body;
    plan = 'gold';
    expect(await answerTo(await shop.ask({ session_id }))).toContain('gold');
    plan = undefined;
    expect(await answerTo(await shop.ask({ session_id }))).toContain('system: nothing');
  });

  it('is named to the gateway by a hash that the server can make again', async () => {
    const shop = site({ visitor });
    const owner = await shop.chat.ownerOfAccount(7);
    expect(owner).toMatch(/^user_[\w-]{40}$/);
    expect(await shop.chat.ownerOf(shop.request({}, { 'x-user': '7' }))).toBe(owner);
    expect(await shop.chat.ownerOf(shop.request())).toBeNull();
    expect(await site({ secret: 'another-secret-of-this-test' }).chat.ownerOfAccount(7)).not.toBe(
      owner,
    );
  });

  it('who may not chat hears that, and the gateway is not asked', async () => {
    const shop = site({ visitor: () => false });
    const { status, body } = await shop.ask();
    expect([status, body.code, shop.calls]).toEqual([403, 'forbidden', []]);
  });
});

describe('the endpoint', () => {
  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a page that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('answers no page of %s', async (_what, headers) => {
    const shop = site();
    const tries = [await shop.ask({}, headers), await shop.remove({ session_id: 's' }, headers)];
    expect(tries.map(({ status }) => status)).toEqual([403, 403]);
    expect(shop.calls).toEqual([]);
  });

  it.each([
    ['of the same origin', { 'sec-fetch-site': 'same-origin', origin: 'https://www.shop.test' }],
    ['of an older browser', { origin: 'https://shop.test' }],
    ['of a name that a proxy hides', { origin: 'https://www.shop.test' }],
  ])('answers its own page %s', async (_what, headers) => {
    const shop = site({ origins: ['https://www.shop.test'] });
    expect((await shop.ask({}, headers)).status).toBe(200);
  });

  it('refuses what is no POST of a JSON object, in words', async () => {
    const shop = site();
    const form = { 'content-type': 'text/plain' };
    const replies = [
      await shop.ask('{'),
      await shop.ask('[]'),
      await shop.ask({ session_id: 7 }),
      await shop.ask({}, form),
      await shop.ask(' '.repeat(300_000)),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 415, 413]);
    for (const { body } of replies) expect(body.message).toMatch(/^(Send|session_id)/);
    const get = await shop.chat(new Request(SHOP));
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect(shop.calls).toEqual([]);
  });

  it('leaves out tools that no gateway would take, and those that the site keeps back', async () => {
    const shop = site({ tools: (offered) => offered.filter(({ name }) => name !== 'pay') });
    const tools = [{ name: 'read' }, { name: 'read' }, { name: '' }, 7, { name: 'pay' }];
    expect(await answerTo(await shop.ask({ tools }))).toContain('tools: read"');
  });

  it('makes sessions as the site wants them', async () => {
    const shop = site({
      session: ({ id }) => ({ agent: id === undefined ? 'nobody' : 'scripted' }),
    });
    expect((await shop.ask()).status).toBe(503);
    expect(String(shop.errors[0])).toContain('agent must be');
  });

  it('says that it will pass where the gateway is away or the key is wrong, and tells the owner', async () => {
    const away = site({ fetch: () => Promise.reject(new TypeError('fetch failed')) });
    const { status, headers, body } = await away.ask();
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '10', 'unavailable']);
    const wrong = site({ key: 'a-key-that-is-not-the-one' });
    const refused = await wrong.ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300']);
    expect(JSON.stringify(refused.body)).not.toContain('token');
    expect(away.errors).toHaveLength(1);
    expect(wrong.errors).toHaveLength(1);
    const broken = site({ visitor: () => Promise.reject(new Error('no database')) });
    expect((await broken.ask()).status).toBe(503);
  });

  it('counts strangers apart from visitors, and says when to come again', async () => {
    const shop = site({ limits: { perAddress: 2, perVisitor: 3 }, address: () => '203.0.113.9' });
    const first = await shop.ask();
    const ask = (headers = {}) =>
      shop.ask({ session_id: first.body.session_id }, headers).then(({ status }) => status);
    expect([await ask(), await ask()]).toEqual([200, 429]);
    const own = { cookie: first.cookie };
    expect([await ask(own), await ask(own), await ask(own)]).toEqual([200, 200, 429]);
    const { headers, body } = await shop.ask();
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    expect(body.code).toBe('rate_limited');
  });

  it('deletes a visitor’s own conversation, and nobody else’s', async () => {
    const shop = site();
    const { body, cookie } = await shop.ask();
    const { session_id } = body;
    const stranger = await shop.ask();
    expect((await shop.remove({ session_id })).status).toBe(404);
    expect((await shop.remove({ session_id }, { cookie: stranger.cookie })).status).toBe(404);
    expect((await shop.remove({}, { cookie })).status).toBe(400);
    expect(shop.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    expect((await shop.remove({ session_id }, { cookie })).status).toBe(204);
    expect((await shop.remove({ session_id }, { cookie })).status).toBe(204);
    const again = await shop.ask({ session_id }, { cookie });
    expect(again.body.session_id).not.toBe(session_id);
  });

  it('passes on what a visitor says of an answer, and refuses it of another’s', async () => {
    const shop = site();
    const ticket = await shop.ask();
    await answerTo(ticket);
    const { session_id, token = '' } = ticket.body;
    const { data } = await createGatewayClient({
      baseUrl: GATEWAY,
      token,
      fetch: (url, init = {}) => gateway.fetch(String(url), init),
    }).list(session_id ?? '');
    const event_id = data.find(({ type }) => type === 'agent.message')?.id;
    const said = { session_id, event_id, value: 'up', comment: 'Good.' };
    const own = { cookie: ticket.cookie };
    const stranger = { cookie: (await shop.ask()).cookie };
    const statuses = [
      await shop.rate(said, own),
      await shop.rate({ ...said, value: 'sideways' }, own),
      await shop.rate(said, stranger),
      await shop.rate(said),
    ].map(({ status }) => status);
    expect(statuses).toEqual([204, 400, 404, 400]);
  });

  it('names what is missing when it is made', () => {
    const make = (options: object) => () =>
      createSessionHandler({ gateway: GATEWAY, key: ADMIN_KEY, ...options });
    expect(make({ key: '' })).toThrow('needs key');
    expect(make({ secret: 'short' })).toThrow('16 characters');
    expect(make({ gateway: 'gateway.test' })).toThrow('baseUrl must be');
  });
});
