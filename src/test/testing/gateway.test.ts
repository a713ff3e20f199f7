import { describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../client.ts';
import { createTestGateway, toRoute } from '../../testing.ts';

const SCRIPT = [
  [{ call: [{ name: 'look', input: { for: 'mug' } }] }, { say: 'There is one.' }],
  [{ say: 'Goodbye.', ms: 5 }],
];

/** Lists until the run has ended, or waits for a tool. */
async function turnOf(
  gateway: ReturnType<typeof createTestGateway>,
  reason: string,
): Promise<void> {
  for (;;) {
    const last = gateway.events().at(-1);
    if (JSON.stringify(last?.content ?? '').includes(`"${reason}"`)) return;
    await new Promise((go) => setTimeout(go, 5));
  }
}

describe('a gateway for tests', () => {
  it('plays its script to the package’s own client, and waits for the page’s tools', async () => {
    const gateway = createTestGateway(SCRIPT);
    const { session_id: id, token } = gateway.issue();
    const client = createGatewayClient({
      baseUrl: 'https://gateway.test',
      token,
      fetch: (input, init) => gateway(new Request(input as string, init as RequestInit)),
    });
    const say = (text: string) =>
      client.send(id, [{ type: 'user.message', content: [{ type: 'text', text }] }]);
    await say('A mug?');
    await turnOf(gateway, 'client_tool_use');
    const use = gateway.events().find(({ type }) => type === 'agent.tool_use');
    const [{ id: toolUseId } = { id: '' }] = (use?.content ?? []) as { id: string }[];
    await client.send(id, [
      {
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: toolUseId, content: 'One' }],
      },
    ]);
    await turnOf(gateway, 'end_turn');
    await say('Bye');
    const { data } = await client.list(id, { limit: 100 });
    expect(data.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.tool_use',
      'session.status_idle',
      'user.tool_result',
      'agent.message',
      'session.status_idle',
      'user.message',
      'session.status_running',
    ]);
  });

  it('refuses a token that it has not given, a page beside a cursor, and a result that nobody waits for', async () => {
    const gateway = createTestGateway([]);
    const { session_id: id, token } = gateway.issue();
    const ask = (path: string, init: RequestInit = {}, bearer = token) =>
      gateway(
        new Request(`https://gateway.test/v1/sessions/${id}/${path}`, {
          headers: { authorization: `Bearer ${bearer}` },
          ...init,
        }),
      );
    const events = [{ type: 'user.tool_result', content: [{ tool_use_id: 'x' }] }];
    const statuses = [
      ask('events', {}, 'wrong'),
      ask('events?page=1&after_id=e'),
      ask('events?after_id=nobody'),
      ask('events', { method: 'POST', body: JSON.stringify({ events }) }),
      ask('other'),
    ].map(async (reply) => (await reply).status);
    expect(await Promise.all(statuses)).toEqual([401, 400, 400, 409, 404]);
  });

  it('hands out sessions to a browser by its routes', async () => {
    const gateway = createTestGateway([]);
    const replies: { status: number; body: string }[] = [];
    await toRoute(gateway)({
      request: () => ({
        url: () => 'https://gateway.test/session',
        method: () => 'POST',
        headers: () => ({}),
        postData: () => '{}',
      }),
      fulfill: async (reply) => void replies.push(reply),
    });
    expect(replies[0]?.status).toBe(200);
    expect(JSON.parse(replies[0]?.body ?? '')).toEqual({
      session_id: expect.any(String),
      token: expect.any(String),
    });
  });
});
