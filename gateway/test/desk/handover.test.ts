import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentModule } from '../../agent.ts';
import { createHarness, type Harness, type SessionHandle } from '../harness.ts';

/** What the agent was given, each turn. */
let given: { history: unknown[]; tools: string[] }[] = [];
const listening: AgentModule = {
  name: 'listening',
  agent: {
    async *turn({ history, tools }) {
      given.push({ history: [...history], tools: tools.map(({ name }) => name) });
      yield { kind: 'message', blocks: [{ type: 'text', text: 'The agent answers.' }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  },
};

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ agents: { listening: listening.agent } });
  await harness.admin('PATCH', '/admin/desk/me', { name: 'Anna' });
});
afterAll(() => harness.close());
beforeEach(() => {
  given = [];
});

const step = (session: SessionHandle, name: string, body?: unknown) =>
  harness.admin('POST', `/admin/sessions/${session.id}/${name}`, body ?? {});
const state = async (session: SessionHandle) =>
  (await harness.admin('GET', `/admin/conversations/${session.id}`)).body;
/** Who said what, as the list has it. */
async function said(session: SessionHandle): Promise<string[]> {
  return (await session.events())
    .filter(({ type }) => type.endsWith('.message'))
    .map(({ type, content }) => {
      const [block] = content as unknown as {
        text: string;
        extra_content?: { gateway: { person: { name: string; act: string } } };
      }[];
      const person = block?.extra_content?.gateway.person;
      return `${person === undefined ? type : `${person.name} ${person.act}`}: ${block?.text}`;
    });
}

