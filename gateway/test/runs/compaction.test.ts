// Conversations longer than their agent’s context window: the oldest turns become a summary, nothing leaves the list.

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { readHistory } from '../../log/history.ts';
import { historyTokens } from '../../log/tokens.ts';
import { isRecord } from '../../wire.ts';
import { createHarness, type Harness, message } from '../harness.ts';
import { expectWhole, idleOf, ofType, reply, textOf, words } from '../long-conversations.ts';
import { call, createPuppets, end, said, usage } from '../puppets.ts';

let harness: Harness;
const puppets = createPuppets();

beforeAll(async () => {
  harness = await createHarness({ agents: puppets.agents });
});
beforeEach(() => puppets.reset());
afterAll(() => harness.close());

describe('a conversation that comes near the window', () => {
  it('is compacted while its run is in flight: a summary, then the answer; every event stays', async () => {
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet', context_window: 600 });
    for (let n = 1; n <= 8; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const events = await session.events();
    expect(ofType(events, 'user.message').map(textOf)).toHaveLength(8);
    expect(ofType(events, 'agent.message')).toHaveLength(8);
    const [compaction] = ofType(events, 'session.compaction');
    expect(compaction?.content).toEqual([{ type: 'text', text: expect.any(String) }]);
    expect(textOf(compaction)).toMatch(/Visitor: question \d: word/);
    const at = events.findIndex((event) => event.id === compaction?.id);
    expect(events[at - 1]?.type).toBe('session.status_running');
    expect(events[at + 1]?.type).toBe('agent.message');
    // The request that followed: the summary and what was kept.
    const after = puppets.contexts.find(({ history }) => history[0]?.type === 'session.compaction');
    const kept = JSON.stringify(after?.history.slice(1));
    expect(kept).not.toContain('question 1:');
    expect(after?.history.some((event) => event.type === 'user.message')).toBe(true);
  });

  it('tells at its idle how long the conversation is now', async () => {
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet', context_window: 300 });
    let before = 0;
    for (let n = 1; ofType(await session.events(), 'session.compaction').length === 0; n += 1) {
      before = ((await idleOf(session))?.content.context_tokens as number | undefined) ?? 0;
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const tokens = (await idleOf(session))?.content.context_tokens as number;
    expect(before).toBeGreaterThan(150);
    expect(tokens).toBeLessThan(before);
    const estimate = historyTokens(puppets.contexts.at(-1)?.history ?? []);
    // What was read, and the answer to it.
    expect(tokens).toBeGreaterThan(estimate);
    expect(tokens).toBeLessThan(estimate + 70);
  });

  it('goes by what the model counted, not by our guess, where there are figures', async () => {
    puppets.play = async function* () {
      yield said('short');
      yield usage('scripted', 85_000, 3);
      yield end;
    };
    const session = await harness.session({ agent: 'puppet', context_window: 100_000 });
    await session.say(words(8_000));
    await harness.settled();
    await session.say('again');
    await harness.settled();
    expect(await session.types()).toContain('session.compaction');
  });

  it('counts what a provider read from its cache as read', async () => {
    puppets.play = async function* () {
      yield said('short');
      const cached = { cache_read_input_tokens: 700, cache_creation_input_tokens: 100 };
      yield {
        kind: 'usage',
        usage: { model: 'm', input_tokens: 50, output_tokens: 5, ...cached },
      };
      yield end;
    };
    const session = await harness.session({ agent: 'puppet', context_window: 1000 });
    await session.say(words(200));
    await harness.settled();
    expect((await idleOf(session))?.content.context_tokens).toBe(855);
    const [turnUsage] = ofType(await session.events(), 'session.turn_usage');
    expect(turnUsage?.content[0]).toMatchObject({ total_tokens: 855 });
    await session.say('again');
    await harness.settled();
    expect(await session.types()).toContain('session.compaction');
  });

  it('can go on for ever: each summary takes up the one before it', async () => {
    puppets.play = (context) => reply(context, words(30));
    const session = await harness.session({ agent: 'puppet', context_window: 400 });
    for (let n = 1; n <= 30; n += 1) {
      await session.say(`message ${n} ${words(10)}`);
      await harness.settled();
      expect(historyTokens(puppets.contexts.at(-1)?.history ?? [])).toBeLessThanOrEqual(400);
      expectWhole(puppets.contexts.at(-1)?.history ?? []);
    }
    const events = await session.events();
    expect(ofType(events, 'session.error')).toEqual([]);
    expect(ofType(events, 'user.message')).toHaveLength(30);
    expect(ofType(events, 'session.compaction').length).toBeGreaterThan(3);
    expect(textOf(ofType(events, 'session.compaction').at(-1))).toMatch(/left out|message 1 /);
  });

  it('keeps what the site has said to its agent', async () => {
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet', context_window: 400 });
    const { api_key } = (await harness.admin('POST', '/admin/api-keys')).body;
    const instructed = [message('Speak like a gardener.', 'system.message'), message('hi')];
    await session.send(instructed, api_key);
    await harness.settled();
    for (let n = 1; n <= 8; n += 1) {
      await session.say(words(30));
      await harness.settled();
    }
    const last = puppets.contexts.at(-1)?.history ?? [];
    expect(last[0]?.type).toBe('session.compaction');
    expect(JSON.stringify(last.slice(1))).toContain('Speak like a gardener.');
  });

  it('leaves the oldest of the site’s words to the summary where they fill a quarter of the window', async () => {
    puppets.play = (context) => reply(context, words(10));
    const { api_key } = (await harness.admin('POST', '/admin/api-keys')).body;
    const session = await harness.session({ agent: 'puppet', context_window: 600 });
    for (let n = 1; n <= 30; n += 1) {
      await session.send(
        [
          message(`The visitor looks at page ${n}. ${words(12)}`, 'system.message'),
          message('and this?'),
        ],
        api_key,
      );
      await harness.settled();
    }
    expect(await session.types()).not.toContain('session.error');
    const kept = (puppets.contexts.at(-1)?.history ?? []).filter(
      (event) => event.type === 'system.message',
    );
    expect(kept.length).toBeLessThan(20);
    expect(JSON.stringify(kept)).toContain('page 30.');
    // What had no room at the last compaction isn't read from the database any more, turn after turn.
    let readWords = 0;
    const counting: Queryable = {
      query: async (sql, params) => {
        const rows = await harness.db.query(sql, params);
        const isInstruction = (row: unknown) => isRecord(row) && row.type === 'system.message';
        readWords += rows.filter(isInstruction).length;
        return rows;
      },
    };
    await readHistory(counting, session.id, { runId: 'run_next', contextWindow: 600 });
    expect(readWords).toBeLessThan(20);
  });

  it('has a window of its own where the session was given one, which can be changed', async () => {
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet' });
    for (let n = 1; n <= 6; n += 1) {
      await session.say(words(20));
      await harness.settled();
    }
    expect(await session.types()).not.toContain('session.compaction');
    const changed = await harness.admin('PATCH', `/admin/sessions/${session.id}`, {
      context_window: 300,
    });
    expect(changed.body.context_window).toBe(300);
    await session.say('and now?');
    await harness.settled();
    expect(await session.types()).toContain('session.compaction');
    expect(puppets.contexts.at(-1)?.contextWindow).toBe(300);
    const back = await harness.admin('PATCH', `/admin/sessions/${session.id}`, {
      context_window: null,
    });
    expect(back.body.context_window).toBeNull();
    for (const context_window of [99, 1.5, '300', -1]) {
      const refused = await harness.admin('POST', '/admin/sessions', { context_window });
      expect(refused.status).toBe(400);
    }
  });
});

describe('where a summary can’t help', () => {
  it('a message that is longer than the window ends as context_exceeded, and no model is asked', async () => {
    const session = await harness.session({ agent: 'puppet', context_window: 200 });
    await session.say(words(400));
    await harness.settled();
    expect(puppets.contexts).toEqual([]);
    const error = await session.last();
    expect(error).toMatchObject({ type: 'session.error', error_code: 'context_exceeded' });
    expect(error.content[0]).toMatchObject({ code: 'context_exceeded', text: expect.any(String) });
    expect(error.usage?.credits_nano).toBe(0);
    // The session is not lost: the next message is answered from a summary of the long one.
    puppets.play = (context) => reply(context, 'yes');
    await session.say('shorter');
    await harness.settled();
    expect((await idleOf(session))?.content.stop_reason).toBe('end_turn');
    expect(historyTokens(puppets.contexts[0]?.history ?? [])).toBeLessThan(200);
  });

  it('an answer that fills the window ends with model_context_window_exceeded, cut where it was full', async () => {
    const session = await harness.session({
      script: [[{ say: words(300) }, { say: 'never' }]],
      context_window: 200,
    });
    await session.say('tell me');
    await harness.settled();
    const events = await session.events();
    const replies = ofType(events, 'agent.message');
    expect(replies).toHaveLength(1);
    expect(textOf(replies[0]).length).toBeGreaterThan(500);
    expect(textOf(replies[0]).length).toBeLessThan(800);
    const idle = events.at(-1);
    expect(idle?.content.stop_reason).toBe('model_context_window_exceeded');
    expect(idle?.content.context_tokens).toBe(200);
  });

  it('a result that is longer than the window ends the run as context_exceeded', async () => {
    const session = await harness.session({
      script: [[{ call: [{ name: 'read' }] }, { say: 'never' }]],
      context_window: 200,
    });
    await session.say('read it');
    await harness.settled();
    await session.answer(words(500));
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'context_exceeded' });
  });
});

