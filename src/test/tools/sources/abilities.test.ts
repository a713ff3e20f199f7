// WordPress abilities against a real HTTP server that answers as WordPress, its proxies and its failures do.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../protocol/index.ts';
import { toFailure } from '../../../tools/failure.ts';
import { createToolRegistry } from '../../../tools/registry.ts';
import { type AbilitiesParts, createAbilitiesSource } from '../../../tools/sources/abilities.ts';
import { findClientAbilities } from '../../../tools/sources/client-abilities.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Handler = (request: Seen, response: ServerResponse) => void;

const seen: Seen[] = [];
let handler: Handler = (_, response) => response.end('{}');
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body };
    seen.push(one);
    handler(one, response);
  });
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
});

const RUN = '/wp-json/wp-abilities/v1/abilities/shop/do/run';

function ability(over: Record<string, unknown> = {}, annotations: object = {}) {
  return {
    name: 'shop/do',
    label: 'Do it',
    description: 'Does it.',
    category: 'shop',
    input_schema: { type: 'object', properties: {} },
    meta: { annotations },
    run_url: origin + RUN,
    ...over,
  };
}

async function load(catalog: unknown, over: Partial<AbilitiesParts> = {}) {
  const registry = createToolRegistry();
  const warnings: string[] = [];
  const serve = handler;
  handler = (_, response) => response.end(JSON.stringify(catalog));
  const source = createAbilitiesSource({
    catalogUrl: '/wp-json/bellhop/v1/abilities',
    nonceUrl: null,
    pageUrl: () => `${origin}/shop/`,
    fetch,
    registry,
    warn: (message) => warnings.push(message),
    ...over,
  });
  await source.refresh();
  handler = serve;
  seen.length = 0;
  return { registry, source, warnings };
}

const context = () => ({ signal: new AbortController().signal, toolUseId: 'a' });

/** Runs the one ability; resolves to its value, or to the failure that the pipeline would report. */
async function call(
  annotations: object,
  input: JsonObject,
  answer: Handler,
  over: Partial<AbilitiesParts> = {},
  abilityOver: Record<string, unknown> = {},
) {
  const { registry } = await load([ability(abilityOver, annotations)], over);
  handler = answer;
  const tool = registry.find('shop/do');
  if (tool === null) throw new Error('not offered');
  return tool.execute(input, context()).then(
    (value) => ({ value, failure: null }),
    (error: unknown) => ({ value: undefined, failure: toFailure(error) }),
  );
}

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const wp = (status: number, code: string, more: object = {}): Handler =>
  reply(status, { code, message: `<p>It is <b>${code}</b></p>`, data: { status }, ...more });

const READ = { readonly: true };
const REMOVE = { destructive: true, idempotent: true };

