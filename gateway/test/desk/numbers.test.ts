import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, message } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const DAY_MS = 86_400_000;

/** As if it had been a day ago. A day of the virtual clock would be thousands of looks into a real database. */
async function makeOlder(sessionId: string): Promise<void> {
  for (const table of ['events', 'runs', 'usage_ledger']) {
    await harness.db.query(
      `UPDATE ${table} SET created_at = created_at - ${DAY_MS} WHERE session_id = $1`,
      [sessionId],
    );
  }
}

it('counts what happened in a project, by day and in all', async () => {
  const project_id = 'counted';
  const script = [[{ say: 'One.' }, { call: [{ name: 'cart' }] }, { say: 'Two.' }]];
  const session = await harness.session({ project_id, script });
  await session.say('first');
  await harness.settled();
  const [call] = await session.pending();
  const block = { type: 'tool_result', tool_use_id: call, is_error: true, error_code: 'timeout' };
  await session.send([{ type: 'user.tool_result', content: [block] }]);
  await harness.settled();
  await makeOlder(session.id);
  const failing = [[{ fail: 'upstream_error' }]];
  await (await harness.session({ project_id, script: failing })).say('second');
  await harness.settled();
  await (await harness.session({ project_id: 'another', script })).say('elsewhere');
  await harness.settled();

  const { body } = await harness.admin('GET', `/admin/numbers?project_id=${project_id}&days=7`);
  const totals = body.totals as Record<string, number>;
  expect(totals).toMatchObject({
    conversations: 2,
    visitor_messages: 2,
    agent_messages: 2,
    failed_runs: 1,
    tools: 1,
    failed_tools: 1,
  });
  expect(totals.credits_nano).toBeGreaterThan(0);
  const buckets = body.buckets as Record<string, number>[];
  expect(buckets).toHaveLength(7);
  expect(buckets.map(({ visitor_messages }) => visitor_messages).slice(-2)).toEqual([1, 1]);
  expect(body.models).toMatchObject([{ name: 'scripted', credits_nano: totals.credits_nano }]);
});

it('has hours for a day, an empty project as zeros, and refuses other spans', async () => {
  const { body } = await harness.admin('GET', '/admin/numbers?project_id=nothing&days=1');
  expect(body).toMatchObject({ bucket_width: '1h', totals: { conversations: 0, credits_nano: 0 } });
  expect(body.buckets).toHaveLength(24);
  expect((await harness.admin('GET', '/admin/numbers?days=3650')).status).toBe(400);
});

it('lists the projects with what is kept of them', async () => {
  await harness.admin('PATCH', '/admin/projects/kept', { retention_days: 30 });
  const { body } = await harness.admin('GET', '/admin/projects');
  expect(body.data).toContainEqual({
    project_id: 'kept',
    agent_execution: true,
    credits_nano: null,
    retention_days: 30,
    default_agent: null,
  });
});

interface Waits {
  first_word_ms: number;
  slow_first_word_ms: number;
}

/** Until no run is in flight, where the agent takes its time: the clock goes on however late the agent begins to wait. */
async function settledInTime(): Promise<void> {
  let isDone = false;
  const done = harness.settled().then(() => {
    isDone = true;
  });
  while (!isDone) await harness.clock.advance(100);
  await done;
}

describe('the time to the first word', () => {
  it('is the middle of what visitors have waited, from a run’s beginning to what could be read', async () => {
    const project_id = 'waited';
    for (const ms of [1000, 2000, 9000]) {
      const session = await harness.session({
        project_id,
        script: [[{ wait_ms: ms }, { say: 'There.' }]],
      });
      await session.say('How long?');
      await settledInTime();
    }
    const silent = await harness.session({ project_id, script: [[{ fail: 'upstream_error' }]] });
    await silent.say('And now?');
    await harness.settled();
    const { body } = await harness.admin('GET', `/admin/numbers?project_id=${project_id}&days=1`);
    const { first_word_ms: middle, slow_first_word_ms: slow } = body.totals as Waits;
    // Of 1, 2 and 9 seconds.
    expect([middle >= 2000 && middle < 9000, slow > 8000]).toEqual([true, true]);
    const buckets = body.buckets as { first_word_ms: number | null }[];
    expect(buckets.some(({ first_word_ms: ms }) => ms === middle)).toBe(true);
    expect(buckets[0]?.first_word_ms).toBeNull();
  });
});

describe('what had no answer', () => {
  const project_id = 'unanswered';
  const unanswered = async (query = '') =>
    (await harness.admin('GET', `/admin/numbers/unanswered?project_id=${project_id}${query}`)).body;
  const ask = async (text: string, script: unknown, options = {}) => {
    const session = await harness.session({ project_id, script: [script], ...options });
    await session.say(text);
    await harness.settled();
    await harness.clock.advance(1000);
    return session.id;
  };

  it('is what failed, wanted a person or says itself that it doesn’t know, grouped by its words', async () => {
    await ask('Do you have lamps?', [{ say: 'Three of them.' }]);
    const first = await ask('Do you repair old lamps?', [{ say: 'I’m not sure about that.' }]);
    const second = await ask('do you REPAIR old lamps', [{ fail: 'upstream_error' }]);
    const french = await ask('Livrez-vous en Corse ?', [{ say: 'Je ne sais pas.' }]);
    await harness.admin('POST', '/admin/desk/people', {
      login: 'numbers',
      name: 'Anna',
      role: 'agent',
      password: 'long enough',
    });
    const person = await ask('My parcel is broken', [
      { call: [{ name: 'request_human', input: {} }] },
      { say: 'I have told the team.' },
    ]);
    const { data, questions } = await unanswered();
    expect(questions).toBe(4);
    expect(data).toMatchObject([
      {
        question: 'do you REPAIR old lamps',
        count: 2,
        reasons: ['failed', 'said_so'],
        session_ids: [second, first],
      },
      { question: 'My parcel is broken', reasons: ['wanted_person'], session_ids: [person] },
      { question: 'Livrez-vous en Corse ?', reasons: ['said_so'], session_ids: [french] },
    ]);
    expect((await unanswered('&days=7&client_id=none')).data).toEqual([]);
  });

  it('is what the agent found no passage for, where it looked for one', async () => {
    const documents = [{ uri: 'https://a.example/', title: 'Delivery', text: 'Two days.' }];
    const { collection_id } = (
      await harness.admin('POST', '/admin/collections', { project_id, documents })
    ).body;
    const agent = { agent: 'librarian', collection_id, script: undefined };
    await ask('How is the delivery?', undefined, agent);
    const id = await ask('Zanzibar xylophones?', undefined, agent);
    const { data } = await unanswered();
    expect(data).toContainEqual(
      expect.objectContaining({ reasons: ['nothing_found'], session_ids: [id] }),
    );
    expect(JSON.stringify(data)).not.toContain('How is the delivery');
  });

  it('has no trial of an owner’s', async () => {
    const before = (await unanswered()).questions;
    const { session_id: id, token } = (await harness.admin('POST', '/admin/trials', { project_id }))
      .body;
    await harness.call(
      'POST',
      `/v1/sessions/${id}/events`,
      { events: [message('Not counted, not answered')] },
      token,
    );
    await harness.settled();
    expect((await unanswered()).questions).toBe(before);
  });
});
