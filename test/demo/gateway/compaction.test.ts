// Conversations longer than their agent's context window: the oldest turns become a summary, nothing leaves the list.

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  Agent,
  AgentOutput,
  SummaryRequest,
  TurnContext,
} from '../../../demo/gateway/agents/types.ts';
import { historyTokens } from '../../../demo/gateway/sessions/tokens.ts';
import type { SessionEvent } from '../../../src/protocol/events.ts';
import {
  createHarness,
  type Harness,
  message,
  type SessionHandle,
  type WireEvent,
} from './harness.ts';

let harness: Harness;
/** What the agents of this file do in their next turns. */
let play: (context: TurnContext) => AsyncIterable<AgentOutput>;
let summarise: NonNullable<Agent['summarise']>;
let contexts: TurnContext[];
let asked: SummaryRequest[];

const turn = (context: TurnContext) => {
  contexts.push(context);
  return play(context);
};
/** Goes on from a summary of its own run; makes no summaries. */
const puppet: Agent = { turn, resumesFromSummary: true };
/** Reads its own run whole, as the concierge does. */
const reader: Agent = { turn };
/** Summarises by itself. */
const writer: Agent = {
  turn,
  resumesFromSummary: true,
  summarise(request) {
    asked.push(request);
    return summarise(request);
  },
};
const agents = { puppet, reader, writer };

beforeAll(async () => {
  harness = await createHarness({ agents });
}, 60_000);
beforeEach(() => {
  contexts = [];
  asked = [];
  summarise = async () => ({ text: 'In short.', usage: null });
});
afterAll(() => harness.close());

const said = (text: string): AgentOutput => ({ kind: 'message', blocks: [{ type: 'text', text }] });
const usage = (input: number, output: number): AgentOutput => ({
  kind: 'usage',
  usage: { model: 'scripted', input_tokens: input, output_tokens: output },
});
const end: AgentOutput = { kind: 'end', stop_reason: 'end_turn' };
const call = (name: string): AgentOutput => ({ kind: 'tool_use', name, input: {} });

/** Answers with `text` and counts honestly. */
async function* reply(context: TurnContext, text: string): AsyncGenerator<AgentOutput> {
  yield said(text);
  yield usage(historyTokens(context.history), Math.ceil(text.length / 4));
  yield end;
}

const ofType = (events: readonly WireEvent[], type: string) =>
  events.filter((event) => event.type === type);
const textOf = (event: WireEvent | undefined) => event?.content[0]?.text as string;
const idleOf = async (session: SessionHandle) =>
  ofType(await session.events(), 'session.status_idle').at(-1);
const words = (count: number, word = 'word') => Array(count).fill(word).join(' ');

/** What any provider asks of a history: calls with their results, results with their calls. */
function expectWhole(history: readonly SessionEvent[]): void {
  const calls = new Set<string>();
  const answered = new Set<string>();
  for (const event of history) {
    if (event.type === 'agent.tool_use') for (const { id } of event.content) calls.add(id);
    if (event.type !== 'user.tool_result') continue;
    for (const { tool_use_id } of event.content) {
      expect(calls).toContain(tool_use_id);
      answered.add(tool_use_id);
    }
  }
  expect([...answered].sort()).toEqual([...calls].sort());
  expect(history.findLastIndex((event) => event.type === 'session.compaction')).toBeLessThan(1);
}

