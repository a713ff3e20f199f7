// Figures for Prometheus, and the addresses that machines ask how the gateway is.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Db } from '../../kernel/db/types.ts';
import type { GatewayOptions } from '../../options.ts';
import { ADMIN_KEY, createHarness, type Harness, result, results, type Wire } from '../harness.ts';
import { createPuppets, end, outputs, said } from '../puppets.ts';
import { openTestDatabase } from '../test-database.ts';

let real: Db;
let db: Db;
let database: 'there' | 'away' | 'silent' = 'there';
let harness: Harness;
const puppets = createPuppets();

beforeAll(async () => {
  real = await openTestDatabase();
  /** As the database is: it answers, refuses, or says nothing. */
  const asItIs = <T>(ask: () => Promise<T>): Promise<T> => {
    if (database === 'silent') return new Promise(() => {});
    if (database === 'away') return Promise.reject(new DatabaseUnavailable(new Error('away')));
    return ask();
  };
  db = {
    ...real,
    query: (sql, params) => asItIs(() => real.query(sql, params)),
    transaction: (work, options) => asItIs(() => real.transaction(work, options)),
  };
});
beforeEach(async () => {
  database = 'there';
  puppets.reset();
  harness = await createHarness({ db, agents: puppets.agents });
});
afterAll(() => real.close());

const FROM_HERE = { incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } };
const FROM_AFAR = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };

async function metrics(by = harness): Promise<Map<string, number>> {
  const headers = { Authorization: `Bearer ${ADMIN_KEY}` };
  const reply = await by.gateway.request('/metrics', { headers });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  const lines = (await reply.text()).split('\n').filter((line) => /^bellhop_/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('the figures', () => {
  it('count a tool’s result once, whatever is sent again under its name', async () => {
    const session = await harness.session({ script: [[{ call: [{ name: 'cart' }] }]] });
    await session.say('hello');
    await harness.settled();
    const [tool_use_id] = await session.pending();
    const name = 'bellhop_tool_results_total{outcome="';
    const counted = async () =>
      [...(await metrics())].filter(([figure, times]) => figure.startsWith(name) && times > 0);
    const answer = (content: Wire) => [
      { ...results(result(tool_use_id, content)), intent_id: 'r' },
    ];
    const failed = { content: 'no', is_error: true, error_code: 'timeout' };
    expect((await session.send(answer({ content: 'yes' }))).status).toBe(200);
    expect((await session.send(answer({ content: 'yes' }))).status).toBe(200);
    expect((await session.send(answer(failed))).status).toBe(200);
    expect(await counted()).toEqual([[`${name}ok"}`, 1]]);
  });

  it('count requests by route, refusals by type, runs by outcome, and what was charged', async () => {
    const used = { model: 'm', input_tokens: 1000, output_tokens: 100 };
    puppets.play = () => outputs(said('hi'), { kind: 'usage', usage: used }, end);
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hello');
    await harness.settled();
    await session.list();
    await session.list('', 'bhk_nobody');
    const figures = await metrics();
    const path = '/v1/sessions/:session_id/events';
    const labels = (method: string, status: number) =>
      `bellhop_http_requests_total{method="${method}",route="${path}",status="${status}"}`;
    expect(figures.get(labels('POST', 200))).toBe(1);
    expect(figures.get(labels('GET', 401))).toBe(1);
    expect(figures.get('bellhop_refusals_total{type="authentication_error"}')).toBe(1);
    expect(figures.get('bellhop_runs_total{outcome="end_turn"}')).toBe(1);
    expect(figures.get('bellhop_runs_in_flight')).toBe(0);
    expect(figures.get('bellhop_tokens_total{kind="input"}')).toBe(1000);
    expect(figures.get('bellhop_credits_total')).toBeCloseTo(0.0045, 9);
  });

  it('count a run that is under way, and a database that is away', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 60_000 }]] });
    await session.say('hello');
    await harness.until(async () => (await metrics()).get('bellhop_runs_in_flight') === 1);
    database = 'away';
    await session.list();
    database = 'there';
    expect((await metrics()).get('bellhop_database_failures_total')).toBe(1);
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    const figures = await metrics();
    expect(figures.get('bellhop_runs_in_flight')).toBe(0);
    expect(figures.get('bellhop_runs_total{outcome="user_cancelled"}')).toBe(1);
  });

  it('have no more rows, whatever callers and agents invent', async () => {
    puppets.play = async function* ({ openCall }) {
      for (let n = 0; n < 100; n += 1) {
        openCall?.().end({
          provider: `provider-${n}`,
          model: `model-${n}`,
          operation: 'chat',
          duration_ms: 1,
          first_word_ms: null,
          outcome: `outcome-${n}`,
          status: null,
          kind: null,
          upstream_request_id: null,
        });
      }
      yield { kind: 'fail', code: 'odd_code' };
    };
    for (let n = 0; n < 50; n += 1) {
      await harness.call('GET', `/v1/sessions/made-up-${n}/events`, undefined, 'bhk_nobody');
      await harness.call('GET', `/nowhere/${n}`);
      await harness.gateway.request('/', { method: `M${n}` });
    }
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hello');
    await harness.settled();
    const names = [...(await metrics()).keys()];
    expect(names.filter((name) => name.startsWith('bellhop_http_requests_total'))).toHaveLength(6);
    const calls = names.filter((name) => name.startsWith('bellhop_provider_requests_total'));
    expect(calls).toHaveLength(31);
    expect(names).toContain('bellhop_runs_total{outcome="other"}');
    expect(names.join()).not.toMatch(/made-up|nowhere|M7|outcome-1|provider-1/);
  });

  it('belong to one gateway, not to its process', async () => {
    await harness.session();
    const other = await createHarness({ db });
    const created = [...(await metrics(other)).keys()].filter((name) => /admin/.test(name));
    expect(created).toEqual([]);
    await other.gateway.close();
  });
});

