// Anthropic's own client reads and writes the events of this gateway's sessions: the interface's words are the same. One path
// differs, of the stream, and is rewritten here as a client of the interface would do it.

import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type SessionHandle } from '../harness.ts';

let harness: Harness;
let paths: string[] = [];

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const clientOf = (authToken: string) =>
  new Anthropic({
    authToken,
    baseURL: 'https://gateway.example',
    maxRetries: 0,
    fetch: async (to, init) => {
      const { pathname, search } = new URL(String(to instanceof Request ? to.url : to));
      const path = pathname.replace(/^\/v1(\/sessions\/[^/]+\/events\/stream)$/, '/v1beta1$1');
      paths.push(path);
      return harness.gateway.request(path + search, init as RequestInit);
    },
  });
const open = async (script: unknown) => {
  const session = await harness.session({ script });
  paths = [];
  return { session, events: clientOf(session.token).beta.sessions.events };
};
const message = (text: string) => ({
  events: [{ type: 'user.message' as const, content: [{ type: 'text' as const, text }] }],
});
const idsOf = async (session: SessionHandle) => (await session.events()).map(({ id }) => id);

describe('Anthropic’s client at a gateway', () => {
  it('sends a message, and gets it back with its id', async () => {
    const { session, events } = await open([[{ say: 'Hello.' }]]);
    const { data = [] } = await events.send(session.id, message('hi'));
    expect(data).toMatchObject([{ type: 'user.message', content: [{ text: 'hi' }] }]);
    expect(await idsOf(session)).toContain(data[0]?.id);
    expect(paths).toEqual([`/v1/sessions/${session.id}/events`]);
  });

  it.each(['asc', 'desc'] as const)('reads the list page by page, %s', async (order) => {
    const { session, events } = await open([[{ say: 'One.' }, { say: 'Two.' }]]);
    await events.send(session.id, message('hi'));
    await harness.settled();
    const read: string[] = [];
    for await (const { id } of events.list(session.id, { limit: 2, order })) read.push(id);
    const all = await idsOf(session);
    expect(all.length).toBeGreaterThan(4);
    expect(read).toEqual(order === 'asc' ? all : all.toReversed());
    expect(paths.filter((path) => path.endsWith('/events')).length).toBeGreaterThan(2);
  });

  it('follows the stream: the answer as it is written, the answer, and why it ended', async () => {
    const { session, events } = await open([[{ say: 'Every lamp is brass.' }]]);
    const stream = await events.stream(session.id, { event_deltas: ['agent.message'] });
    await events.send(session.id, message('hi'));
    let shown = '';
    const starts: string[] = [];
    for await (const event of stream) {
      if (event.type === 'event_start') starts.push(event.event.id);
      if (event.type === 'event_delta') {
        expect(starts).toContain(event.event_id);
        shown += event.delta.content.text;
      }
      if (event.type === 'agent.message') {
        expect(event).toMatchObject({ id: starts[0], content: [{ text: shown }] });
      }
      if (event.type === 'session.status_idle') break;
    }
    expect(shown).toBe('Every lamp is brass.');
    expect(paths).toContain(`/v1beta1/sessions/${session.id}/events/stream`);
  });

  it('finds the stream by its own path at no gateway, which is why that one is rewritten', async () => {
    const session = await harness.session({ script: [] });
    const response = await harness.gateway.request(`/v1/sessions/${session.id}/events/stream`, {
      headers: { Authorization: `Bearer ${session.token}` },
    });
    expect(response.status).toBe(404);
  });

  it('gets no previews that it didn’t ask for', async () => {
    const { session, events } = await open([[{ say: 'Every lamp is brass.' }]]);
    const stream = await events.stream(session.id);
    await events.send(session.id, message('hi'));
    const types: string[] = [];
    for await (const { type } of stream) {
      types.push(type);
      if (type === 'session.status_idle') break;
    }
    expect(types).toContain('agent.message');
    expect(types).not.toContain('event_delta');
  });

  it('interrupts a run', async () => {
    const { session, events } = await open([[{ wait_ms: 50_000 }, { say: 'late' }]]);
    await events.send(session.id, message('hi'));
    await harness.until(async () => (await session.types()).includes('session.status_running'));
    await events.send(session.id, { events: [{ type: 'user.interrupt' }] });
    await harness.settled();
    expect(await session.last()).toMatchObject({ content: { stop_reason: 'user_cancelled' } });
  });

  it('knows the gateway’s errors as its own, with their words and the request’s id', async () => {
    const { session, events } = await open([]);
    const failureOf = async (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error) => error,
      );
    const refused = await failureOf(
      events.send(session.id, {
        events: [{ type: 'user.custom_tool_result', custom_tool_use_id: 'x' }],
      }),
    );
    expect(refused).toBeInstanceOf(Anthropic.BadRequestError);
    expect(refused).toMatchObject({
      status: 400,
      message: expect.stringContaining('user.custom_tool_result'),
    });
    expect(refused.error.error.request_id).toMatch(/.{16,}/);
    expect(
      await failureOf(
        clientOf('nobody')
          .beta.sessions.events.list(session.id)
          .then(() => {}),
      ),
    ).toBeInstanceOf(Anthropic.AuthenticationError);
    expect(await failureOf(events.stream('sess_of_nobody'))).toMatchObject({
      status: expect.toSatisfy((status) => status === 403 || status === 404),
    });
  });
});