describe('a conversation that comes near the window', () => {
  it('is compacted while its run is in flight: a summary, then the answer; every event stays', async () => {
    play = (context) => reply(context, words(40));
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
    const after = contexts.find(({ history }) => history[0]?.type === 'session.compaction');
    const kept = JSON.stringify(after?.history.slice(1));
    expect(kept).not.toContain('question 1:');
    expect(after?.history.some((event) => event.type === 'user.message')).toBe(true);
  });

  it('tells at its idle how long the conversation is now', async () => {
    play = (context) => reply(context, words(40));
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
    const estimate = historyTokens(contexts.at(-1)?.history ?? []);
    // What was read, and the answer to it.
    expect(tokens).toBeGreaterThan(estimate);
    expect(tokens).toBeLessThan(estimate + 70);
  });

  it('goes by what the model counted, not by our guess, where there are figures', async () => {
    play = async function* () {
      yield said('short');
      yield usage(85_000, 3);
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
    play = async function* () {
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
    play = (context) => reply(context, words(30));
    const session = await harness.session({ agent: 'puppet', context_window: 400 });
    for (let n = 1; n <= 40; n += 1) {
      await session.say(`message ${n} ${words(10)}`);
      await harness.settled();
      expect(historyTokens(contexts.at(-1)?.history ?? [])).toBeLessThanOrEqual(400);
      expectWhole(contexts.at(-1)?.history ?? []);
    }
    const events = await session.events();
    expect(ofType(events, 'session.error')).toEqual([]);
    expect(ofType(events, 'user.message')).toHaveLength(40);
    expect(ofType(events, 'session.compaction').length).toBeGreaterThan(3);
    expect(textOf(ofType(events, 'session.compaction').at(-1))).toMatch(/left out|message 1 /);
  });

  it('keeps what the site has said to its agent', async () => {
    play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet', context_window: 400 });
    await session.send([message('Speak like a gardener.', 'system.message'), message('hi')]);
    await harness.settled();
    for (let n = 1; n <= 8; n += 1) {
      await session.say(words(30));
      await harness.settled();
    }
    const last = contexts.at(-1)?.history ?? [];
    expect(last[0]?.type).toBe('session.compaction');
    expect(JSON.stringify(last.slice(1))).toContain('Speak like a gardener.');
  });

  it('leaves the oldest of the site’s words to the summary where they fill a quarter of the window', async () => {
    play = (context) => reply(context, words(10));
    const session = await harness.session({ agent: 'puppet', context_window: 600 });
    for (let n = 1; n <= 30; n += 1) {
      await session.send([
        message(`The visitor looks at page ${n}. ${words(12)}`, 'system.message'),
        message('and this?'),
      ]);
      await harness.settled();
    }
    expect(await session.types()).not.toContain('session.error');
    const kept = (contexts.at(-1)?.history ?? []).filter(
      (event) => event.type === 'system.message',
    );
    expect(kept.length).toBeLessThan(20);
    expect(JSON.stringify(kept)).toContain('page 30.');
  });

  it('has a window of its own where the session was given one, which can be changed', async () => {
    play = (context) => reply(context, words(40));
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
    expect(contexts.at(-1)?.contextWindow).toBe(300);
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
    expect(contexts).toEqual([]);
    const error = await session.last();
    expect(error).toMatchObject({ type: 'session.error', error_code: 'context_exceeded' });
    expect(error.content[0]).toMatchObject({ code: 'context_exceeded', text: expect.any(String) });
    expect(error.usage?.credits_nano).toBe(0);
    // The session is not lost: the next message is answered from a summary of the long one.
    play = (context) => reply(context, 'yes');
    await session.say('shorter');
    await harness.settled();
    expect((await idleOf(session))?.content.stop_reason).toBe('end_turn');
    expect(historyTokens(contexts[0]?.history ?? [])).toBeLessThan(200);
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
    play = async function* (context) {
      left -= 1;
      if (left > 0) yield call(`step_${left}`);
      else yield said('done');
      yield usage(historyTokens(context.history), 10);
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
    for (const { history } of contexts) {
      expectWhole(history);
      expect(JSON.stringify(history)).toContain('Do all the twelve steps');
      expect(historyTokens(history)).toBeLessThanOrEqual(500);
    }
    // The result that has just come is always read as it came.
    const numbers = contexts.slice(1).map(({ history }) => {
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
    play = (context) => reply(context, words(60));
    for (let n = 0; n < 3; n += 1) {
      await session.say(words(20, 'early'));
      await harness.settled();
    }
    contexts = [];
    let left = 3;
    play = async function* (context) {
      left -= 1;
      if (left > 0) yield call('look');
      else yield said('done');
      yield usage(historyTokens(context.history), 10);
      if (left === 0) yield end;
    };
    await session.say('now look twice');
    await harness.settled();
    while (left > 0) {
      await session.answer(words(40, 'seen'));
      await harness.settled();
    }
    expect((await idleOf(session))?.content.stop_reason).toBe('end_turn');
    const last = contexts.at(-1)?.history ?? [];
    expect(last[0]?.type).toBe('session.compaction');
    expect(last.filter((event) => event.type === 'agent.tool_use')).toHaveLength(2);
    expect(JSON.stringify(last)).toContain('now look twice');
  });
});

describe('across what else may happen', () => {
  it('a gateway that starts anew goes on from the summary', async () => {
    play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet', context_window: 300 });
    for (let n = 1; n <= 5; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const next = await createHarness({ db: harness.db, clock: harness.clock, agents });
    contexts = [];
    const summaries = ofType(await session.events(), 'session.compaction');
    await next.call('POST', session.path, { events: [message('and now?')] }, session.token);
    await next.settled();
    const [first] = contexts[0]?.history ?? [];
    expect(first?.id).toBe(ofType(await session.events(), 'session.compaction').at(-1)?.id);
    expect(summaries.length).toBeGreaterThan(0);
    await next.gateway.close();
  });

  it('a message that comes while the summary is being made is not in it, and gets its own run', async () => {
    play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; n <= 2; n += 1) {
      await session.say(words(20));
      await harness.settled();
    }
    let finish = () => {};
    summarise = (request) =>
      new Promise((resolve) => {
        finish = () => resolve({ text: `${request.turns.length} turns`, usage: null });
      });
    for (const text of ['third', 'fourth']) await session.say(`${text} ${words(40)}`);
    await harness.until(() => asked.length > 0);
    await session.say('fifth, in between');
    finish();
    summarise = async () => ({ text: 'short', usage: null });
    await harness.settled();
    expect(JSON.stringify(asked[0])).not.toContain('fifth');
    const events = await session.events();
    expect(ofType(events, 'user.message').every((event) => event.processed_at !== null)).toBe(true);
    expect(JSON.stringify(contexts.at(-1)?.history)).toContain('fifth, in between');
  });

  it('an interrupt stops the run while it summarises, and nothing is compacted', async () => {
    play = (context) => reply(context, words(60));
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; n <= 2; n += 1) {
      await session.say(words(20));
      await harness.settled();
    }
    contexts = [];
    summarise = () => new Promise(() => {});
    await session.say(words(60));
    await harness.until(() => asked.length > 0);
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    expect((await idleOf(session))?.content.stop_reason).toBe('user_cancelled');
    expect(await session.types()).not.toContain('session.compaction');
    expect(contexts).toEqual([]);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('a scripted summary brings nothing back that an automatic one stands for', async () => {
    const session = await harness.session({
      script: [
        [{ say: words(60) }],
        [{ say: words(60) }],
        [{ call: [{ name: 'a' }] }, { call: [{ name: 'b' }] }, { compact: 'mine' }, { say: 'x' }],
      ],
      context_window: 260,
    });
    for (const text of ['one', 'two', 'three']) {
      await session.say(text);
      await harness.settled();
    }
    for (let n = 0; n < 2; n += 1) {
      await session.answer(words(60));
      await harness.settled();
    }
    const covers = await harness.db.query<{ covers_seq: number }>(
      'SELECT covers_seq FROM events WHERE session_id = $1 AND covers_seq IS NOT NULL ORDER BY seq',
      [session.id],
    );
    const places = covers.map((row) => row.covers_seq);
    expect(places.length).toBeGreaterThan(1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('an agent that summarises by itself', () => {
  it('is given the turns that go, and its summary is what the next request begins with', async () => {
    play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; n <= 4; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    expect(asked[0]?.turns[0]).toMatchObject({ content: [{ text: `question 1: ${words(20)}` }] });
    expect(asked[0]?.maxTokens).toBeLessThan(60);
    const [compaction] = ofType(await session.events(), 'session.compaction');
    expect(textOf(compaction)).toBe('In short.');
  });

  it('is charged for it in the cycle, and its summary is no kept turn', async () => {
    play = (context) => reply(context, words(40));
    summarise = async () => ({
      text: 'In short.',
      usage: { model: 'scripted', input_tokens: 1000, output_tokens: 10 },
    });
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; asked.length === 0; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const events = await session.events();
    const idle = events.at(-1);
    const turns = ofType(events, 'session.turn_usage').map((event) => event.content[0]);
    expect(idle?.usage?.input_tokens).toBe(1000 + (turns.at(-1)?.input_tokens as number));
    expect(turns).toHaveLength(ofType(events, 'user.message').length);
    const [charged] = await harness.db.query<{ sum: string; count: string }>(
      'SELECT sum(credits_nano) AS sum, sum(request_count) AS count FROM usage_ledger WHERE session_id = $1',
      [session.id],
    );
    const shown = events.reduce((sum, event) => sum + (event.usage?.credits_nano ?? 0), 0);
    expect(Number(charged?.sum)).toBe(shown);
    expect(Number(charged?.count)).toBe(turns.length + 1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['says nothing', async () => ({ text: ' ', usage: null })],
  ])('is replaced by an extract where it %s', async (_, broken) => {
    play = (context) => reply(context, words(40));
    summarise = broken;
    const session = await harness.session({ agent: 'writer', context_window: 600 });
    for (let n = 1; asked.length === 0; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const events = await session.events();
    expect(textOf(ofType(events, 'session.compaction')[0])).toMatch(/Visitor: question \d: word/);
    expect(events.at(-1)?.content.stop_reason).toBe('end_turn');
    expect(harness.reported).toEqual([]);
  });
});

describe('a model that refuses a request as too long', () => {
  it('is asked again with a summary, though our figures saw no need', async () => {
    play = (context) => reply(context, words(200));
    const session = await harness.session({ agent: 'puppet' });
    for (let n = 1; n <= 4; n += 1) {
      await session.say(`question ${n}`);
      await harness.settled();
    }
    contexts = [];
    play = (context) =>
      historyTokens(context.history) > 600
        ? (async function* (): AsyncGenerator<AgentOutput> {
            yield { kind: 'too_long' };
          })()
        : reply(context, 'short');
    await session.say('question 5');
    await harness.settled();
    const events = await session.events();
    expect(events.at(-1)?.content.stop_reason).toBe('end_turn');
    expect(ofType(events, 'session.compaction').length).toBeGreaterThan(0);
    const turns = ofType(events, 'session.turn_usage').map((event) => event.content[0]?.turn);
    expect(turns).toEqual([1, 1, 1, 1, 1]);
  });

  it('ends the run as context_exceeded where nothing is left to summarise', async () => {
    play = async function* () {
      yield { kind: 'too_long' };
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'context_exceeded' });
    expect(contexts).toHaveLength(1);
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
          contexts = [];
          const session = await harness.session({ agent, context_window });
          for (const [index, what] of acts.entries()) {
            const results = 'tools' in what ? [...what.tools] : [];
            let turns = 0;
            play = async function* (context) {
              turns += 1;
              if (turns <= results.length) yield call('look');
              else yield said(words(15, 'answer'));
              yield usage(historyTokens(context.history), 20);
              if (turns > results.length) yield end;
            };
            await session.say(`<${index}> ${words('say' in what ? what.say : 5, 'ask')}`);
            await harness.settled();
            for (const result of results) {
              if ((await session.pending()).length === 0) break;
              await session.answer(words(result, 'seen'));
              await harness.settled();
            }
            const { history } = contexts.at(-1) ?? { history: [] };
            const failed = (await session.last()).type === 'session.error';
            if (!failed) expect(JSON.stringify(history)).toContain(`<${index}>`);
          }
          for (const { history } of contexts) {
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
      { numRuns: 40 },
    );
  }, 120_000);
});