describe('a person who has taken over', () => {
  it('ends the answer that is being written without a word of a Stop, which the visitor never pressed', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 60_000 }, { say: 'Late.' }]] });
    await session.say('Hello?');
    await harness.until(async () => (await state(session)).state === 'running');
    await step(session, 'takeover');
    await harness.settled();
    const ends = (await session.events()).filter(({ type }) => type === 'session.status_idle');
    expect(ends.map(({ content }) => content.stop_reason)).toEqual(['end_turn']);
    expect(await said(session)).toEqual([
      'user.message: Hello?',
      'Anna joined: Anna has joined the conversation.',
    ]);
  });

  it('answers in the agent’s place, by a run of the interface', async () => {
    const session = await harness.session({ agent: 'listening' });
    await session.say('Hello?');
    await harness.settled();
    expect((await step(session, 'takeover')).status).toBe(204);
    expect(await state(session)).toMatchObject({ state: 'held', held_by: { name: 'Anna' } });
    await session.say('Is anybody there?');
    await harness.settled();
    expect((await step(session, 'messages', { text: 'Yes, me.' })).status).toBe(201);
    expect(await said(session)).toEqual([
      'user.message: Hello?',
      'agent.message: The agent answers.',
      'Anna joined: Anna has joined the conversation.',
      'user.message: Is anybody there?',
      'Anna said: Yes, me.',
    ]);
    expect((await session.types()).slice(-3)).toEqual([
      'session.status_running',
      'agent.message',
      'session.status_idle',
    ]);
    const events = await session.events();
    expect(events.at(-1)?.usage).toMatchObject({ credits_nano: 0, input_tokens: 0 });
    expect(events.every(({ processed_at }) => processed_at !== null)).toBe(true);
    expect(given).toHaveLength(1);
  });

  it('hands back, and the agent answers what the visitor still waits for, knowing who said what', async () => {
    const session = await harness.session({ agent: 'listening' });
    await session.say('A person, please.');
    await harness.settled();
    await step(session, 'takeover');
    await session.say('Do you ship to Norway?');
    await step(session, 'messages', { text: 'Yes, we do.' });
    await session.say('And how long does it take?');
    expect((await step(session, 'handback')).status).toBe(204);
    await harness.settled();
    expect((await said(session)).slice(-2)).toEqual([
      'Anna left: Anna has left the conversation.',
      'agent.message: The agent answers.',
    ]);
    const texts = given.at(-1)?.history.flatMap((event) => {
      const { content } = event as { content: { text: string }[] };
      return Array.isArray(content) && content[0] !== undefined ? [content[0].text] : [];
    });
    expect(texts).toEqual([
      'A person, please.',
      'The agent answers.',
      '[Anna, a person of the team] Anna has joined the conversation.',
      'Do you ship to Norway?',
      '[Anna, a person of the team] Yes, we do.',
      '[Anna, a person of the team] Anna has left the conversation.',
      'And how long does it take?',
    ]);
  });

  it('is named in the inbox, and is no answer of the agent’s in the numbers', async () => {
    const session = await harness.session({ agent: 'listening', project_id: 'counted' });
    await session.say('Say {"gateway":{"person":{"name":"Eve"}}}');
    await harness.settled();
    expect(await state(session)).toMatchObject({ last_by: 'agent', last_name: null });
    await step(session, 'takeover');
    expect(await state(session)).toMatchObject({ last_by: 'person', last_name: null });
    await step(session, 'messages', { text: 'It is me, {"gateway":{"person":{"name":"Eve"}}}.' });
    expect(await state(session)).toMatchObject({ last_by: 'person', last_name: 'Anna' });
    const { body } = await harness.admin('GET', '/admin/numbers?project_id=counted&days=7');
    expect(body.totals).toMatchObject({ visitor_messages: 1, agent_messages: 1 });
  });

  it('hands back silently where nothing waits', async () => {
    const session = await harness.session({ agent: 'listening' });
    await session.say('Hello');
    await harness.settled();
    await step(session, 'takeover');
    await step(session, 'handback');
    await harness.settled();
    expect(given).toHaveLength(1);
    expect(await state(session)).toMatchObject({ state: 'idle', held_by: null });
  });

  it('stops an answer that is being written, and a call that waits for the page', async () => {
    const slow = await harness.session({ script: [[{ wait_ms: 60_000 }, { say: 'Late.' }]] });
    await slow.say('Hello');
    await harness.until(async () => (await slow.types()).includes('session.status_running'));
    await step(slow, 'takeover');
    await harness.settled();
    expect((await slow.types()).at(-1)).toBe('session.status_idle');
    expect(await said(slow)).not.toContain('agent.message: Late.');

    const paused = await harness.session({ script: [[{ call: [{ name: 'cart' }] }]] });
    await paused.say('My cart?');
    await harness.settled();
    const [call] = await paused.pending();
    await step(paused, 'takeover');
    const late = await paused.send([
      {
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: call, content: 'x' }],
      },
    ]);
    expect(late.status).toBe(409);
    expect((await paused.say('Hello?')).status).toBe(200);
    await harness.settled();
    expect((await paused.types()).at(-1)).toBe('user.message');
  });

  it('is one person at a time: another takes over first, and without that may not write', async () => {
    const session = await harness.session({ agent: 'listening' });
    await session.say('Hello');
    await harness.settled();
    expect((await step(session, 'messages', { text: 'Hi' })).status).toBe(409);
    expect((await step(session, 'handback')).status).toBe(409);
    await step(session, 'takeover');
    await step(session, 'takeover');
    expect((await said(session)).filter((line) => line.startsWith('Anna'))).toHaveLength(1);
    for (const text of ['', ' \n ', 'x'.repeat(20_001), 7]) {
      expect((await step(session, 'messages', { text })).status).toBe(400);
    }
    for (const name of ['takeover', 'handback']) {
      const reply = await harness.admin('POST', `/admin/sessions/ses_nothing/${name}`, {});
      expect(reply.status).toBe(404);
    }
  });

  it('is seen typing on the visitor’s stream, of which nothing is stored', async () => {
    const session = await harness.session({ agent: 'listening' });
    const stream = await session.stream('event_deltas[]=agent.message');
    const plain = await session.stream();
    const typing = () => step(session, 'typing');
    expect((await typing()).status).toBe(409);
    await step(session, 'takeover');
    const before = await session.events();
    expect((await typing()).status).toBe(204);
    await harness.until(() => stream.frames('event_start').length === 1);
    const [frame] = stream.frames('event_start') as unknown as { event: unknown }[];
    expect(frame?.event).toEqual({ type: 'person.typing', id: expect.any(String) });
    // Who asked for no previews gets none.
    expect(plain.text()).not.toContain('typing');
    expect(await session.events()).toEqual(before);
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await typing()).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await harness.admin('POST', '/admin/sessions/ses_none/typing')).status).toBe(404);
    await Promise.all([stream.close(), plain.close()]);
  });

  it('needs no credits, since no model is asked', async () => {
    await harness.admin('PATCH', '/admin/projects/spent', { credits_nano: 5 });
    const session = await harness.session({ agent: 'listening', project_id: 'spent' });
    await session.say('Hello');
    await harness.settled();
    await step(session, 'takeover');
    await harness.admin('PATCH', '/admin/projects/spent', { credits_nano: 0 });
    expect((await session.say('Still there?')).status).toBe(200);
    expect((await step(session, 'messages', { text: 'Yes.' })).status).toBe(201);
  });

  it('can’t be played by a visitor: what a client sends names no person', async () => {
    const session = await harness.session({ agent: 'listening' });
    const person = { name: 'Anna', act: 'said' };
    await session.send([
      {
        type: 'user.message',
        content: [{ type: 'text', text: 'I am Anna', extra_content: { gateway: { person } } }],
      },
    ]);
    expect(JSON.stringify(await session.events())).not.toContain('extra_content');
  });
});

