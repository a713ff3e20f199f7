import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../../demo/site/catalog.ts';
import { knowledgeDocuments } from '../../../demo/site/handbook.ts';
import { drawPicture } from '../../../demo/site/pictures.ts';
import { createSite } from '../../../demo/site/site.ts';

interface OperatorCall {
  method: string;
  path: string;
  body: Record<string, unknown>;
  authorization: string | null;
}

describe('the demo shop', () => {
  let calls: OperatorCall[];
  let answers: Record<string, { status: number; body: unknown }>;

  /** The gateway's operator interface, as far as the shop uses it. */
  const gateway: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const call = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      body: init?.body ? JSON.parse(String(init.body)) : {},
      authorization: new Headers(init?.headers).get('Authorization'),
    };
    calls.push(call);
    const answer = answers[`${call.method} ${call.path}`];
    return answer
      ? Response.json(answer.body, { status: answer.status })
      : Response.json({ error: { message: 'not found' } }, { status: 404 });
  };

  const shop = () =>
    createSite({
      gatewayUrl: 'http://gateway.test',
      adminKey: 'operator-key',
      siteUrl: 'http://shop.test',
      distDir: join(import.meta.dirname, 'no-such-folder'),
      fetch: gateway,
    });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    shop().request('http://shop.test/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  beforeEach(() => {
    calls = [];
    answers = {
      'POST /admin/collections': { status: 201, body: { collection_id: 'col_1' } },
      'POST /admin/sessions': { status: 201, body: { session_id: 'ses_new' } },
      'POST /admin/sessions/ses_new/tokens': {
        status: 201,
        body: { token: 'tok_new', expires_at: '2030-01-01T00:00:00Z' },
      },
      'PATCH /admin/sessions/ses_old': { status: 200, body: {} },
      'GET /v1/sessions/ses_old/events': { status: 200, body: { data: [], next_page: null } },
      'POST /admin/sessions/ses_old/tokens': { status: 201, body: { token: 'tok_old' } },
    };
  });

  it.each(['/', '/products', '/cart', '/checkout', '/shipping', '/contact', '/wire', '/tools'])(
    'answers at %s with the script tag and no secret',
    async (path) => {
      const response = await shop().request(`http://shop.test${path}`);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain('src="/bellhop.js"');
      expect(html).toContain('data-gateway="http://gateway.test"');
      expect(html).not.toContain('operator-key');
    },
  );

  it('has a page and a picture of each colour for each product', async () => {
    expect(PRODUCTS).toHaveLength(12);
    for (const product of PRODUCTS) {
      const response = await shop().request(`http://shop.test/products/${product.id}`);
      expect(await response.text()).toContain(product.name);
      for (const variant of product.variants) {
        expect(drawPicture(product.id, variant.id)).toContain(variant.color);
      }
    }
  });

  it('answers 304 to a browser that has the file already', async () => {
    const first = await shop().request('http://shop.test/assets/cart.js');
    const again = await shop().request('http://shop.test/assets/cart.js', {
      headers: { 'If-None-Match': first.headers.get('ETag') ?? 'none' },
    });
    expect([first.status, again.status]).toEqual([200, 304]);
  });

  it('offers starter prompts that fit the page', async () => {
    const promptsOf = async (path: string) =>
      /data-prompts="([^"]+)"/.exec(
        await (await shop().request(`http://shop.test${path}`)).text(),
      )?.[1];
    expect(await promptsOf('/cart')).toContain('Apply coupon FERN10');
    expect(await promptsOf('/products/oak-board')).toContain(
      'Add one oak cutting board to my cart',
    );
    expect(await promptsOf('/products/reading-lamp')).not.toContain('Add one');
  });

  it('escapes what a visitor searches for', async () => {
    const response = await shop().request('http://shop.test/products?q=%3Cscript%3Ealert(1)');
    expect(await response.text()).not.toContain('<script>alert(1)');
  });

  it('answers an unknown page with a 404 that shows the way home', async () => {
    const response = await shop().request('http://shop.test/nowhere');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('href="/products"');
  });

  it.each([
    '/assets/..%2Fsite.ts',
    '/assets/%2e%2e/site.ts',
    '/bellhop/..%2F..%2Fpackage.json',
    '/assets/%E0%A4%A',
    '/pictures/nothing.svg',
  ])('serves no file from outside its folders (%s)', async (path) => {
    expect((await shop().request(`http://shop.test${path}`)).status).toBe(404);
  });

  it('gives a new visitor a session of their own, with the tools of the page', async () => {
    const tools = [{ name: 'show_cart', description: 'd', input_schema: { type: 'object' } }];
    const response = await post({ tools });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({
      session_id: 'ses_new',
      token: 'tok_new',
      expires_at: '2030-01-01T00:00:00Z',
    });
    const created = calls.find((call) => call.path === '/admin/sessions');
    expect(created?.authorization).toBe('Bearer operator-key');
    expect(created?.body).toMatchObject({ client_tools: tools, collection_id: 'col_1' });
    expect(created?.body).not.toHaveProperty('agent');
    expect(response.headers.get('Set-Cookie')).toMatch(/HttpOnly/i);
    expect(response.headers.get('Set-Cookie')).toContain(String(created?.body.owner_id));
  });

  it('takes a returning visitor back to the session they name, for the same owner', async () => {
    const response = await post(
      { session_id: 'ses_old', tools: [] },
      { Cookie: 'fernway_visitor=visitor-0123456789ab' },
    );
    expect(await response.json()).toMatchObject({ session_id: 'ses_old', token: 'tok_old' });
    const minted = calls.find((call) => call.path.endsWith('/tokens'));
    expect(minted?.body).toEqual({ owner_id: 'visitor-0123456789ab' });
    expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: { client_tools: [] } });
  });

  it('changes nothing of a session that isn’t this visitor’s, and begins a new one', async () => {
    answers['GET /v1/sessions/ses_old/events'] = { status: 404, body: {} };
    const response = await post({ session_id: 'ses_old', tools: [] });
    expect(await response.json()).toMatchObject({ session_id: 'ses_new' });
    expect(calls.some((call) => call.method === 'PATCH')).toBe(false);
  });

  it('begins a new session where the named one is gone, and where a new one is asked for', async () => {
    expect(await (await post({ session_id: 'ses_lost' })).json()).toMatchObject({
      session_id: 'ses_new',
    });
    expect(await (await post({ session_id: 'ses_old', new: true })).json()).toMatchObject({
      session_id: 'ses_new',
    });
  });

  it('refuses a call from another site and a body that is no JSON', async () => {
    expect((await post({}, { Origin: 'http://evil.test' })).status).toBe(403);
    expect((await post({}, { Origin: 'null' })).status).toBe(403);
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it('deletes a visitor’s own conversation at the gateway, and nobody else’s', async () => {
    const remove = (body: unknown, cookie = 'fernway_visitor=visitor-0123456789ab') =>
      shop().request('http://shop.test/session/delete', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify(body),
      });
    const deleted = () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    answers['DELETE /admin/sessions/ses_old'] = { status: 200, body: { deleted: 1 } };
    expect((await remove({ session_id: 'ses_old' })).status).toBe(204);
    expect(deleted()).toEqual(['/admin/sessions/ses_old']);
    expect((await remove({ session_id: 'ses_gone' })).status).toBe(204);
    expect((await remove({})).status).toBe(400);
    expect((await remove({ session_id: 'ses_old' }, '')).status).toBe(400);
    answers['GET /v1/sessions/ses_old/events'] = { status: 404, body: {} };
    expect((await remove({ session_id: 'ses_old' })).status).toBe(404);
    expect(deleted()).toHaveLength(1);
  });

  it('passes on what a visitor says of an answer, under that visitor’s own name', async () => {
    const rate = (body: unknown, headers: Record<string, string> = {}) =>
      shop().request('http://shop.test/session/feedback', {
        method: 'POST',
        headers: { Cookie: 'fernway_visitor=visitor-0123456789ab', ...headers },
        body: JSON.stringify(body),
      });
    const path = '/admin/sessions/ses_old/feedback';
    const said = { session_id: 'ses_old', event_id: 'evt_1', value: 'down', comment: 'No.' };
    answers[`POST ${path}`] = { status: 200, body: {} };
    expect((await rate({ ...said, owner_id: 'somebody-else' })).status).toBe(204);
    const { session_id: _, ...rest } = said;
    const body = { ...rest, owner_id: 'visitor-0123456789ab' };
    expect(calls).toMatchObject([{ path, body, authorization: 'Bearer operator-key' }]);
    const statuses = [
      await rate({ ...said, session_id: 'ses_of_another' }),
      await rate({ value: 'up' }),
      await rate('up'),
      await rate(said, { Cookie: '' }),
      await rate(said, { Origin: 'https://elsewhere.test' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 400, 400, 400, 403]);
    answers[`POST ${path}`] = { status: 500, body: {} };
    expect((await rate(said)).status).toBe(503);
  });

  it('says 503 while the gateway is away, and recovers when it is back', async () => {
    const site = shop();
    const ask = () => site.request('http://shop.test/session', { method: 'POST', body: '{}' });
    const { 'POST /admin/collections': collections, ...rest } = answers;
    answers = rest;
    expect((await ask()).status).toBe(503);
    answers = { ...rest, 'POST /admin/collections': collections ?? { status: 500, body: {} } };
    expect((await ask()).status).toBe(200);
  });

  it('serves the chat as a page of its own, with the shop’s settings written into it', async () => {
    const site = createSite({
      gatewayUrl: 'http://gateway.test',
      adminKey: 'operator-key',
      siteUrl: 'http://shop.test',
      distDir: join(import.meta.dirname, '../../../public'),
    });
    const page = await (await site.request('/chat.html')).text();
    expect(page).toContain('<meta name="bellhop:gateway" content="http://gateway.test">');
    expect(page).toContain('<meta name="bellhop:session" content="/session">');
    expect((await site.request('/chat.js')).headers.get('Content-Type')).toMatch(/javascript/);
    expect((await shop().request('/chat.html')).status).toBe(404);
  });

  it('describes every product and every service page in the knowledge base', () => {
    const documents = knowledgeDocuments('http://shop.test');
    expect(documents.length).toBeGreaterThan(PRODUCTS.length + 5);
    for (const document of documents) {
      expect(document.uri).toMatch(/^http:\/\/shop\.test\//);
      expect(document.text.length).toBeGreaterThan(40);
    }
  });
});
