import { describe, expect, it } from 'vitest';
import {
  createScriptedFetch,
  json,
  openBody,
  refusal,
  type Step,
  silence,
} from '../../../test/doubles/scripted-fetch.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createGatewayClient } from '../../client/gateway-client.ts';
import type { Credentials, GatewayTrace } from '../../client/types.ts';

const TOKEN = 'secret-token-1';

function setup(...steps: Step[]) {
  const network = createScriptedFetch(...steps);
  const clock = createVirtualClock();
  const warnings: string[] = [];
  const traces: GatewayTrace[] = [];
  const refused: string[] = [];
  let count = 1;
  const credentials: Credentials = {
    token: async () => `secret-token-${count}`,
    refresh: async (rejected) => {
      refused.push(rejected);
      count += 1;
      return `secret-token-${count}`;
    },
    reject: (rejected) => refused.push(rejected),
  };
  const make = (over: Partial<Credentials> = {}) =>
    createGatewayClient({
      baseUrl: 'https://gateway.example/base/',
      credentials: { ...credentials, ...over },
      fetch: network.fetch,
      clock,
      onWarning: (reason) => warnings.push(reason),
      onTrace: (trace) => traces.push(trace),
    });
  return { network, clock, warnings, traces, refused, client: make(), make };
}

const event = (id: string) => ({ id, type: 'session.status_running', processed_at: null });
const page = (ids: string[], next_page: string | null = null) =>
  json({ data: ids.map(event), next_page });
