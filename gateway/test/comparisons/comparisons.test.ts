import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelFactory } from '../../agents/model/open-model-agent.ts';
import type { Comparison, SavedQuestions } from '../../comparisons/comparisons-schema.ts';
import { createGateway } from '../../gateway.ts';
import { ADMIN_KEY, createHarness, type Harness, WITHOUT_LIMITS } from '../harness.ts';
import { createTestClock, openTestDatabase } from '../test-database.ts';

let harness: Harness;
let atOnce = 0;
let mostAtOnce = 0;
let names = 0;

/** Answers with its instructions, a second later. */
const models: ModelFactory = {
  problemOf: () => null,
  open: async ({ instructions }) => ({
    async *turn({ history, sleep, system = '' }) {
      if (system.includes('You now check answers')) {
        const isKind = JSON.stringify(history).includes('kind');
        yield { kind: 'usage', usage: { model: 'm', input_tokens: 10, output_tokens: 1 } };
        const text = `{"verdict":"${isKind ? 'right' : 'partly'}","why":"So it is."}`;
        yield { kind: 'message', blocks: [{ type: 'text', text }] };
        return;
      }
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await sleep(1000).finally(() => {
        atOnce -= 1;
      });
      if (JSON.stringify(history).includes('Break')) {
        yield { kind: 'fail', code: 'upstream_error' };
        return;
      }
      yield { kind: 'usage', usage: { model: 'm', input_tokens: 100, output_tokens: 7 } };
      const thought = { type: 'thought' as const, text: 'Hm.' };
      const text = { type: 'text' as const, text: `${instructions} answers.` };
      yield { kind: 'message', blocks: [thought, text] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  }),
};

beforeAll(async () => {
  harness = await createHarness({ models });
});
beforeEach(() => {
  mostAtOnce = 0;
});
afterAll(() => harness.close());

/** An agent of two versions. */
async function twoVersions(): Promise<string> {
  names += 1;
  const { body } = await harness.admin('POST', '/admin/agents', {
    name: `Compared ${names}`,
    instructions: 'The brief one',
    prices: { m: { input: 10, output: 20 } },
  });
  const id = String(body.agent_id);
  await harness.admin('PATCH', `/admin/agents/${id}`, {
    instructions: 'The kind one',
    publish: false,
  });
  return id;
}

const at = (id: string) => `/admin/agents/${id}/questions`;
const read = async (id: string) =>
  (await harness.admin('GET', at(id))).body as unknown as SavedQuestions;
const save = (id: string, questions: unknown) => harness.admin('PUT', at(id), { questions });
const compare = (id: string, version_a = 1, version_b = 2) =>
  harness.admin('POST', `/admin/agents/${id}/comparison`, { version_a, version_b });

async function done(id: string): Promise<Comparison> {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    const { comparison } = await read(id);
    if (comparison?.is_done === true) return comparison;
    await harness.clock.advance(1000);
    await harness.clock.settle();
  }
  throw new Error('The comparison never came to its end.');
}

describe('saved questions', () => {
  it('are kept with their agent in their order, and replaced as a whole', async () => {
    const id = await twoVersions();
    expect(await read(id)).toEqual({ questions: [], expected: [], comparison: null });
    await save(id, ['Is it blue?', 'Zwei\nZeilen?', '<b>HTML</b>?']);
    expect((await read(id)).questions).toEqual(['Is it blue?', 'Zwei\nZeilen?', '<b>HTML</b>?']);
    await save(id, ['Only this']);
    expect((await read(id)).questions).toEqual(['Only this']);
  });

  it('keep the answer that each should get, until another is saved with them', async () => {
    const id = await twoVersions();
    const questions = ['Is it blue?', 'Which one?'];
    const put = (body: object) => harness.admin('PUT', at(id), body);
    await put({ questions, expected: ['Yes.', null] });
    expect((await read(id)).expected).toEqual(['Yes.', null]);
    await save(id, ['Which one?', 'New?', 'Is it blue?']);
    expect((await read(id)).expected).toEqual([null, null, 'Yes.']);
    await put({ questions, expected: [' ', null] });
    expect((await read(id)).expected).toEqual([null, null]);
    expect((await put({ questions, expected: ['Yes.'] })).status).toBe(400);
  });

  it('must have a word each, and are fifty at most', async () => {
    const id = await twoVersions();
    for (const questions of [[' '], [''], Array.from({ length: 51 }, () => 'x'), ['x\0'], 'x']) {
      expect((await save(id, questions)).status).toBe(400);
    }
    expect((await save('agt_nothing', ['x'])).status).toBe(404);
  });

  it('go with their agent', async () => {
    const id = await twoVersions();
    await save(id, ['Is it blue?']);
    await compare(id);
    await done(id);
    expect((await harness.admin('DELETE', `/admin/agents/${id}`)).status).toBe(204);
    expect((await harness.admin('GET', at(id))).status).toBe(404);
  });
});

describe('a comparison', () => {
  it('asks two versions all saved questions, and tells answers, times, tokens and credits', async () => {
    const id = await twoVersions();
    await save(id, ['Is it blue?', 'Break, please', 'Which one?']);
    const begun = await compare(id);
    expect(begun.status).toBe(202);
    const comparison = await done(id);
    expect(comparison).toMatchObject({ version_a: 1, version_b: 2, author: 'admin' });
    const [first, broken, last] = comparison.questions;
    expect(first).toMatchObject({
      place: 0,
      question: 'Is it blue?',
      better: null,
      a: {
        state: 'answered',
        text: 'The brief one answers.',
        fault: null,
        duration_ms: 1000,
        input_tokens: 100,
        output_tokens: 7,
        credits_nano: 100 * 10 + 7 * 20,
      },
      b: { state: 'answered', text: 'The kind one answers.' },
    });
    expect(broken?.a).toMatchObject({ state: 'failed', fault: 'upstream_error', text: '' });
    expect(last?.b.text).toBe('The kind one answers.');
  });

  it('says what got worse, by the answers that are expected', async () => {
    const id = await twoVersions();
    const questions = ['Which one?', 'Break, please', 'Is it blue?'];
    const expected = ['It is the brief one that answers.', 'The kind one.', null];
    await harness.admin('PUT', at(id), { questions, expected });
    await compare(id);
    const [worse, failed, unknown] = (await done(id)).questions;
    expect(worse).toMatchObject({ change: 'worse', expected: expected[0] });
    expect(worse?.a.match?.likeness).toBeGreaterThan(worse?.b.match?.likeness ?? 1);
    expect(failed).toMatchObject({ change: 'same', a: { match: null } });
    expect(unknown).toMatchObject({ change: null, expected: null, a: { match: null } });
  });

  it('has the agent’s own model judge, where the owner wants it', async () => {
    const id = await twoVersions();
    const expected = ['Any of them.', null];
    await harness.admin('PUT', at(id), { questions: ['Which one?', 'Is it blue?'], expected });
    await harness.admin('POST', `/admin/agents/${id}/comparison`, {
      version_a: 1,
      version_b: 2,
      is_judged: true,
    });
    const comparison = await done(id);
    const [question, other] = comparison.questions;
    expect(comparison.is_judged).toBe(true);
    expect(question).toMatchObject({
      change: 'better',
      a: { verdict: { is: 'partly', why: 'So it is.' } },
      b: { verdict: { is: 'right' } },
    });
    expect(other?.a.verdict).toBeNull();
    const { body } = await harness.admin('GET', '/admin/numbers/colleague');
    expect(body.data).toEqual([
      { kind: 'team_judge', requests: 2, credits_nano: 2 * (10 * 10 + 20) },
    ]);
  });

  it('asks a few questions at a time', async () => {
    const id = await twoVersions();
    await save(
      id,
      Array.from({ length: 7 }, (_, index) => `Question ${index}`),
    );
    await compare(id);
    const { questions } = await done(id);
    expect(questions.every(({ a, b }) => a.state === 'answered' && b.state === 'answered')).toBe(
      true,
    );
    expect(mostAtOnce).toBe(4);
  });

  it('keeps its questions and the owner’s marks, whatever is saved later', async () => {
    const id = await twoVersions();
    await save(id, ['Is it blue?', 'Which one?']);
    await compare(id);
    await done(id);
    const path = `/admin/agents/${id}/comparison`;
    await harness.admin('PATCH', path, { place: 0, better: 'b' });
    await harness.admin('PATCH', path, { place: 1, better: 'same' });
    await save(id, ['Another']);
    const marks = async () =>
      (await read(id)).comparison?.questions.map(({ question, better }) => [question, better]);
    expect(await marks()).toEqual([
      ['Is it blue?', 'b'],
      ['Which one?', 'same'],
    ]);
    await harness.admin('PATCH', path, { place: 0, better: null });
    expect((await marks())?.[0]).toEqual(['Is it blue?', null]);
    expect((await harness.admin('PATCH', path, { place: 2, better: 'a' })).status).toBe(400);
    expect((await harness.admin('PATCH', path, { place: 0, better: 'c' })).status).toBe(400);
  });

  it('is refused for a version that isn’t there, and where no question is saved', async () => {
    const id = await twoVersions();
    expect((await compare(id)).body.error.message).toContain('no saved questions');
    await save(id, ['Is it blue?']);
    expect((await compare(id, 1, 9)).body.error.message).toContain('version_b');
  });

  it('is nobody’s conversation, stays until the next one, and its trials go then', async () => {
    const id = await twoVersions();
    await save(id, ['Is it blue?']);
    await compare(id);
    const [question] = (await done(id)).questions;
    const trial = question?.a.session_id ?? '';
    const { data } = (await harness.admin('GET', '/admin/conversations?limit=100')).body;
    expect(JSON.stringify(data)).not.toContain(trial);
    const age = () =>
      harness.db.query('UPDATE sessions SET last_event_at = 0, created_at = 0 WHERE is_trial');
    await age();
    // The retention looks once an hour.
    await harness.clock.advance(3_600_000);
    await harness.clock.settle();
    expect((await read(id)).comparison?.questions[0]?.a.text).toBe('The brief one answers.');
    await compare(id);
    await done(id);
    await age();
    await harness.clock.advance(3_600_000);
    await harness.until(
      async () => (await harness.admin('GET', `/admin/sessions/${trial}`)).status === 404,
    );
  });

  it('tells why a question couldn’t be asked, and goes on', async () => {
    const project_id = 'paused';
    const made = await harness.admin('POST', '/admin/agents', { name: 'Paused', project_id });
    const id = String(made.body.agent_id);
    await harness.admin('PATCH', `/admin/projects/${project_id}`, { credits_nano: 0 });
    await save(id, ['One?', 'Two?', 'Three?']);
    await compare(id, 1, 1);
    const { questions } = await done(id);
    expect(questions.map(({ a, b }) => [a.state, b.state])).toEqual(
      Array.from({ length: 3 }, () => ['failed', 'failed']),
    );
    expect(questions[2]?.b.fault).toContain('credits');
  });

  it('goes on in another process when its own has ended', async () => {
    const db = await openTestDatabase();
    const clock = createTestClock();
    const first = await createHarness({ db, clock, models });
    const { body } = await first.admin('POST', '/admin/agents', { name: 'Left' });
    const path = `/admin/agents/${body.agent_id}`;
    const questions = ['One?', 'Two?', 'Three?', 'Four?'];
    await first.admin('PUT', `${path}/questions`, { questions });
    await first.admin('POST', `${path}/comparison`, { version_a: 1, version_b: 1 });
    await first.close();
    const options = { adminKey: ADMIN_KEY, ...WITHOUT_LIMITS };
    const next = await createGateway({ db, clock, models, options });
    const look = async () => {
      const headers = { authorization: `Bearer ${ADMIN_KEY}` };
      const reply = await next.request(`${path}/questions`, { headers });
      return ((await reply.json()) as SavedQuestions).comparison;
    };
    let found = await look();
    for (let seconds = 0; seconds < 60 && found?.is_done !== true; seconds += 1) {
      await clock.advance(1000);
      await clock.settle();
      found = await look();
    }
    expect(found?.questions.at(-1)?.a.state).toBe('answered');
    await next.close();
    await db.close();
  });
});