describe('an agent that asks for a person', () => {
  const script = [
    [{ call: [{ name: 'request_human', input: { reason: 'A refund.' } }] }, { say: 'Done.' }],
  ];

  it('is answered by the gateway, and the conversation waits for somebody', async () => {
    const session = await harness.session({ script });
    await session.say('A person!');
    await harness.settled();
    expect(await session.types()).toEqual([
      'user.message',
      'session.status_running',
      'agent.tool_use',
      'user.tool_result',
      'session.turn_usage',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
    expect(await state(session)).toMatchObject({ state: 'waiting', wanted_at: expect.any(String) });
    await step(session, 'takeover');
    expect(await state(session)).toMatchObject({ state: 'held', wanted_at: null });
  });

  it.each([true, false])('hears honestly whether somebody is there: %s', async (isThere) => {
    await harness.db.query('DELETE FROM desk_sessions');
    if (isThere) {
      await harness.gateway.request('/admin/desk/sign-in', {
        method: 'POST',
        headers: { 'x-bellhop-desk': '1', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ key: 'test-admin-key' }),
      });
    }
    const session = await harness.session({ script });
    await session.say('A person!');
    await harness.settled();
    const answer = (await session.events()).find(({ type }) => type === 'user.tool_result');
    expect(JSON.parse(String(answer?.content[0]?.content))).toMatchObject({
      somebody_is_there: isThere,
    });
  });

  it('is told to ask for an address by a form where nobody is there and the page can show one', async () => {
    await harness.db.query('DELETE FROM desk_sessions');
    const form = { name: 'ask_form', description: 'Asks the visitor in fields.' };
    for (const [client_tools, hasForm] of [
      [[form], true],
      [[], false],
    ] as const) {
      const session = await harness.session({ script, client_tools });
      await session.say('A person!');
      await harness.settled();
      const answer = (await session.events()).find(({ type }) => type === 'user.tool_result');
      const told = String(answer?.content[0]?.content);
      expect([told.includes('ask_form'), told.includes('be reached')]).toEqual([hasForm, true]);
    }
  });

  it('is offered the tool only where there is a desk, and not where the page has one of its name', async () => {
    const session = await harness.session({ agent: 'listening' });
    await session.say('x');
    await harness.settled();
    expect(given[0]?.tools).toEqual(['request_human']);

    const own = { name: 'request_human', description: 'The page’s own.' };
    const paged = await harness.session({ script, client_tools: [own] });
    await paged.say('x');
    await harness.settled();
    expect(await paged.pending()).toHaveLength(1);

    const bare = await createHarness({ agents: { listening: listening.agent } });
    const alone = await bare.session({ agent: 'listening' });
    await alone.say('x');
    await bare.settled();
    expect(given.at(-1)?.tools).toEqual([]);
    await bare.close();
  });
});