describe('how an ability is called', () => {
  it.each([
    ['GET when it only reads', READ, 'GET', `${RUN}?input%5Ba%5D=1`, ''],
    ['DELETE when it destroys, repeatably', REMOVE, 'DELETE', `${RUN}?input%5Ba%5D=1`, ''],
    ['POST when it destroys', { destructive: true }, 'POST', RUN, '{"input":{"a":1}}'],
    ['POST when it is idempotent', { idempotent: true }, 'POST', RUN, '{"input":{"a":1}}'],
    ['POST otherwise', {}, 'POST', RUN, '{"input":{"a":1}}'],
  ])('by %s', async (_what, annotations, method, url, body) => {
    const { value } = await call(annotations, { a: 1 }, reply(200, { ok: true }));
    expect(value).toEqual({ ok: true });
    expect(seen).toMatchObject([{ method, url, body }]);
    expect(seen[0]?.headers.accept).toBe('application/json');
  });

  it.each([
    ['an empty object', {}, '?input='],
    ['booleans as 1 and 0', { a: true, b: false }, '?input[a]=1&input[b]=0'],
    ['nested values', { a: { b: [1, 'x y'] } }, '?input[a][b][0]=1&input[a][b][1]=x%20y'],
    ['no null', { a: null, b: 2 }, '?input[b]=2'],
    ['empty lists', { a: [] }, '?input[a]='],
    ['hostile characters', { a: '&b=1#?' }, '?input[a]=%26b%3D1%23%3F'],
  ])('with %s in the query', async (_what, input, query) => {
    await call(READ, input as JsonObject, reply(200, 'null'));
    const sent = (seen[0]?.url ?? '').slice(RUN.length);
    expect(sent.replaceAll('%5B', '[').replaceAll('%5D', ']')).toBe(query);
  });

  it('by & where the route is a parameter already', async () => {
    const run_url = `${origin}/?rest_route=/wp-abilities/v1/abilities/shop/do/run`;
    await call(READ, { a: 1 }, reply(200, '1'), {}, { run_url });
    expect(seen[0]?.url).toBe('/?rest_route=/wp-abilities/v1/abilities/shop/do/run&input%5Ba%5D=1');
  });

  it('without input where the ability takes none', async () => {
    await call(READ, { a: 1 }, reply(200, '1'), {}, { input_schema: undefined });
    await call({}, { a: 1 }, reply(200, '1'), {}, { input_schema: [] });
    expect(seen).toMatchObject([{ url: RUN, body: '{}' }]);
  });

  it('with the bare value where its input is no object', async () => {
    const over = { input_schema: { type: 'integer' } };
    await call({}, { input: 7 }, reply(200, '1'), {}, over);
    expect(seen[0]?.body).toBe('{"input":7}');
  });

  it('with the traceparent of the call', async () => {
    const { registry } = await load([ability({}, READ)]);
    handler = reply(200, '1');
    await registry.find('shop/do')?.execute({}, { ...context(), traceparent: '00-a-b-01' });
    expect(seen[0]?.headers.traceparent).toBe('00-a-b-01');
  });
});

describe('what is asked before it runs', () => {
  const summaryUrl = (): string => `${origin}/wp-json/bellhop/v1/abilities/shop/do/summary`;
  const summarize = async (over: Record<string, unknown>, answer: Handler, annotations = {}) => {
    const { registry } = await load([ability(over, annotations)]);
    handler = answer;
    return registry.find('shop/do')?.summarize?.({ a: 1 });
  };

  it('comes from the site in its words, for the exact input', async () => {
    const over = { summary_url: summaryUrl(), input_schema: { type: 'object' } };
    const words = { title: 'Do it, €36?' };
    expect(await summarize(over, reply(200, words), { destructive: true })).toEqual(words);
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/wp-json/bellhop/v1/abilities/shop/do/summary',
        body: '{"input":{"a":1}}',
      },
    ]);
  });

  it('is never asked of another site, and not where the catalog names no address', async () => {
    for (const summary_url of [undefined, 'https://evil.example/summary'])
      expect(await summarize({ summary_url }, reply(200, { title: 'x' }))).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('fails without the words, which leaves the question as it is', async () => {
    const over = { summary_url: summaryUrl() };
    await expect(summarize(over, wp(404, 'rest_no_route'))).rejects.toThrow();
  });
});