describe('a long run', () => {
  it('is compacted between its own turns: the question stays, calls keep their results', async () => {
    const session = await harness.session({ agent: 'puppet', context_window: 500 });
    let left = 12;
    puppets.play = async function* (context) {
      left -= 1;
      if (left > 0) yield call(`step_${left}`);
      else yield said('done');
      yield usage('scripted', historyTokens(context.history), 10);
      if (left === 0) yield end;
    };
    await session.say('Do all the twelve steps, please.');
    await harness.settled();
    while (left > 0) {
      await session.answer(`result ${left}: ${words(60)}`);
      await harness.settled();
    }
    const events = await session.events();
    expect(events.at(-1)?.content.stop_reason).toBe('end_turn');
    expect(ofType(events, 'session.compaction').length).toBeGreaterThan(1);
    for (const { history } of puppets.contexts) {
      expectWhole(history);
      expect(JSON.stringify(history)).toContain('Do all the twelve steps');
      expect(historyTokens(history)).toBeLessThanOrEqual(500);
    }
    // The result that has just come is always read as it came.
    const numbers = puppets.contexts.slice(1).map(({ history }) => {
      const last = history.findLast((event) => event.type === 'user.tool_result');
      return last?.type === 'user.tool_result' ? String(last.content[0]?.content) : '';
    });
    expect(numbers.map((text) => /^result \d+/.exec(text)?.[0])).toEqual(
      Array.from({ length: 11 }, (_, n) => `result ${11 - n}`),
    );
    expect(ofType(events, 'session.turn_usage').map((event) => event.content[0]?.turn)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
  });

  it('of an agent that reads its run whole is not cut: earlier runs are', async () => {
    const session = await harness.session({ agent: 'reader', context_window: 400 });
    puppets.play = (context) => reply(context, words(60));
    for (let n = 0; n < 3; n += 1) {
      await session.say(words(20, 'early'));
      await harness.settled();
    }
    puppets.contexts = [];
    let left = 3;
    puppets.play = async function* (context) {
      left -= 1;
      if (left > 0) yield call('look');
      else yield said('done');
      yield usage('scripted', historyTokens(context.history), 10);
      if (left === 0) yield end;
    };
    await session.say('now look twice');
    await harness.settled();
    while (left > 0) {
      await session.answer(words(40, 'seen'));
      await harness.settled();
    }
    expect((await idleOf(session))?.content.stop_reason).toBe('end_turn');
    const last = puppets.contexts.at(-1)?.history ?? [];
    expect(last[0]?.type).toBe('session.compaction');
    expect(last.filter((event) => event.type === 'agent.tool_use')).toHaveLength(2);
    expect(JSON.stringify(last)).toContain('now look twice');
  });
});

describe('whatever is said and done', () => {
  type Act = { say: number } | { tools: number[] };
  const size = fc.integer({ min: 1, max: 60 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    size.map((say) => ({ say })),
    fc.array(size, { minLength: 1, maxLength: 5 }).map((tools) => ({ tools })),
  );

  it('every request is whole and inside the window, holds what it answers, and no event is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 300, max: 900 }),
        fc.constantFrom('puppet', 'reader'),
        async (acts, context_window, agent) => {
          puppets.contexts = [];
          const session = await harness.session({ agent, context_window });
          for (const [index, what] of acts.entries()) {
            const results = 'tools' in what ? [...what.tools] : [];
            let turns = 0;
            puppets.play = async function* (context) {
              turns += 1;
              if (turns <= results.length) yield call('look');
              else yield said(words(15, 'answer'));
              yield usage('scripted', historyTokens(context.history), 20);
              if (turns > results.length) yield end;
            };
            await session.say(`<${index}> ${words('say' in what ? what.say : 5, 'ask')}`);
            await harness.settled();
            for (const result of results) {
              if ((await session.pending()).length === 0) break;
              await session.answer(words(result, 'seen'));
              await harness.settled();
            }
            const { history } = puppets.contexts.at(-1) ?? { history: [] };
            const failed = (await session.last()).type === 'session.error';
            if (!failed) expect(JSON.stringify(history)).toContain(`<${index}>`);
          }
          for (const { history } of puppets.contexts) {
            expectWhole(history);
            expect(historyTokens(history)).toBeLessThanOrEqual(context_window);
          }
          const events = await session.events();
          expect(ofType(events, 'user.message')).toHaveLength(acts.length);
          for (const error of ofType(events, 'session.error')) {
            expect(error.error_code).toBe('context_exceeded');
          }
          // Such small turns always fit where the agent can go on from a summary.
          if (agent === 'puppet') expect(ofType(events, 'session.error')).toEqual([]);
          expect(harness.reported).toEqual([]);
        },
      ),
      { numRuns: cases(30) },
    );
  });
});
