// What an operator sees of a whole conversation and of everything that can go wrong in it: lines with ids and numbers,
// and never a token, nor a word that somebody said.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../agents/model/model-agent.ts';
import { openModel } from '../../agents/model/provider.ts';
import { DatabaseUnavailable, type Db } from '../../kernel/db/types.ts';
import { createJsonLog } from '../../kernel/observability/json-log.ts';
import { createTextLog, errorFields } from '../../kernel/observability/log.ts';
import { sentenceOf } from '../../kernel/observability/log-sentences.ts';
import { ANTHROPIC, OPENAI } from '../agents/model/protocols.ts';
import { createProviderServer, type ProviderServer } from '../agents/model/provider-server.ts';
import { ADMIN_KEY, createHarness, type Harness, message, result, results } from '../harness.ts';
import { createPuppets, end, outputs } from '../puppets.ts';
import { openTestDatabase } from '../test-database.ts';

const SECRET_KEY = 'sk-live-PROVIDERKEY0123456789';
const WORD = 'xylophone';

let db: Db;
let server: ProviderServer;
let harness: Harness;
let written: string[] = [];
let isAway = false;
const puppets = createPuppets();

type Line = Record<string, unknown> & { level: string; event: string };
const lines = (event?: string): Line[] =>
  written
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => event === undefined || line.event === event);

beforeAll(async () => {
  const real = await openTestDatabase();
  db = {
    ...real,
    query: (sql, params) =>
      isAway
        ? Promise.reject(new DatabaseUnavailable(new Error(`away, ${WORD}`)))
        : real.query(sql, params),
  };
  server = await createProviderServer();
  const model = (protocol: typeof OPENAI, maxRetries = 1) =>
    createModelAgent({
      model: openModel({
        provider: protocol.provider,
        apiKey: SECRET_KEY,
        baseUrl: server.url,
        model: `${protocol.provider}-m`,
      }),
      name: `${protocol.provider}-m`,
      maxRetries,
    });
  harness = await createHarness({
    db,
    agents: {
      ...puppets.agents,
      openai: model(OPENAI),
      anthropic: model(ANTHROPIC),
      'openai-once': model(OPENAI, 0),
      'anthropic-once': model(ANTHROPIC, 0),
    },
    options: { rateLimit: { perSecond: 1, burst: 300 } },
    log: createJsonLog('debug', { write: (line) => written.push(line) }),
  });
});
beforeEach(() => {
  written = [];
  server.reset();
  puppets.reset();
  puppets.play = () => outputs(end);
});
afterAll(async () => {
  await harness.close();
  await server.close();
  await db.close();
});

const TOOLS = [{ name: 'order', description: WORD, input_schema: { type: 'object' } }];