const hello = [{ type: 'user.message' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
const ids = (events: { id: string }[]) => events.map(({ id }) => id);

describe('every request', () => {
  it.each([
    [401, 'The gateway refused the token. Get a new one. (HTTP 401) It said: No.'],
    [413, 'The body is larger than the gateway takes. Send less. (HTTP 413) It said: No.'],
    [429, 'Too many requests. Wait, then try again. (HTTP 429) It said: No.'],
    [500, 'The gateway failed. It is safe to try once more. (HTTP 500) It said: No.'],
  ])('that fails with HTTP %i says what to do about it', async (status, says) => {
    const { client } = setup(...Array.from({ length: 3 }, () => refusal(status)));
    await expect(client.list('s1')).rejects.toMatchObject({ message: says });
  });

  it('carries the token in the header alone, and nothing of the page', async () => {
    const { network, client } = setup(page([]), page([]));
    await client.list('s1');
    await client.send('s1', hello);
    for (const { url, headers, init } of network.calls) {
      expect(headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
      expect(String(url)).not.toContain('secret');
      expect(init).toMatchObject({
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
      });
    }
  });

  it('forbids that a reply is kept, unless the gateway has just said so itself: the browser may then remember its permission', async () => {
    const unkept = () => {
      const reply = page([]);
      reply.headers.set('cache-control', 'private, no-store');
      return reply;
    };
    const refused = () => {
      const reply = refusal(503);
      reply.headers.set('cache-control', 'no-store');
      return reply;
    };
    const stream = () =>
      new Response('', {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      });
    const lists = async (replies: Response[], act: 'list' | 'stream' = 'list') => {
      const { network, client } = setup(...replies, page([]));
      for (const _ of replies.slice(1)) await client.list('s1').catch(() => {});
      if (act === 'stream') for await (const _ of client.stream('s1')) break;
      else await client.list('s1').catch(() => {});
      await client.list('s1');
      return network.calls.map(({ init }) => init?.cache);
    };
    const [forbids, says] = ['no-store', undefined];
    expect(await lists([page([]), unkept(), page([])])).toEqual([forbids, forbids, says, forbids]);
    expect(await lists([refused()])).toEqual([forbids, forbids]);
    expect(await lists([stream()], 'stream')).toEqual([forbids, forbids]);
    expect(await lists([unkept(), stream()], 'stream')).toEqual([forbids, forbids, says]);
    const { network, client } = setup(page([]));
    await client.send('s1', hello);
    expect(network.calls[0]?.init?.cache).toBeUndefined();
  });

  it('keeps the base address’s path, and encodes ids', async () => {
    const { network, client } = setup(page([]));
    await client.list('a/../b?c#d');
    expect(network.calls[0]?.url.href).toBe(
      'https://gateway.example/base/v1/sessions/a%2F..%2Fb%3Fc%23d/events',
    );
  });

  it.each(['', '.', '..'])('refuses the id "%s", which would change the address', async (id) => {
    const { network, client } = setup();
    await expect(client.list(id)).rejects.toMatchObject({
      code: 'invalid_request',
      outcome: 'not_applied',
    });
    await expect(client.send(id, hello)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(client.sites.heartbeat(id, {})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(client.stream(id).next()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(network.calls).toEqual([]);
  });

  it.each(['', 'gateway.example', 'ftp://x', 'https://x?y=1', 'https://x/#y', 'javascript:1'])(
    'can’t be made to the base address "%s"',
    (baseUrl) => {
      const { network, clock } = setup();
      const credentials = { token: async () => '', refresh: async () => '' };
      expect(() =>
        createGatewayClient({ baseUrl, credentials, fetch: network.fetch, clock }),
      ).toThrow(TypeError);
    },
  );

  it('is traced with its status and time, without the token', async () => {
    const { clock, client, traces } = setup(async () => {
      await clock.sleep(120);
      return json({ data: [] }, 200, { 'x-request-id': 'r1' });
    }, new TypeError('Failed to fetch'));
    const listing = client.list('s1', { limit: 5 });
    await clock.advance(120);
    await listing;
    await client.send('s1', hello).catch(() => {});
    expect(traces).toEqual([
      {
        method: 'GET',
        path: '/v1/sessions/s1/events?limit=5',
        status: 200,
        latencyMs: 120,
        requestId: 'r1',
      },
      { method: 'POST', path: '/v1/sessions/s1/events', status: 0, latencyMs: 0, requestId: null },
    ]);
  });
});

describe('list', () => {
  it('passes its query on and reads the page', async () => {
    const { network, client } = setup(page(['e1', 'e2'], 'cursor'));
    const result = await client.list('s1', {
      limit: 2,
      order: 'desc',
      include_thinking: true,
      after_id: 'e0',
    });
    expect(ids(result.data)).toEqual(['e1', 'e2']);
    expect(result.next_page).toBe('cursor');
    expect(Object.fromEntries(network.calls[0]?.url.searchParams ?? [])).toEqual({
      limit: '2',
      order: 'desc',
      include_thinking: 'true',
      after_id: 'e0',
    });
  });

  it('drops what is malformed and says so once', async () => {
    const broken = () => json({ data: [event('e1'), { type: 'agent.message' }, 5] });
    const { client, warnings } = setup(broken(), broken());
    expect(ids((await client.list('s1')).data)).toEqual(['e1']);
    await client.list('s1');
    expect(warnings).toEqual(['an event has no id', 'an event is not an object']);
  });

  it.each([
    ['no JSON', new Response('<html>')],
    ['JSON of another shape', json({ events: [] })],
    ['nothing', new Response(null, { status: 204 })],
  ])('rejects %s as bad_response', async (_, reply) => {
    const { client } = setup(reply);
    await expect(client.list('s1')).rejects.toMatchObject({
      code: 'bad_response',
      outcome: 'unknown',
    });
  });
});

describe('listAll', () => {
  const collect = async (events: AsyncIterable<{ id: string }>) => {
    const all: string[] = [];
    for await (const { id } of events) all.push(id);
    return all;
  };

  it('follows the cursor to the end, and never sends it together with after_id', async () => {
    const { network, client } = setup(page(['a'], 'p2'), page(['b'], 'p3'), page(['c']));
    expect(await collect(client.listAll('s1', { after_id: 'e0', include_thinking: true }))).toEqual(
      ['a', 'b', 'c'],
    );
    expect(network.calls.map(({ url }) => url.search)).toEqual([
      '?limit=100&after_id=e0&include_thinking=true',
      '?limit=100&page=p2&include_thinking=true',
      '?limit=100&page=p3&include_thinking=true',
    ]);
  });

  it('waits before each page but the first where it is told to, and not behind the last', async () => {
    const { network, client } = setup(page(['a'], 'p2'), page(['b']));
    const asked: number[] = [];
    const beforeNext = async (): Promise<void> => {
      asked.push(network.calls.length);
    };
    expect(await collect(client.listAll('s1', {}, { beforeNext }))).toEqual(['a', 'b']);
    expect(asked).toEqual([1]);
  });

  it('stops, and warns, when a cursor comes back', async () => {
    const { client, warnings } = setup(page(['a'], 'p2'), page(['b'], 'p3'), page(['c'], 'p2'));
    expect(await collect(client.listAll('s1'))).toEqual(['a', 'b', 'c']);
    expect(warnings.length).toBe(1);
  });

  it('asks for no page that nobody reads', async () => {
    const { network, client } = setup(page(['a'], 'p2'));
    for await (const { id } of client.listAll('s1')) if (id === 'a') break;
    expect(network.calls.length).toBe(1);
  });
});

describe('send', () => {
  it('posts the events once and gives back what was persisted', async () => {
    const { network, client } = setup(page(['e1']));
    expect(ids(await client.send('s1', hello, { keepalive: true }))).toEqual(['e1']);
    expect(network.calls[0]).toMatchObject({ method: 'POST', body: { events: hello } });
    expect(network.calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(network.calls[0]?.init.keepalive).toBe(true);
  });

  it.each([
    ['a lost connection', new TypeError('Failed to fetch'), 'network', 'unknown'],
    ['a 500', refusal(500), 'server_error', 'unknown'],
    ['a 503', refusal(503), 'unavailable', 'unknown'],
    ['an edge’s 502', new Response('bad gateway', { status: 502 }), 'unavailable', 'unknown'],
    ['an edge’s 403', new Response('blocked', { status: 403 }), 'forbidden', 'unknown'],
    ['a 400', refusal(400), 'invalid_request', 'not_applied'],
    ['a 409', refusal(409), 'conflict', 'not_applied'],
    ['a 429', refusal(429), 'rate_limited', 'not_applied'],
    ['a 2xx of another shape', json({ ok: true }), 'bad_response', 'unknown'],
  ] as const)('never repeats the request after %s', async (_, step, code, outcome) => {
    const { network, client } = setup(step);
    await expect(client.send('s1', hello)).rejects.toMatchObject({ code, outcome });
    expect(network.calls.length).toBe(1);
  });

  it('leaves the outcome open when the body is cut', async () => {
    const body = openBody({ 'content-type': 'application/json' });
    const { client } = setup(body.response);
    const sending = client.send('s1', hello);
    body.write('{"data":[');
    body.cut();
    await expect(sending).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });

  it('gives up after 30 s, and aborts the request', async () => {
    const { network, clock, client } = setup(silence);
    const sending = client.send('s1', hello).catch((error: unknown) => error);
    await clock.advance(29_999);
    expect(network.calls[0]?.init.signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await sending).toMatchObject({ code: 'timeout', outcome: 'unknown', isRetryable: true });
    expect(network.calls[0]?.init.signal?.aborted).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  it('counts the body into that time', async () => {
    const body = openBody({ 'content-type': 'application/json' });
    const { clock, client } = setup(body.response);
    const sending = client.send('s1', hello, { timeoutMs: 500 }).catch((error: unknown) => error);
    await clock.advance(500);
    expect(await sending).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  });

  it('can be given up by its caller', async () => {
    const { client } = setup(silence);
    const stop = new AbortController();
    const sending = client
      .send('s1', hello, { signal: stop.signal })
      .catch((error: unknown) => error);
    await Promise.resolve();
    await Promise.resolve();
    stop.abort();
    expect(await sending).toMatchObject({ code: 'aborted', isRetryable: false });
  });

  it('sends nothing, and says so, when it was given up before or no token can be had', async () => {
    const { network, client, make } = setup();
    const signal = AbortSignal.abort();
    await expect(client.send('s1', hello, { signal })).rejects.toMatchObject({
      code: 'aborted',
      outcome: 'not_applied',
    });
    const tokenless = make({ token: () => Promise.reject(new Error('site is down')) });
    await expect(tokenless.send('s1', hello)).rejects.toMatchObject({
      code: 'no_session',
      outcome: 'not_applied',
    });
    expect(network.calls.length).toBe(0);
  });
});

describe('a refused token', () => {
  it('is replaced once, and a request that only reads goes out again', async () => {
    const { network, client, refused } = setup(refusal(401), page(['e1']));
    expect(ids((await client.list('s1')).data)).toEqual(['e1']);
    expect(refused).toEqual([TOKEN]);
    expect(network.calls.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer secret-token-1',
      'Bearer secret-token-2',
    ]);
  });

  it('is replaced, and a POST is left to its caller, who knows whether it is still wanted', async () => {
    const { network, client, refused } = setup(refusal(401), page(['e1']));
    await expect(client.send('s1', hello)).rejects.toMatchObject({
      code: 'unauthenticated',
      status: 401,
      outcome: 'not_applied',
      isRetryable: true,
    });
    expect(network.calls.length).toBe(1);
    expect(refused).toEqual([TOKEN]);
    expect(ids(await client.send('s1', hello))).toEqual(['e1']);
    expect(network.calls[1]?.headers.get('authorization')).toBe('Bearer secret-token-2');
  });

  it('is no token’s fault where the next POST is refused with the next token before anything was accepted with it', async () => {
    const { client, refused } = setup(refusal(401), refusal(401));
    const wasRefused = () => client.send('s1', hello).catch((error: unknown) => error);
    expect(await wasRefused()).toMatchObject({ isRetryable: true });
    expect(await wasRefused()).toMatchObject({ code: 'unauthenticated', isRetryable: false });
    expect(refused).toEqual(['secret-token-1', 'secret-token-2']);
  });

  it('was good in between where a list was accepted with it, so the POST after that may be made again', async () => {
    const { client } = setup(
      refusal(401),
      page(['e1']),
      refusal(401),
      page(['e2']),
      page(['e3']),
      refusal(401),
    );
    const wasRefused = () => client.send('s1', hello).catch((error: unknown) => error);
    expect(await wasRefused()).toMatchObject({ isRetryable: true });
    await client.list('s1');
    expect(await wasRefused()).toMatchObject({ isRetryable: true });
    await client.list('s1');
    await client.send('s1', hello);
    expect(await wasRefused()).toMatchObject({ isRetryable: true });
  });

  it('is no token’s fault where three POSTs in a row are refused, whatever lists say', async () => {
    const { client, refused } = setup(
      refusal(401),
      page(['e1']),
      refusal(401),
      page(['e2']),
      refusal(401),
    );
    const wasRefused = () => client.send('s1', hello).catch((error: unknown) => error);
    for (let times = 0; times < 2; times += 1) {
      expect(await wasRefused()).toMatchObject({ isRetryable: true });
      await client.list('s1');
    }
    expect(await wasRefused()).toMatchObject({ code: 'unauthenticated', isRetryable: false });
    expect(refused).toEqual(['secret-token-1', 'secret-token-2', 'secret-token-3']);
  });

  it('ends in an error when the next is refused too, and neither is used again', async () => {
    const { network, client, refused } = setup(refusal(401), refusal(401));
    await expect(client.list('s1')).rejects.toMatchObject({
      code: 'unauthenticated',
      status: 401,
      outcome: 'not_applied',
    });
    expect(network.calls.length).toBe(2);
    expect(refused).toEqual(['secret-token-1', 'secret-token-2']);
  });

  it('is not tried again when there is no other', async () => {
    const { network, make } = setup(refusal(401));
    const client = make({ refresh: async (rejected) => rejected });
    await expect(client.list('s1')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(network.calls.length).toBe(1);
  });

  it('appears in no error, trace or warning, whatever the network quotes', async () => {
    const { client, traces, warnings } = setup(
      new TypeError(`Headers.append: "Bearer ${TOKEN}" is an invalid header value.`, {
        cause: { code: `E_${TOKEN}` },
      }),
      refusal(400, 'x', `Bearer ${TOKEN} is malformed`),
    );
    const errors = [];
    for (let i = 0; i < 2; i += 1)
      errors.push(await client.list('s1').catch((error: unknown) => error));
    const text = errors.map((error) => {
      const { message, stack, cause } = error as Error;
      return [message, stack, String(cause), JSON.stringify(error)].join();
    });
    expect([...text, JSON.stringify(traces), ...warnings].join()).not.toContain(TOKEN);
  });
});

describe('sites and analytics', () => {
  it('binds a knowledge base', async () => {
    const { network, client } = setup(json({ status: 'active', kb_collection_id: 'kb1' }));
    const patch = { kb_collection_id: 'kb1', expected_kb_collection_id: null };
    expect(await client.sites.update('site/1', patch)).toEqual({
      status: 'active',
      kb_collection_id: 'kb1',
    });
    expect(network.calls[0]).toMatchObject({ method: 'PATCH', body: patch });
    expect(network.calls[0]?.url.pathname).toBe('/base/v1/sites/site%2F1');
  });

  it('sends a heartbeat, and knows a revocation and an inactive site', async () => {
    const reply = { abilities_sync_status: 'never_synced', plugin_status: 'active' };
    const { network, client } = setup(
      json(reply),
      json({ error: 'site_authorization_revoked', message: 'x' }, 404),
      json({ error: { message: 'x', type: 'permission_error', code: 'site_not_active' } }, 403),
      refusal(413),
    );
    const beat = () => client.sites.heartbeat('c1', { abilities: [] });
    expect(await beat()).toEqual(reply);
    expect(network.calls[0]?.url.pathname).toBe('/base/v1/sites/c1/heartbeat');
    expect(network.calls[0]?.body).toEqual({ abilities: [] });
    await expect(beat()).rejects.toMatchObject({ code: 'revoked' });
    await expect(beat()).rejects.toMatchObject({ code: 'site_not_active' });
    await expect(beat()).rejects.toMatchObject({ code: 'too_large' });
  });

  it('asks for analytics', async () => {
    const report = {
      bucket_width: '1h',
      start_time: 1,
      end_time: 2,
      totals: { credits_nano: 5, request_count: 1, models: [] },
      buckets: [],
    };
    const { network, client } = setup(json(report));
    expect(
      await client.analytics({
        project_id: 'p',
        start_time: 1,
        bucket_width: '1h',
        group_by: ['model', 'client_id'],
      }),
    ).toEqual(report);
    expect(Object.fromEntries(network.calls[0]?.url.searchParams ?? [])).toEqual({
      project_id: 'p',
      start_time: '1',
      bucket_width: '1h',
      group_by: 'model,client_id',
    });
  });
});

describe('nanocredits beyond 2^53', () => {
  const text = (body: string) =>
    new Response(body, { headers: { 'content-type': 'application/json' } });
  const idle = (credits: string) =>
    `{"id":"e1","type":"session.status_idle","processed_at":null,"content":{"stop_reason":"end_turn","context_tokens":1},
      "usage":{"input_tokens":1,"output_tokens":1,"cache_read_input_tokens":0,"cache_creation_input_tokens":0,"credits_nano" : ${credits} }}`;

  it.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    // An int64 as protocol buffers write it.
    ['"9007199254740993"', '9007199254740993'],
    ['1e16', '10000000000000000'],
  ])('of an event, written %s, are read exactly', async (written, read) => {
    const { client } = setup(text(`{"data":[${idle(written)}],"next_page":null}`));
    const [event] = (await client.list('s1')).data;
    expect(event).toMatchObject({ usage: { credits_nano: read } });
    expect(BigInt(read)).toBe(
      BigInt(Number(written) === 1e16 ? 1e16 : written.replaceAll('"', '')),
    );
  });

  it('are read exactly from the stream, and from the figures of a turn', async () => {
    const body = openBody();
    const { client } = setup(body.response);
    const frames = client.stream('s1');
    const next = frames.next();
    body.write(
      'data: {"id":"e1","type":"session.turn_usage","content":[{"credits_nano":9007199254740993}]}\n\n',
    );
    expect((await next).value).toMatchObject({
      event: { content: { credits_nano: '9007199254740993' } },
    });
    body.end();
  });

  it('are read exactly from analytics, in totals, rows and buckets', async () => {
    const sums = (n: string) => `"credits_nano":${n},"request_count":3`;
    const rows = `"models":[{"model":"m",${sums('9007199254740993')}}]`;
    const { client } = setup(
      text(
        `{"bucket_width":"1d","start_time":1,"end_time":2,"totals":{${sums('27021597764222979')},${rows}},
          "buckets":[{"start_time":1,${sums('9007199254740995')},${rows}}]}`,
      ),
    );
    const { totals, buckets } = await client.analytics({ project_id: 'p', start_time: 1 });
    expect(totals.credits_nano).toBe('27021597764222979');
    expect(totals.models[0]?.credits_nano).toBe('9007199254740993');
    expect(buckets[0]?.credits_nano).toBe('9007199254740995');
  });

  it('are told apart from words in a message that look the same', async () => {
    const words = '{"credits_nano":9007199254740993}, "credits_nano":9007199254740993}';
    const message = { id: 'm', type: 'agent.message', content: [{ type: 'text', text: words }] };
    const { client } = setup(json({ data: [message], next_page: null }));
    expect((await client.list('s1')).data[0]).toMatchObject({ content: [{ text: words }] });
  });
});

describe('a failed tool result', () => {
  it('may carry its envelope as an object', async () => {
    const { network, client } = setup(page([]));
    const error = { code: 'not_found', message: 'No such product.', retryable: false } as const;
    await client.send('s1', [
      {
        type: 'user.tool_result',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            is_error: true,
            error_code: 'not_found',
            content: { error },
          },
        ],
      },
    ]);
    expect(network.calls[0]?.body).toMatchObject({
      events: [{ content: [{ content: { error } }] }],
    });
  });
});