describe('what the reply becomes', () => {
  const html = '<!doctype html><h1>Fatal error</h1> /var/www/wp-content/x.php';
  it.each([
    ['any 429', 429, '<h1>slow down</h1>', 'rate_limited', true],
    [
      'a 429 inside',
      400,
      {
        code: 'ability_invalid_input',
        message: 'x',
        additional_data: [{ status: 400 }, { status: 429 }],
      },
      'rate_limited',
      true,
    ],
    ['ability_invalid_input', 400, 'ability_invalid_input', 'invalid_input', false],
    ['ability_missing_input_schema', 400, 'ability_missing_input_schema', 'invalid_input', false],
    ['rest_invalid_param', 400, 'rest_invalid_param', 'invalid_input', false],
    ['rest_invalid_json', 400, 'rest_invalid_json', 'invalid_input', false],
    ['rest_cookie_invalid_nonce', 403, 'rest_cookie_invalid_nonce', 'permission_denied', false],
    ['another 401', 401, 'rest_forbidden', 'permission_denied', false],
    ['another 403', 403, 'ability_invalid_permissions', 'permission_denied', false],
    ['a bare 403', 403, html, 'permission_denied', false],
    ['rest_ability_not_found', 404, 'rest_ability_not_found', 'tool_unavailable', false],
    ['rest_no_route', 404, 'rest_no_route', 'tool_unavailable', false],
    ['rest_ability_invalid_method', 405, 'rest_ability_invalid_method', 'tool_unavailable', false],
    ['another 404', 404, 'product_not_found', 'not_found', false],
    ['a bare 404', 404, html, 'not_found', false],
    ['internal_server_error', 500, 'internal_server_error', 'wp_fatal_error', false],
    ['a 500 with HTML', 500, html, 'wp_fatal_error', false],
    ['an empty 500', 500, '', 'wp_fatal_error', false],
    ['ability_callback_exception', 500, 'ability_callback_exception', 'execution_failed', false],
    ['ability_invalid_output', 500, 'ability_invalid_output', 'execution_failed', false],
    ['another WordPress error', 500, 'shop_is_closed', 'execution_failed', false],
    ['another WordPress error of 400', 400, 'constructor', 'execution_failed', false],
    ['an empty 200', 200, '', 'execution_failed', false],
    ['a 200 that is no JSON', 200, 'Warning: x in /var/www/x.php {}', 'execution_failed', false],
    ['a 502', 502, html, 'unavailable', true],
    ['a 503', 503, html, 'unavailable', true],
    ['a 503 of WordPress', 503, 'wp_die', 'unavailable', true],
    ['a 504', 504, html, 'timeout', true],
    ['a 524', 524, html, 'timeout', true],
  ])('for %s', async (_what, status, body, code, retryable) => {
    const isName = typeof body === 'string' && /^[a-z_]+$/.test(body);
    const answer = isName ? wp(status, body) : reply(status, body);
    const { failure } = await call(READ, {}, answer);
    expect(failure).toMatchObject({ code, retryable });
    expect(failure?.message).not.toMatch(/[<>]|\/var\/www/);
    if (isName) expect(failure?.message).toBe(`It is ${body}`);
    expect(seen).toHaveLength(1);
  });

  it.each([
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'timeout'],
  ])('is not to be repeated for a POST that met a %s', async (status, code) => {
    const { failure } = await call({}, {}, reply(status, ''));
    expect(failure).toMatchObject({ code, retryable: false });
    expect(seen).toHaveLength(1);
  });

  it('is unavailable when the connection dies, and a POST is not repeated', async () => {
    const cut: Handler = (_, response) => response.destroy();
    expect((await call(READ, {}, cut)).failure).toMatchObject({
      code: 'unavailable',
      retryable: true,
    });
    seen.length = 0;
    expect((await call({}, {}, cut)).failure).toMatchObject({
      code: 'unavailable',
      retryable: false,
    });
    expect(seen).toHaveLength(1);
  });

  it('is unavailable when the body is cut', async () => {
    const { failure } = await call(READ, {}, (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":');
      setImmediate(() => response.destroy());
    });
    expect(failure?.code).toBe('unavailable');
  });

  it('is unavailable rather than another site, when it is sent elsewhere', async () => {
    const { failure } = await call(READ, {}, reply(302, '', { location: 'http://example.com/' }));
    expect(failure?.code).toBe('unavailable');
  });

  it('names the one argument at fault', async () => {
    const params = (names: object) => wp(400, 'rest_invalid_param', { data: { params: names } });
    expect((await call({}, {}, params({ size: 'no' }))).failure?.field).toBe('size');
    expect((await call({}, {}, params({ a: 'no', b: 'no' }))).failure?.field).toBeUndefined();
  });

  it("drops data.error, which can hold the server's paths", async () => {
    const { failure } = await call(
      {},
      {},
      wp(500, 'internal_server_error', { data: { error: { file: '/var/www/x.php' } } }),
    );
    expect(JSON.stringify(failure)).not.toContain('/var/www');
  });

  it('passes an abort on', async () => {
    const { registry } = await load([ability({}, READ)]);
    handler = () => {};
    const controller = new AbortController();
    const running = registry
      .find('shop/do')
      ?.execute({}, { signal: controller.signal, toolUseId: 'a' });
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe("the visitor's nonce", () => {
  /** A site whose nonce is `current`; calls with another are refused. */
  function site(current: () => string): Handler {
    return (request, response) => {
      if (request.url.startsWith('/wp-admin')) return response.end(current());
      const given = request.headers['x-wp-nonce'];
      if (given === undefined || given === current()) return response.end('"done"');
      return wp(403, 'rest_cookie_invalid_nonce')(request, response);
    };
  }
  const nonceUrl = '/wp-admin/admin-ajax.php?action=rest-nonce';

  it('is fetched when it is first needed, and once', async () => {
    const { registry } = await load([ability({}, READ)], { nonceUrl });
    expect(seen).toEqual([]);
    handler = site(() => 'abc123def4');
    const tool = registry.find('shop/do');
    await tool?.execute({}, context());
    await tool?.execute({}, context());
    expect(seen.map(({ headers }) => headers['x-wp-nonce'])).toEqual([
      undefined,
      'abc123def4',
      'abc123def4',
    ]);
  });

  it('is not sent for an anonymous visitor', async () => {
    const { value } = await call(
      {},
      {},
      site(() => '0'),
      { nonceUrl },
    );
    expect(value).toBe('done');
    expect(seen[1]?.headers).not.toHaveProperty('x-wp-nonce');
  });

  it('is fetched anew when it was refused, and the call made once more', async () => {
    let current = 'first12345';
    const { registry } = await load([ability()], { nonceUrl });
    handler = site(() => current);
    const tool = registry.find('shop/do');
    await tool?.execute({}, context());
    current = 'second1234';
    seen.length = 0;
    expect(await tool?.execute({}, context())).toBe('done');
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('ends in permission_denied when the new one is refused too', async () => {
    let n = 0;
    const { failure } = await call(
      {},
      {},
      (request, response) => {
        n += 1;
        if (request.url.startsWith('/wp-admin')) response.end(`nonce${n}abc`);
        else wp(403, 'rest_cookie_invalid_nonce')(request, response);
      },
      { nonceUrl },
    );
    expect(failure?.code).toBe('permission_denied');
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('is taken from replies that bring a newer one', async () => {
    const { registry } = await load([ability({}, READ)], { nonceUrl });
    handler = (request, response) =>
      request.url.startsWith('/wp-admin')
        ? response.end('first12345')
        : reply(200, '1', { 'X-WP-Nonce': 'newer12345' })(request, response);
    const tool = registry.find('shop/do');
    await tool?.execute({}, context());
    await tool?.execute({}, context());
    expect(seen.at(-1)?.headers['x-wp-nonce']).toBe('newer12345');
  });

  it('is never asked of another site', async () => {
    const { value } = await call({}, {}, reply(200, '"done"'), {
      nonceUrl: 'http://example.com/nonce',
    });
    expect(value).toBe('done');
    expect(seen).toHaveLength(1);
  });
});

describe('the catalog', () => {
  it('offers each ability under a name that models can call', async () => {
    const { registry } = await load({ abilities: [ability({}, { destructive: true })] });
    expect(registry.definitions()).toMatchObject([{ name: 'shop__do', description: 'Does it.' }]);
    expect(registry.find('shop/do')).toMatchObject({
      title: 'Do it',
      source: 'abilities',
      isReadOnly: false,
      isDestructive: true,
      approval: 'ask',
    });
  });

  it.each([
    ['another site', { run_url: 'https://example.com/run' }],
    ['no address', { run_url: undefined, name: 'shop/none' }],
    ['a script', { run_url: 'javascript:alert(1)' }],
    ['a name that is too long', { name: `shop/${'x'.repeat(80)}` }],
  ])('leaves out %s and says so', async (_what, over) => {
    const { registry, warnings } = await load([ability(over)]);
    expect(registry.list()).toEqual([]);
    expect(warnings).not.toEqual([]);
  });

  it.each([
    ['no list', { nothing: true }],
    ['entries that are no abilities', [null, 1, { label: 'x' }]],
  ])('survives %s', async (_what, catalog) => {
    expect((await load(catalog)).registry.list()).toEqual([]);
  });

  it('is not read from another site', async () => {
    const { warnings, registry } = await load([ability()], {
      catalogUrl: 'http://example.com/abilities',
    });
    expect(registry.list()).toEqual([]);
    expect(warnings).toContainEqual(expect.stringMatching(/data-abilities/));
  });

  it('takes abilities that run in the browser, through their adapter', async () => {
    const client = {
      getAbilities: () => [{ ...ability({ name: 'shop/local' }), callback: () => {}, run_url: '' }],
      executeAbility: (name: string, input: JsonObject) => {
        if (input.bad) throw Object.assign(new Error('Bad.'), { code: 'ability_invalid_input' });
        return { name, input };
      },
    };
    const { registry } = await load([], { findClient: async () => client });
    const tool = registry.find('shop/local');
    expect(await tool?.execute({ a: 1 }, context())).toEqual({
      name: 'shop/local',
      input: { a: 1 },
    });
    await expect(tool?.execute({ bad: true }, context())).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(seen).toEqual([]);
  });

  it('leaves those of the server to the owner’s catalog, also where the page’s script lists them', async () => {
    const callback = () => {};
    const meta = { annotations: { serverRegistered: true } };
    const findClient = async () => ({
      getAbilities: () => [ability({ name: 'core/delete-all', callback, meta })],
      executeAbility: () => {},
    });
    expect((await load([], { findClient })).registry.list()).toEqual([]);
  });

  it('finds WordPress’s own by the global of its script, else by the page’s import map', async () => {
    const client = { getAbilities: () => [], executeAbility: () => {} };
    const none = () => Promise.reject(new TypeError('Failed to resolve module specifier'));
    expect(await findClientAbilities({ wp: { abilities: client } }, none)).toBe(client);
    const asked: string[] = [];
    const load = async (name: string) => {
      asked.push(name);
      return client;
    };
    expect(await findClientAbilities({ wp: { abilities: {} } }, load)).toBe(client);
    expect(asked).toEqual(['@wordpress/abilities']);
    expect(await findClientAbilities({}, none)).toBeNull();
    expect(await findClientAbilities({}, async () => ({ getAbilities: 7 }))).toBeNull();
    // Node has no such module either: the default asks for it and goes on without.
    expect(await findClientAbilities({})).toBeNull();
  });

  it('is read once at a time', async () => {
    handler = reply(200, [ability()]);
    const registry = createToolRegistry();
    const source = createAbilitiesSource({
      catalogUrl: '/abilities',
      nonceUrl: null,
      pageUrl: () => origin,
      fetch,
      registry,
    });
    await Promise.all([source.refresh(), source.refresh()]);
    expect(seen).toHaveLength(1);
    await source.refresh();
    expect(seen).toHaveLength(2);
    expect(registry.list()).toHaveLength(1);
  });

  it('takes its tools back when it is closed', async () => {
    const { registry, source } = await load([ability()]);
    expect(registry.list()).toHaveLength(1);
    source.close();
    expect(registry.list()).toEqual([]);
  });
});