describe.each([
  ['openai', OPENAI],
  ['anthropic', ANTHROPIC],
])('a provider’s failure (%s) leaves a line', (agent, protocol) => {
  it.each([
    [401, 'authentication_error', 'upstream_error'],
    [429, 'rate_limit_error', 'rate_limit_error'],
    [500, 'api_error', 'upstream_error'],
  ])('%i, with what support needs', async (status, kind, code) => {
    const refusal = protocol.refuse(status, `Bad key ${SECRET_KEY}, ${WORD}`, kind);
    server.next((response) => {
      response.setHeader('x-request-id', 'req_011CSHoEeqs5C35K2UUqR7Fy');
      refusal(response);
    }, refusal);
    const session = await harness.session({ agent });
    const trace = 'a'.repeat(32);
    const reply = await harness.gateway.request(session.path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${session.token}`,
        traceparent: `00-${trace}-${'b'.repeat(16)}-01`,
      },
      body: JSON.stringify({ events: [message(WORD)] }),
    });
    await harness.settled();
    const [line] = lines('provider_failed');
    expect(line).toMatchObject({
      level: 'warn',
      provider: agent,
      model: `${agent}-m`,
      operation: 'chat',
      outcome: code,
      status,
      kind,
      upstream_request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
      duration_ms: expect.any(Number),
      session_id: session.id,
      run_id: expect.stringMatching(/^run_/),
      request_id: reply.headers.get('x-request-id'),
      trace_id: trace,
    });
    // Each attempt is one: a repeated request that succeeds hides no failure.
    expect(lines('provider_failed')).toHaveLength(status === 401 ? 1 : 2);
    expect(lines('run_failed')).toMatchObject([{ level: 'warn', outcome: code, turns: 1 }]);
  });

  it.each([
    ['a stream that breaks off', protocol.breakOff(WORD, 'overloaded_error'), 'overloaded_error'],
    ['a stream that is cut', protocol.answer({ text: [WORD], isCut: true }), expect.any(String)],
  ])('%s', async (_what, reply, kind) => {
    server.next(reply);
    const session = await harness.session({ agent });
    await session.say(WORD);
    await harness.settled();
    expect(lines('provider_failed')).toMatchObject([{ kind, session_id: session.id }]);
  });

  it('one that nobody answers', async () => {
    server.next((response) => response.destroy());
    const session = await harness.session({ agent: `${agent}-once` });
    await session.say(WORD);
    await harness.settled();
    expect(lines('provider_failed')[0]).toMatchObject({
      status: null,
      outcome: 'upstream_error',
      kind: expect.any(String),
    });
  });

  it('and one that answers leaves one with its times', async () => {
    server.next(protocol.answer({ text: [WORD] }));
    const session = await harness.session({ agent });
    await session.say(WORD);
    await harness.settled();
    expect(lines('provider_answered')).toMatchObject([
      { level: 'info', outcome: 'ok', status: 200, first_word_ms: expect.any(Number) },
    ]);
    expect(lines('run_ended')).toMatchObject([
      { outcome: 'end_turn', turns: 1, output_tokens: 30, credits_nano: expect.any(String) },
    ]);
  });
});

describe('a request leaves a line', () => {
  it('with its route, not its address', async () => {
    const session = await harness.session();
    written = [];
    await session.list(`after_id=${WORD}`);
    expect(lines()).toMatchObject([
      {
        level: 'info',
        event: 'request',
        method: 'GET',
        route: '/v1/sessions/:session_id/events',
        session_id: session.id,
        status: 400,
        type: 'invalid_request_error',
        request_id: expect.any(String),
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it('that says why somebody was refused', async () => {
    const session = await harness.session();
    written = [];
    await session.list('', 'bhk_nobody');
    expect(lines('auth_refused')).toMatchObject([
      { level: 'info', status: 401, reason: 'The bearer token is invalid or has expired.' },
    ]);
  });

  it('for text in the place of an id as well, without the text', async () => {
    await harness.call('GET', `/v1/sessions/${WORD}/events`, undefined, 'bhk_nobody');
    await harness.call('GET', `/${WORD}`);
    expect(lines().map(({ route, session_id }) => [route, session_id])).toEqual([
      ['/v1/sessions/:session_id/events', null],
      ['none', null],
    ]);
  });

  it('when somebody is too fast', async () => {
    const session = await harness.session();
    for (let n = 0; n < 305; n += 1) await session.list();
    expect(lines('rate_limited').at(-1)).toMatchObject({ status: 429, type: 'rate_limit_error' });
  });

  it('at the level debug where a machine asks how it is', async () => {
    await harness.call('GET', '/livez');
    expect(lines()).toMatchObject([{ level: 'debug', route: '/livez' }]);
  });
});

describe('what is wrong with the gateway itself leaves a line', () => {
  it('when its database is away', async () => {
    const session = await harness.session();
    written = [];
    isAway = true;
    const reply = await session.list();
    isAway = false;
    expect(reply.status).toBe(503);
    expect(lines('database_unavailable')).toMatchObject([
      { level: 'warn', where: 'request', request_id: reply.body.error.request_id, causes: 'Error' },
    ]);
    expect(lines('request')).toMatchObject([{ status: 503 }]);
  });

  it('when an agent throws, with the place and without the words', async () => {
    puppets.play = () => {
      throw new TypeError(`Can't read ${WORD}\n    at ${WORD} (file.ts:1:1)`);
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    expect(lines('internal_error')).toMatchObject([
      {
        level: 'error',
        where: 'run',
        error: 'TypeError',
        at: expect.stringContaining('logs.test.ts'),
      },
    ]);
    expect(lines('run_failed')).toMatchObject([{ outcome: 'internal_error' }]);
    expect(harness.reported.splice(0)).toHaveLength(1);
  });

  it('with the codes of an error and of what caused it', () => {
    const cause = Object.assign(new Error(WORD), { code: 'ECONNREFUSED' });
    expect(errorFields(new Error(WORD, { cause }))).toMatchObject({
      error: 'Error',
      causes: 'Error ECONNREFUSED',
    });
    expect(errorFields(Object.assign(new Error('x'), { code: WORD, name: `a ${WORD}` }))).toEqual({
      error: 'Error',
      at: expect.any(String),
    });
  });
});

describe('a whole conversation', () => {
  it('leaves no token and no word of anybody in any line', async () => {
    const tokens = new Set([ADMIN_KEY, SECRET_KEY]);
    const { api_key } = (await harness.admin('POST', '/admin/api-keys')).body;
    const site = (await harness.admin('POST', '/admin/sites', { name: WORD })).body;
    tokens.add(api_key).add(site.service_token);
    for (const [agent, protocol] of [
      ['openai', OPENAI],
      ['anthropic', ANTHROPIC],
    ] as const) {
      const session = await harness.session({
        agent,
        client_tools: TOOLS,
        owner_id: `owner-${WORD}`,
      });
      tokens.add(session.token);
      const calls = [{ id: 'a', name: 'order', input: `{"note":"${WORD}"}` }];
      const broken = [{ id: 'b', name: 'order', input: `{"note":${WORD}` }];
      server.next(
        protocol.answer({ thinking: WORD, text: [WORD], calls, end: 'calls' }),
        protocol.answer({ calls: broken, end: 'calls' }),
        protocol.answer({ calls, end: 'calls' }),
        protocol.breakOff(WORD, WORD),
      );
      await session.send([message(WORD, 'system.message'), message(WORD)]);
      await harness.settled();
      await session.answer(WORD);
      await harness.settled();
      const [pending] = await session.pending();
      const content = { error: { code: 'execution_failed', message: WORD } };
      const failed = { is_error: true, error_code: 'execution_failed', content };
      const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
      const client_timing = { started_at_ms: 1000, ended_at_ms: 3500 };
      await session.send([results(result(pending, { ...failed, traceparent, client_timing }))]);
      await harness.settled();
      expect((await session.last()).type).toBe('session.error');
      await session.send([{ type: WORD, content: WORD }]);
      await session.list('', session.token.slice(0, -3));
      await session.list('', WORD);
      server.next(protocol.answer({ text: [WORD] }));
      await session.send([message(WORD)], api_key);
      await harness.settled();
    }
    for (const token of [...tokens]) tokens.add(token.slice(0, 24)).add(token.slice(-16));
    const all = written.join('\n');
    expect(all).not.toContain(WORD);
    for (const token of tokens) expect(all).not.toContain(token);
    expect(all).not.toMatch(/Bearer \S|eyJ/);
    expect(lines('tool_result')).toMatchObject(
      [OPENAI, ANTHROPIC].flatMap(() => [
        { error_code: null },
        { error_code: 'execution_failed', duration_ms: 2500, trace_id: 'c'.repeat(32) },
      ]),
    );
    for (const event of ['request', 'run_ended', 'run_failed', 'provider_failed', 'turn_ended']) {
      expect(lines(event).length, event).toBeGreaterThan(0);
    }
    // Whatever concerns a run can be found by its ids.
    for (const line of lines().filter(({ event }) => /^(run|turn|provider)_/.test(event))) {
      expect(line).toMatchObject({
        request_id: expect.any(String),
        session_id: expect.any(String),
        trace_id: expect.any(String),
        run_id: expect.any(String),
      });
    }
  });
});

describe('lines', () => {
  it('are JSON with a level, a time and an event', () => {
    const out: string[] = [];
    createJsonLog('info', { write: (line) => out.push(line) }).write('warn', 'run_failed', {
      n: 1,
    });
    expect(JSON.parse(out.join(''))).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      event: 'run_failed',
      n: 1,
    });
  });

  it('are written from their level on', () => {
    const out: string[] = [];
    const json = createJsonLog('warn', { write: (line) => out.push(line) });
    const text = createTextLog('warn', (line) => out.push(line));
    const silent = createJsonLog('silent', { write: (line) => out.push(line) });
    for (const log of [json, text, silent]) {
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log.write(level, level, {});
    }
    expect(out).toHaveLength(4);
  });

  it('are short for a person at a terminal', () => {
    const out: string[] = [];
    const fields = { status: 429, reason: 'Too fast.', kind: null, more: undefined };
    createTextLog('info', (line) => out.push(line)).write('info', 'request', fields);
    expect(out).toEqual(['info request status=429 reason=“Too fast.”']);
  });

  it('say in words at a terminal what went wrong, with the ids that lead to the rest', () => {
    const out: string[] = [];
    const text = createTextLog('warn', (line) => out.push(line));
    const ids = { request_id: 'req_1', run_id: 'run_2', trace_id: 'a'.repeat(32) };
    const call = { provider: 'anthropic', model: 'claude-x', duration_ms: 5 };
    const refused = { ...call, status: 401, kind: 'authentication_error' };
    text.write('warn', 'provider_failed', { ...ids, ...refused });
    text.write('warn', 'provider_failed', { ...call, status: null, kind: 'ECONNREFUSED' });
    text.write('warn', 'database_unavailable', { where: 'request', error: 'Error', causes: null });
    expect(out).toEqual([
      'warn The provider anthropic refused the key (401 authentication_error). Check ANTHROPIC_API_KEY. request_id=req_1 run_id=run_2',
      'warn The provider anthropic gave no whole answer (ECONNREFUSED).',
      'warn The database did not answer a request (Error).',
    ]);
  });

  it('have a sentence for every warning and error that the document for operators names', () => {
    const watch = readFileSync(join(import.meta.dirname, '../../../docs/gateway/watch.md'), 'utf8');
    const rows = [...watch.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([\w, ]+) \|/gm)];
    const named = rows.flatMap(([, events = '', levels = '']) =>
      [...events.matchAll(/\w+/g)].map(([event], index) => ({
        event,
        level: levels.split(', ')[index] ?? levels.split(', ')[0],
      })),
    );
    const bad = named.filter(({ level }) => level === 'warn' || level === 'error');
    expect(bad.length).toBeGreaterThan(6);
    expect(bad.filter(({ event }) => sentenceOf(event, {}) === null)).toEqual([]);
  });
});
