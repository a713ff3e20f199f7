// A conversation with the real gateway, recorded request by request while the site is made: what the page about the interface
// shows, and the gateway's own description of itself.

import { createAgentRegistry, createGateway } from '../../gateway/index.ts';
import { openMemoryDatabase } from '../../test/doubles/memory-database.ts';

export interface RecordedStep {
  /** What happens, for the one who reads. */
  words: string;
  request: { method: string; path: string; body?: unknown; as: string };
  response: { status: number; body: unknown };
}

export interface Recording {
  steps: readonly RecordedStep[];
  /** The text of /openapi.json. */
  openapi: string;
}

const ADMIN_KEY = 'key-of-the-recording';
const SCRIPT = [
  [
    { think: 'They want to know about delivery. The cart says where to.', ms: 0 },
    { say: 'Let me look at your cart.' },
    { call: [{ name: 'show_cart', input: {} }] },
    { say: 'Your mug comes on Thursday.' },
  ],
];

let recording: Promise<Recording> | undefined;

/** The same recording each time: making one takes a database. */
export function recordGateway(): Promise<Recording> {
  recording ??= record();
  return recording;
}

async function record(): Promise<Recording> {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry(),
    options: { adminKey: ADMIN_KEY },
  });
  const steps: RecordedStep[] = [];
  const tokens: Record<string, string> = { 'the site’s server': ADMIN_KEY };

  async function call(
    words: string,
    as: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const response = await gateway.request(path, {
      method,
      headers: {
        authorization: `Bearer ${tokens[as]}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as Record<string, unknown>;
    const request = { method, path, as, ...(body === undefined ? {} : { body }) };
    steps.push({ words, request, response: { status: response.status, body: hideTokens(reply) } });
    if (response.status >= 400 && response.status !== 409) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
    }
    return reply;
  }

  /** Lists until the run has paused or ended; only the last list is recorded. */
  async function waitForIdle(path: string, count: number): Promise<void> {
    for (;;) {
      const response = await gateway.request(path, {
        headers: { authorization: `Bearer ${tokens.visitor}` },
      });
      const { data } = (await response.json()) as { data: { type: string }[] };
      if (data.filter(({ type }) => type === 'session.status_idle').length >= count) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }

  try {
    const tool = {
      name: 'show_cart',
      description: 'What is in the cart',
      input_schema: { type: 'object', properties: {} },
    };
    const { session_id } = await call(
      'A visitor opens the chat. The site’s server makes a session, and says which tools the page offers. (The script makes this agent say the same each time.)',
      'the site’s server',
      'POST',
      '/admin/sessions',
      { client_tools: [tool], script: SCRIPT },
    );
    const id = String(session_id);
    const { token } = await call(
      'It makes a short-lived token that opens this session and no other. The page gets both; the key stays on the server.',
      'the site’s server',
      'POST',
      `/admin/sessions/${id}/tokens`,
      {},
    ).then(async (reply) => {
      // The recording hides it; the next calls need the real one.
      const again = await gateway.request(`/admin/sessions/${id}/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
        body: '{}',
      });
      return { ...reply, token: ((await again.json()) as { token: string }).token };
    });
    tokens.visitor = String(token);
    const events = `/v1/sessions/${id}/events`;
    await call('The visitor writes.', 'visitor', 'POST', events, {
      events: [
        { type: 'user.message', content: [{ type: 'text', text: 'When does my order come?' }] },
      ],
    });
    await waitForIdle(`${events}?limit=100`, 1);
    const paused = await call(
      'The page reads the log. The agent has answered and called a tool of the page; the run has paused for its result.',
      'visitor',
      'GET',
      `${events}?limit=100&order=asc`,
    );
    const log = paused.data as { id: string; type: string; content: unknown }[];
    const use = log.find(({ type }) => type === 'agent.tool_use')?.content;
    const { id: toolUseId } = (Array.isArray(use) ? use[0] : use) as { id: string };
    const result = {
      type: 'user.tool_result',
      content: [
        {
          type: 'tool_result',
          tool_use_id: toolUseId,
          content: '{"items":[{"title":"Mug, blue"}]}',
        },
      ],
    };
    await call(
      'The page’s tool has run; its result goes back, and the run goes on.',
      'visitor',
      'POST',
      events,
      {
        events: [result],
      },
    );
    await waitForIdle(`${events}?limit=100`, 2);
    const last = log.at(-1)?.id ?? '';
    await call(
      'What is new since the last event that the page has: that is how a page catches up after a lost connection, too.',
      'visitor',
      'GET',
      `${events}?limit=100&order=asc&after_id=${last}`,
    );
    await call(
      'The same result once more, as after a reply that got lost: it was applied before, and the gateway says so. Nothing runs twice.',
      'visitor',
      'POST',
      events,
      { events: [result] },
    );
    const described = await gateway.request('/openapi.json');
    return { steps, openapi: await described.text() };
  } finally {
    await gateway.close();
    await db.close();
  }
}

function hideTokens(reply: Record<string, unknown>): Record<string, unknown> {
  return 'token' in reply ? { ...reply, token: '…' } : reply;
}