describe('who may read them', () => {
  const read = async (
    mode: GatewayOptions['metrics'],
    server: typeof FROM_HERE | undefined,
    headers: Record<string, string> = {},
  ) => {
    const mine = await createHarness({ db, options: { metrics: mode } });
    const request = new Request('http://gateway/metrics', { headers });
    const reply = await mine.gateway.fetch(request, server);
    await mine.gateway.close();
    return reply.status;
  };
  const asAdmin = { Authorization: `Bearer ${ADMIN_KEY}` };

  it.each([
    ['admin', 'this machine', FROM_HERE, {}, 401],
    ['admin', 'afar, with the admin key', FROM_AFAR, asAdmin, 200],
    ['admin', 'afar, with another', FROM_AFAR, { Authorization: 'Bearer x' }, 401],
    ['loopback', 'this machine', FROM_HERE, {}, 200],
    ['loopback', 'afar', FROM_AFAR, {}, 401],
    ['loopback', 'nobody knows where', undefined, {}, 401],
    ['loopback', 'afar by a proxy here', FROM_HERE, { 'X-Forwarded-For': '10.1.2.3' }, 401],
    ['loopback', 'afar by a silent proxy here', FROM_HERE, { Via: '1.1 proxy' }, 401],
    ['loopback', 'afar, with the admin key', FROM_AFAR, asAdmin, 200],
    ['off', 'afar, with the admin key', FROM_AFAR, asAdmin, 404],
  ] as const)('with “%s”, from %s: %#', async (mode, _from, server, headers, status) => {
    expect(await read(mode, server, headers)).toBe(status);
  });
});

describe('how it is', () => {
  it('alive, whatever has become of its database', async () => {
    database = 'away';
    expect((await harness.call('GET', '/livez')).status).toBe(200);
  });

  it('ready when its database answers', async () => {
    const reply = await harness.call('GET', '/readyz');
    expect([reply.status, reply.body.status]).toEqual([200, 'ok']);
  });

  it('not ready when its database is away', async () => {
    database = 'away';
    const reply = await harness.call('GET', '/readyz');
    expect([reply.status, reply.body.status]).toEqual([503, 'unavailable']);
    expect(reply.headers.get('retry-after')).toBe('1');
  });

  it('not ready when its database says nothing for two seconds', async () => {
    database = 'silent';
    const asked = harness.call('GET', '/readyz');
    await harness.clock.settle();
    await harness.clock.advance(2000);
    expect((await asked).status).toBe(503);
  });

  it('not ready when it is about to end', async () => {
    await harness.gateway.close();
    const reply = await harness.call('GET', '/readyz');
    expect([reply.status, reply.body.status]).toEqual([503, 'draining']);
    expect((await harness.call('GET', '/livez')).status).toBe(200);
  });
});
