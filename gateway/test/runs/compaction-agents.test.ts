// Compaction and what else may happen meanwhile, agents that summarise by themselves, and models that refuse.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentOutput } from '../../agents/types.ts';
import { readRows } from '../../kernel/db/rows.ts';
import { historyTokens } from '../../log/tokens.ts';
import { createHarness, type Harness, message } from '../harness.ts';
import { idleOf, ofType, reply, textOf, words } from '../long-conversations.ts';
import { createPuppets } from '../puppets.ts';

const sumCountRow = z.object({
  sum: z.string(),
  count: z.number(),
});

const coversSeqRow = z.object({
  covers_seq: z.number(),
});

let harness: Harness;
const puppets = createPuppets();

beforeAll(async () => {
  harness = await createHarness({ agents: puppets.agents });
});
beforeEach(() => puppets.reset());
afterAll(() => harness.close());

describe('across what else may happen', () => {
  it('a gateway that starts anew goes on from the summary', async () => {
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'puppet', context_window: 300 });
    for (let n = 1; n <= 5; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const next = await createHarness({
      db: harness.db,
      clock: harness.clock,
      agents: puppets.agents,
    });
    puppets.contexts = [];
    const summaries = ofType(await session.events(), 'session.compaction');
    await next.call('POST', session.path, { events: [message('and now?')] }, session.token);
    await next.settled();
    const [first] = puppets.contexts[0]?.history ?? [];
    expect(first?.id).toBe(ofType(await session.events(), 'session.compaction').at(-1)?.id);
    expect(summaries.length).toBeGreaterThan(0);
    await next.gateway.close();
  });

  it('a message that comes while the summary is being made is not in it, and gets its own run', async () => {
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; n <= 2; n += 1) {
      await session.say(words(20));
      await harness.settled();
    }
    let finish = () => {};
    puppets.summarise = (request) =>
      new Promise((resolve) => {
        finish = () => resolve({ text: `${request.turns.length} turns`, usage: null });
      });
    for (const text of ['third', 'fourth']) await session.say(`${text} ${words(40)}`);
    await harness.until(() => puppets.asked.length > 0);
    await session.say('fifth, in between');
    finish();
    puppets.summarise = async () => ({ text: 'short', usage: null });
    await harness.settled();
    expect(JSON.stringify(puppets.asked[0])).not.toContain('fifth');
    const events = await session.events();
    expect(ofType(events, 'user.message').every((event) => event.processed_at !== null)).toBe(true);
    expect(JSON.stringify(puppets.contexts.at(-1)?.history)).toContain('fifth, in between');
  });

  it('an interrupt stops the run while it summarises, and nothing is compacted', async () => {
    puppets.play = (context) => reply(context, words(60));
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; n <= 2; n += 1) {
      await session.say(words(20));
      await harness.settled();
    }
    puppets.contexts = [];
    puppets.summarise = () => new Promise(() => {});
    await session.say(words(60));
    await harness.until(() => puppets.asked.length > 0);
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    expect((await idleOf(session))?.content.stop_reason).toBe('user_cancelled');
    expect(await session.types()).not.toContain('session.compaction');
    expect(puppets.contexts).toEqual([]);
    expect(puppets.asked[0]?.signal.aborted).toBe(true);
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
    const covers = await readRows(
      harness.db,
      coversSeqRow,
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
    puppets.play = (context) => reply(context, words(40));
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; n <= 4; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    expect(puppets.asked[0]?.turns[0]).toMatchObject({
      content: [{ text: `question 1: ${words(20)}` }],
    });
    expect(puppets.asked[0]?.maxTokens).toBeLessThan(60);
    const [compaction] = ofType(await session.events(), 'session.compaction');
    expect(textOf(compaction)).toBe('In short.');
  });

  it('is charged for it in the cycle, and its summary is no kept turn', async () => {
    puppets.play = (context) => reply(context, words(40));
    puppets.summarise = async () => ({
      text: 'In short.',
      usage: { model: 'scripted', input_tokens: 1000, output_tokens: 10 },
    });
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    for (let n = 1; puppets.asked.length === 0; n += 1) {
      await session.say(`question ${n}: ${words(20)}`);
      await harness.settled();
    }
    const events = await session.events();
    const idle = events.at(-1);
    const turns = ofType(events, 'session.turn_usage').map((event) => event.content[0]);
    expect(idle?.usage?.input_tokens).toBe(1000 + (turns.at(-1)?.input_tokens as number));
    expect(turns).toHaveLength(ofType(events, 'user.message').length);
    const [charged] = await readRows(
      harness.db,
      sumCountRow,
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
    puppets.play = (context) => reply(context, words(40));
    puppets.summarise = broken;
    const session = await harness.session({ agent: 'writer', context_window: 600 });
    for (let n = 1; puppets.asked.length === 0; n += 1) {
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
    puppets.play = (context) => reply(context, words(200));
    const session = await harness.session({ agent: 'puppet' });
    for (let n = 1; n <= 4; n += 1) {
      await session.say(`question ${n}`);
      await harness.settled();
    }
    puppets.contexts = [];
    puppets.play = (context) =>
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
    puppets.play = async function* () {
      yield { kind: 'too_long' };
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'context_exceeded' });
    expect(puppets.contexts).toHaveLength(1);
  });
});
