// The client against the reference gateway: both sides are real, only the wire between them is a function call.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../../gateway/index.ts';
import { openMemoryDatabase } from '../../../test/doubles/memory-database.ts';
import { createCredentials } from '../../client/credentials.ts';
import { createGatewayClient as createClient } from '../../client/gateway-client.ts';
import type { StreamOptions } from '../../client/types.ts';
import { createGatewayClient, type GatewayClient } from '../../client.ts';
import { createBrowserClock } from '../../platform/clock.ts';
import { parseTicket, type SessionEvent, type StreamFrame } from '../../protocol/index.ts';

const ADMIN_KEY = 'admin-key-of-this-test';
const baseUrl = 'http://gateway.test';
const inProcess: { fetch: typeof fetch; close(): Promise<void> } = {
  fetch: () => Promise.reject(new Error('not open')),
  close: async () => {},
};

beforeAll(async () => {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({ db, options: { adminKey: ADMIN_KEY } });
  inProcess.fetch = (input, init) => {
    // Node's Request knows no page: without one, "no-referrer" and relative addresses have no meaning.
    const { referrerPolicy: _, ...rest } = init ?? {};
    return gateway.fetch(new Request(input, rest));
  };
  inProcess.close = async () => {
    await gateway.close();
    await db.close();
  };
});

afterAll(() => inProcess.close());

