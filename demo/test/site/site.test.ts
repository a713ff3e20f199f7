import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../site/catalog.ts';
import { knowledgeDocuments } from '../../site/handbook.ts';
import { drawPicture } from '../../site/pictures.ts';
import { createSite } from '../../site/site.ts';

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
  const gateway = async (input: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(input);
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
      adminKey: 'operator-key-of-this-test',
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
      'GET /admin/sites': { status: 200, body: { data: [] } },
      'POST /admin/sites': { status: 201, body: { client_id: 'client_new' } },
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
      expect(html).not.toContain('operator-key-of-this-test');
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

  it('gives a new visitor a session with the tools of the page and the shop’s documents', async () => {
    const tools = [{ name: 'show_cart', description: 'd', input_schema: { type: 'object' } }];
    const response = await post({ tools });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ session_id: 'ses_new', token: 'tok_new' });
    const created = calls.find((call) => call.path === '/admin/sessions');
    expect(created?.authorization).toBe('Bearer operator-key-of-this-test');
    expect(created?.body).toMatchObject({ client_tools: tools, collection_id: 'col_1' });
    expect(created?.body).not.toHaveProperty('agent');
    expect(response.headers.get('Set-Cookie')).toMatch(/^fernway_visitor=.*HttpOnly/i);
  });

  it('is one site at the gateway, made at the first start and found at the next', async () => {
    await post({});
    const made = calls.find(({ method, path }) => method === 'POST' && path === '/admin/sites');
    expect(made?.body).toEqual({ name: 'Fernway' });
    const created = () => calls.findLast(({ path }) => path === '/admin/sessions')?.body;
    expect(created()).toMatchObject({ client_id: 'client_new' });
    calls = [];
    const known = { client_id: 'client_old', name: 'Fernway', status: 'active' };
    const other = { client_id: 'client_other', name: 'Fernway 2', status: 'active' };
    answers['GET /admin/sites'] = { status: 200, body: { data: [other, known] } };
    await post({});
    expect(created()).toMatchObject({ client_id: 'client_old' });
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/admin/sites')).toBe(
      false,
    );
  });

  it('takes a returning visitor back to the session they name', async () => {
    const cookie = (await post({})).headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const response = await post({ session_id: 'ses_old', tools: [] }, { Cookie: cookie });
    expect(await response.json()).toMatchObject({ session_id: 'ses_old', token: 'tok_old' });
    const body = { client_tools: [], collection_id: 'col_1' };
    expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body });
  });

  it('refuses a call from another site at each of its three addresses', async () => {
    for (const path of ['/session', '/session/delete', '/session/feedback']) {
      const reply = await shop().request(`http://shop.test${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'http://evil.test' },
        body: '{}',
      });
      expect(reply.status).toBe(403);
    }
    expect(calls).toEqual([]);
  });

  it('says 503 while the gateway is away, and recovers when it is back', async () => {
    const site = shop();
    const ask = () =>
      site.request('http://shop.test/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
    const { 'POST /admin/collections': collections, ...rest } = answers;
    answers = rest;
    expect((await ask()).status).toBe(503);
    answers = { ...rest, 'POST /admin/collections': collections ?? { status: 500, body: {} } };
    expect((await ask()).status).toBe(200);
  });

  it('serves the chat as a page of its own, with the shop’s settings written into it', async () => {
    const site = createSite({
      gatewayUrl: 'http://gateway.test',
      adminKey: 'operator-key-of-this-test',
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
