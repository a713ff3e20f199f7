// One trace shows a whole answer: the request that asked for it, the run, its turns, the provider's requests, the tool that
// ran in the page, and the request that brought its result.

import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../agents/model/model-agent.ts';
import { openModel } from '../../agents/model/provider.ts';
import { createOtlpSpans } from '../../kernel/observability/otlp.ts';
import {
  type FinishedSpan,
  readTraceparent,
  writeTraceparent,
} from '../../kernel/observability/trace.ts';
import { OPENAI } from '../agents/model/protocols.ts';
import { createProviderServer, type ProviderServer } from '../agents/model/provider-server.ts';
import { createHarness, type Harness, message, result, results } from '../harness.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TOOLS = [{ name: 'order', description: 'Orders.', input_schema: { type: 'object' } }];

let server: ProviderServer;
let harness: Harness;
let spans: FinishedSpan[] = [];

beforeAll(async () => {
  server = await createProviderServer();
  const model = openModel({ provider: 'openai', apiKey: 'k', baseUrl: server.url, model: 'm' });
  harness = await createHarness({
    agents: { model: createModelAgent({ model, name: 'm', maxRetries: 0 }) },
    spans: { record: (span) => spans.push(span), close: async () => {} },
  });
});
beforeEach(() => {
  spans = [];
  server.reset();
});
afterAll(async () => {
  await harness.close();
  await server.close();
});

const post = (path: string, token: string, events: unknown[], traceparent?: string) =>
  harness.gateway.request(path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: JSON.stringify({ events }),
  });
const named = (name: RegExp) => spans.filter((span) => name.test(span.name));

describe('a conversation with a client tool', () => {
  async function converse(traceparent?: string) {
    server.next(
      OPENAI.answer({ calls: [{ id: 'a', name: 'order', input: '{}' }], end: 'calls' }),
      OPENAI.answer({ text: ['Done.'] }),
    );
    const session = await harness.session({ agent: 'model', client_tools: TOOLS });
    spans = [];
    await post(session.path, session.token, [message('hi')], traceparent);
    await harness.settled();
    const idle = await session.last();
    const given = Object.entries(idle.content.tool_traceparents as Record<string, string>)[0];
    if (given === undefined) throw new Error('No call was made.');
    const [id, toolTraceparent] = given;
    const client_timing = { started_at_ms: 5000, ended_at_ms: 5250 };
    const block = result(id, { content: 'ok', traceparent: toolTraceparent, client_timing });
    await post(session.path, session.token, [results(block)]);
    await harness.settled();
    return { session, toolTraceparent };
  }

  it('is one trace, in which each span has the one that caused it as its parent', async () => {
    const { session, toolTraceparent } = await converse(`00-${TRACE}-${PARENT}-01`);
    expect(new Set(named(/^(POST|run|turn|chat|client)/).map((s) => s.context.trace_id))).toEqual(
      new Set([TRACE]),
    );
    const [first, second] = named(/^POST/);
    const [run, resumed] = named(/^run$/);
    const [turn, lastTurn] = named(/^turn$/);
    const [call, lastCall] = named(/^chat m$/);
    const [tool] = named(/^client tool$/);
    const parents = [first, run, turn, call, tool, second, resumed, lastTurn, lastCall].map(
      (span) => span?.parent_span_id,
    );
    expect(parents).toEqual([
      PARENT,
      first?.context.span_id,
      run?.context.span_id,
      turn?.context.span_id,
      run?.context.span_id,
      tool?.context.span_id,
      second?.context.span_id,
      resumed?.context.span_id,
      lastTurn?.context.span_id,
    ]);
    expect(new Set(spans.map((span) => span.context.span_id)).size).toBe(spans.length);
    expect(toolTraceparent).toBe(tool && writeTraceparent(tool.context));
    expect([tool?.started_at, tool?.ended_at]).toEqual([5000, 5250]);
    expect(run?.attributes).toMatchObject({ session_id: session.id, outcome: 'client_tool_use' });
  });

  it('goes on at the provider', async () => {
    await converse(`00-${TRACE}-${PARENT}-01`);
    const calls = named(/^chat m$/);
    expect(server.headers.map(({ traceparent }) => traceparent)).toEqual(
      calls.map(({ context }) => writeTraceparent(context)),
    );
  });

  it('is one trace where the visitor’s page began none', async () => {
    await converse();
    const traces = new Set(
      named(/^(POST \/v1|run|turn|chat|client)/).map((s) => s.context.trace_id),
    );
    expect(traces.size).toBe(1);
  });

  it('is recorded nowhere where the caller’s trace isn’t, and goes on all the same', async () => {
    await converse(`00-${TRACE}-${PARENT}-00`);
    expect(named(/^(POST \/v1|run|turn|chat|client)/)).toEqual([]);
    expect(String(server.headers[0]?.traceparent)).toMatch(new RegExp(`^00-${TRACE}-.*-00$`));
  });
});

it('a failure is one in the spans too', async () => {
  server.next(OPENAI.refuse(429, 'Slow down', 'rate_limit_error'));
  const session = await harness.session({ agent: 'model' });
  await session.say('hi');
  await harness.settled();
  expect(named(/^(run|chat m)$/).map(({ failure }) => failure)).toEqual([
    'rate_limit_error',
    'rate_limit_error',
  ]);
});

describe('a traceparent', () => {
  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', false],
    ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-09-more', true],
  ])('%s is read', (header, is_sampled) => {
    expect(readTraceparent(header)).toEqual({ trace_id: TRACE, span_id: PARENT, is_sampled });
  });

  it.each([
    undefined,
    7,
    '',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x',
  ])('%j is none', (header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

it('OpenTelemetry takes the spans with the ids that went out in headers', async () => {
  const exporter = new InMemorySpanExporter();
  const sink = createOtlpSpans('shop', new SimpleSpanProcessor({ exporter }));
  sink.record({
    name: 'run',
    kind: 'internal',
    context: { trace_id: TRACE, span_id: 'aaaaaaaaaaaaaaaa', is_sampled: true },
    parent_span_id: PARENT,
    started_at: 1_760_000_000_000,
    ended_at: 1_760_000_002_500,
    attributes: { session_id: 'ses_1', turns: 2, reason: null },
    failure: 'upstream_error',
  });
  await new Promise((resolve) => setImmediate(resolve));
  const [span] = exporter.getFinishedSpans();
  expect(span?.spanContext()).toMatchObject({ traceId: TRACE, spanId: 'aaaaaaaaaaaaaaaa' });
  expect(span?.parentSpanContext?.spanId).toBe(PARENT);
  expect(span?.duration).toEqual([2, 500_000_000]);
  expect(span?.attributes).toEqual({ session_id: 'ses_1', turns: 2 });
  expect(span?.resource.attributes['service.name']).toBe('shop');
  expect(span?.status).toMatchObject({ message: 'upstream_error' });
  await sink.close();
});