async function admin(
  path: string,
  body: object = {},
  method = 'POST',
): Promise<Record<string, string>> {
  const response = await inProcess.fetch(`${baseUrl}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

async function openSession(body: object): Promise<{ sessionId: string; client: GatewayClient }> {
  const { session_id: sessionId = '' } = await admin('/sessions', { agent: 'scripted', ...body });
  const { token = '' } = await admin(`/sessions/${sessionId}/tokens`);
  return { sessionId, client: createGatewayClient({ baseUrl, token, fetch: inProcess.fetch }) };
}

const say = (text: string) => [
  { type: 'user.message' as const, content: [{ type: 'text' as const, text }] },
];
const types = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

async function collect<T>(
  source: AsyncIterable<T>,
  isLast: (item: T) => boolean = () => false,
): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) {
    items.push(item);
    if (isLast(item)) break;
  }
  return items;
}

/** Opens the stream, and resolves once it delivers: what is sent from then on is on it. */
async function listen(client: GatewayClient, sessionId: string, options: StreamOptions = {}) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const untilEnd = collect(client.stream(sessionId, { ...options, onOpen: open }), isEnd);
  await Promise.race([opened, untilEnd]);
  return { untilEnd };
}

const isEnd = (frame: StreamFrame) =>
  frame.kind === 'event' && /^session\.(status_idle|error)$/.test(frame.event.type);

describe('the client and the reference gateway', () => {
  it('hold a conversation over the stream, with previews, and list the same', async () => {
    const { sessionId, client } = await openSession({
      script: [[{ think: 'hm' }, { say: 'A long enough answer.', ms: 30 }]],
    });
    const streaming = await listen(client, sessionId, { previews: true });
    const [sent] = await client.send(sessionId, say('Hello'));
    expect(sent).toMatchObject({ type: 'user.message', processed_at: null });
    const frames = await streaming.untilEnd;
    const listed = await collect(client.listAll(sessionId, { limit: 2 }));
    expect(types(listed)).toEqual([
      'user.message',
      'session.status_running',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
    expect(frames.flatMap((frame) => (frame.kind === 'event' ? [frame.event.id] : []))).toEqual(
      listed.map(({ id }) => id),
    );
    const preview = frames
      .flatMap((frame) => (frame.kind === 'preview_delta' ? [frame.text] : []))
      .join('');
    expect(preview).toBe('A long enough answer.');
    const thinking = await collect(client.listAll(sessionId, { include_thinking: true }));
    expect(thinking.find(({ type }) => type === 'agent.message')).toMatchObject({
      content: [{ type: 'thought', text: 'hm' }, { type: 'text' }],
    });
  });

  it('run a client tool', async () => {
    const { sessionId, client } = await openSession({
      client_tools: [{ name: 'add', description: 'Adds.', input_schema: { type: 'object' } }],
      script: [[{ call: [{ name: 'add', input: { n: 1 } }] }, { say: 'Added.' }]],
    });
    const pausing = await listen(client, sessionId);
    await client.send(sessionId, say('add'));
    const frames = await pausing.untilEnd;
    const idle = frames.at(-1);
    const content =
      idle?.kind === 'event' && idle.event.type === 'session.status_idle'
        ? idle.event.content
        : null;
    expect(content?.stop_reason).toBe('client_tool_use');
    const [toolUseId = ''] = content?.tool_use_ids ?? [];
    const ending = await listen(client, sessionId);
    const [result] = await client.send(sessionId, [
      {
        type: 'user.tool_result',
        content: [
          {
            type: 'tool_result',
            tool_use_id: toolUseId,
            is_error: true,
            error_code: 'declined',
            content: 'no',
          },
        ],
      },
    ]);
    expect(result).toMatchObject({
      error_code: 'declined',
      content: [{ content: { error: { code: 'declined' } } }],
    });
    expect((await ending.untilEnd).at(-1)).toMatchObject({
      event: { content: { stop_reason: 'end_turn' } },
    });
    const late = client.send(sessionId, [
      {
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: toolUseId, content: 'x' }],
      },
    ]);
    await expect(late).rejects.toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  });

  it('agree on what is refused', async () => {
    const { sessionId, client } = await openSession({ project_id: 'agreement', script: [] });
    await expect(client.list(sessionId, { after_id: 'nothing' })).rejects.toMatchObject({
      code: 'invalid_request',
      type: 'invalid_request_error',
      outcome: 'not_applied',
      requestId: expect.any(String),
    });
    await expect(client.list('nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.send(sessionId, [])).rejects.toMatchObject({ code: 'invalid_request' });
    const stranger = createGatewayClient({ baseUrl, token: 'nonsense', fetch: inProcess.fetch });
    await expect(stranger.list(sessionId)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(stranger.stream(sessionId).next()).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await admin('/projects/agreement', { credits_nano: 0 }, 'PATCH');
    await expect(client.send(sessionId, say('x'))).rejects.toMatchObject({
      code: 'insufficient_credits',
      outcome: 'not_applied',
    });
  });

  it('replace a refused token, once, and leave a refused message to its sender', async () => {
    const { session_id = '' } = await admin('/sessions', { agent: 'scripted', script: [] });
    const reasons: string[] = [];
    const clock = createBrowserClock();
    const credentials = createCredentials({
      clock,
      async getTicket(reason) {
        reasons.push(reason);
        const ticket = parseTicket({
          session_id,
          ...(await admin(`/sessions/${session_id}/tokens`)),
        });
        if (ticket === null) throw new Error('no ticket');
        return reason === 'first' ? { ...ticket, token: `${ticket.token}x` } : ticket;
      },
    });
    const client = createClient({ baseUrl, credentials, fetch: inProcess.fetch, clock });
    const [, , refused] = await Promise.allSettled([
      client.list(session_id),
      client.list(session_id),
      client.send(session_id, say('x')),
    ]);
    expect(refused).toMatchObject({ reason: { code: 'unauthenticated', isRetryable: true } });
    await client.send(session_id, say('x'));
    expect(reasons).toEqual(['first', 'refused']);
    expect(
      (await client.list(session_id)).data.filter(({ type }) => type === 'user.message').length,
    ).toBe(1);
  });

  it('speak of sites and usage in the same words', async () => {
    const project_id = 'words';
    const site = await admin('/sites', { project_id });
    const { collection_id = '' } = await admin('/collections', {
      project_id,
      documents: [{ uri: 'https://a.example', title: 'A', text: 'Alpha' }],
    });
    const { site_id = '', client_id = '', service_token = '' } = site;
    const ours = createGatewayClient({ baseUrl, token: service_token, fetch: inProcess.fetch });
    expect(
      await ours.sites.update(site_id, {
        kb_collection_id: collection_id,
        expected_kb_collection_id: null,
      }),
    ).toEqual({
      status: 'active',
      kb_collection_id: collection_id,
      site_id,
      client_id,
      project_id,
    });
    await expect(
      ours.sites.update(site_id, { kb_collection_id: null, expected_kb_collection_id: null }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await ours.sites.heartbeat(client_id, { plugin_status: 'active' })).toEqual({
      abilities_sync_status: 'never_synced',
      plugin_status: 'active',
    });
    await admin(`/sites/${client_id}`, { status: 'suspended' }, 'PATCH');
    await expect(ours.sites.heartbeat(client_id, {})).rejects.toMatchObject({
      code: 'site_not_active',
    });
    await admin(`/sites/${client_id}`, { status: 'revoked' }, 'PATCH');
    await expect(ours.sites.heartbeat(client_id, {})).rejects.toMatchObject({ code: 'revoked' });

    const { sessionId, client } = await openSession({ project_id, script: [[{ say: 'x' }]] });
    const ending = await listen(client, sessionId);
    await client.send(sessionId, say('x'));
    await ending.untilEnd;
    const { token = '' } = await admin('/account-tokens');
    const account = createGatewayClient({ baseUrl, token, fetch: inProcess.fetch });
    const report = await account.analytics({
      project_id,
      start_time: Math.floor(Date.now() / 1000) - 60,
      bucket_width: '1h',
      group_by: ['model', 'auth_method'],
    });
    expect(report.bucket_width).toBe('1h');
    expect(report.totals.request_count).toBeGreaterThan(0);
    expect(report.totals.models[0]?.auth_method).toBe('browser_session');
    expect(report.end_time).toBeGreaterThan(report.start_time);
  });
});
