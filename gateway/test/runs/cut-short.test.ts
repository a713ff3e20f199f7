// What a run has used when it is cut short: charged, shown on its end, and in analytics, like that of any other run.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import { createHarness, type Harness, type SessionHandle } from '../harness.ts';
import { createPuppets, end, outputs, said } from '../puppets.ts';

const sumRow = z.object({
  sum: z.string(),
});

const puppets = createPuppets();
const CLOSED = 'The gateway closes.';
let harness: Harness;

beforeAll(async () => {
  harness = await createHarness({ agents: puppets.agents });
});
beforeEach(() => {
  puppets.reset();
  puppets.play = () => outputs(end);
});
afterAll(() => harness.close());

const USED = { model: 'scripted', input_tokens: 30, output_tokens: 4 };

/** The end of the only cycle, once what it says of its charge agrees with analytics. */
async function endOf(session: SessionHandle, project: string, by: Harness = harness) {
  const events = await session.events();
  const last = events.at(-1);
  const { token } = (await by.admin('POST', '/admin/account-tokens')).body;
  const start = Math.floor(by.clock.now() / 1000) - 3600;
  const report = await by.call(
    'GET',
    `/v1/analytics?project_id=${project}&start_time=${start}`,
    undefined,
    token,
  );
  const totals = report.body.totals as { credits_nano: number; request_count: number };
  expect(totals.credits_nano).toBe(last?.usage?.credits_nano);
  return {
    last,
    requests: totals.request_count,
    turns: events.filter((event) => event.type === 'session.turn_usage'),
  };
}

async function interrupted(session: SessionHandle) {
  await session.send([{ type: 'user.interrupt' }]);
  await harness.settled();
}

describe('a run that an interrupt stops', () => {
  it('after its text is charged for it, and the turn whose text stands is kept', async () => {
    const session = await harness.session({
      project_id: 'after-text',
      script: [[{ say: 'One thing is clear.' }, { wait_ms: 60_000 }, { say: 'never' }]],
    });
    await session.say('hi');
    await harness.until(async () => (await session.types()).includes('agent.message'));
    await interrupted(session);
    const { last, requests, turns } = await endOf(session, 'after-text');
    expect(last?.content.stop_reason).toBe('user_cancelled');
    expect(last?.usage?.input_tokens).toBeGreaterThan(0);
    expect(last?.usage?.output_tokens).toBe(5);
    expect(requests).toBe(1);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.content[0]).toMatchObject({ turn: 1, output_tokens: 5 });
    expect(last?.content.context_tokens).toBe(turns[0]?.content[0]?.total_tokens);
  });

  it('in the middle of a preview is charged for what was said, and no turn is kept', async () => {
    const session = await harness.session({
      project_id: 'in-preview',
      script: [[{ say: 'word '.repeat(40), ms: 10_000 }]],
    });
    await session.say('hi');
    await harness.until(async () => (await session.types()).includes('session.status_running'));
    await harness.clock.advance(5000);
    await interrupted(session);
    const { last, requests, turns } = await endOf(session, 'in-preview');
    expect(last?.usage?.output_tokens).toBeGreaterThan(15);
    expect(last?.usage?.output_tokens).toBeLessThan(40);
    expect(requests).toBe(1);
    expect(turns).toEqual([]);
    // Who presses Stop doesn't want it.
    expect(await session.types()).not.toContain('agent.message');
  });

  it('while it thinks is charged for what it has read', async () => {
    const session = await harness.session({
      project_id: 'thinking',
      script: [[{ think: 'hm', ms: 60_000 }]],
    });
    await session.say('hi');
    await harness.until(async () => (await session.types()).includes('session.status_running'));
    await harness.clock.settle();
    await interrupted(session);
    const { last } = await endOf(session, 'thinking');
    expect(last?.usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens: 0 });
    expect(last?.usage?.input_tokens).toBeGreaterThan(0);
  });

  it('before any model was asked costs nothing', async () => {
    const session = await harness.session({
      project_id: 'no-request',
      script: [[{ wait_ms: 60_000 }, { say: 'never' }]],
    });
    await session.say('hi');
    await harness.until(async () => (await session.types()).includes('session.status_running'));
    await interrupted(session);
    const { last, requests } = await endOf(session, 'no-request');
    expect(last?.usage).toMatchObject({ input_tokens: 0, output_tokens: 0, credits_nano: 0 });
    expect(requests).toBe(0);
    expect(last?.content.context_tokens).toBe(0);
  });

  it('after an earlier turn is charged for both', async () => {
    puppets.play = async function* ({ turn, sleep, meter }) {
      meter?.(USED);
      yield said(`part ${turn}`);
      if (turn === 2) await sleep(60_000);
      yield { kind: 'usage', usage: USED };
    };
    const session = await harness.session({ project_id: 'two-turns', agent: 'puppet' });
    await session.say('hi');
    await harness.until(async () => JSON.stringify(await session.events()).includes('part 2'));
    await interrupted(session);
    const { last, requests, turns } = await endOf(session, 'two-turns');
    expect(last?.usage).toMatchObject({ input_tokens: 60, output_tokens: 8 });
    expect(requests).toBe(2);
    expect(turns.map((event) => event.content[0]?.turn)).toEqual([1, 2]);
  });

  it('while it summarises is charged for the summary so far', async () => {
    const words = 'word '.repeat(60);
    const session = await harness.session({
      project_id: 'summary',
      agent: 'writer',
      context_window: 300,
    });
    puppets.play = () => outputs(said(words), { kind: 'usage', usage: USED }, end);
    for (const text of ['one', 'two']) {
      await session.say(text.repeat(30));
      await harness.settled();
    }
    const before = (await session.events()).reduce((n, e) => n + (e.usage?.credits_nano ?? 0), 0);
    puppets.summarise = ({ meter }) => {
      meter?.(USED);
      return new Promise(() => {});
    };
    await session.say(words);
    await harness.until(() => puppets.asked.length > 0);
    await interrupted(session);
    const last = await session.last();
    expect(last.content.stop_reason).toBe('user_cancelled');
    expect(last.usage).toMatchObject({ input_tokens: 30, output_tokens: 4 });
    const [row] = await readRows(
      harness.db,
      sumRow,
      'SELECT sum(credits_nano) AS sum FROM usage_ledger WHERE session_id = $1',
      [session.id],
    );
    expect(Number(row?.sum)).toBe(before + (last.usage?.credits_nano ?? 0));
  });
});

describe('a run that fails in the middle', () => {
  it.each(['run_timeout', 'run_interrupted', 'internal_error', 'upstream_error', 'run_abandoned'])(
    '(%s) is charged for what was said until then',
    async (code) => {
      const mine = await createHarness({ db: harness.db, agents: puppets.agents });
      puppets.play = async function* ({ sleep, meter }) {
        meter?.({ ...USED, output_tokens: 1 });
        yield said('so far');
        meter?.(USED);
        yield { kind: 'thought', text: 'hm' };
        if (code === 'internal_error') throw new Error(CLOSED);
        if (code === 'upstream_error') yield { kind: 'fail', code };
        yield said('more');
        await sleep(1e9);
      };
      const session = await mine.session({ project_id: code, agent: 'puppet' });
      await session.say('hi');
      const hasSaid = async () =>
        (await session.types()).includes('session.error') ||
        JSON.stringify(await session.events()).includes('more');
      await mine.until(hasSaid);
      if (code === 'run_timeout') await mine.clock.advance(600_000);
      // What a gateway does with its runs when it closes; afterwards it would answer nothing.
      if (code === 'run_interrupted') await mine.gateway.context.runs.close();
      if (code === 'run_abandoned') {
        // As if the process had been killed. On a server its run waits for the lease to end, by the server's clock.
        if (!harness.db.isExclusive) return;
        const next = await createHarness({ db: harness.db, clock: mine.clock });
        await next.settled();
      } else await mine.settled();
      const { last, requests, turns } = await endOf(session, code, mine);
      expect(last).toMatchObject({
        type: 'session.error',
        error_code: code,
        usage: { input_tokens: 30, output_tokens: 4 },
      });
      expect(requests).toBe(1);
      // Billed, and not kept.
      expect(turns).toEqual([]);
      await mine.close();
    },
  );

  it.each(['run_timeout', 'run_interrupted', 'internal_error', 'upstream_error'])(
    '(%s) keeps what visitors were shown of its message, under the id that they know',
    async (code) => {
      const mine = await createHarness({ db: harness.db, agents: puppets.agents });
      puppets.play = async function* ({ sleep }) {
        yield { kind: 'thought', text: 'hm' };
        yield { kind: 'delta', text: 'Once ' };
        yield { kind: 'delta', text: 'upon' };
        if (code === 'internal_error') throw new Error(CLOSED);
        if (code === 'upstream_error') yield { kind: 'fail', code };
        await sleep(1e9);
      };
      const session = await mine.session({ agent: 'puppet' });
      const stream = await session.stream('event_deltas[]=agent.message');
      await session.say('hi');
      await mine.until(() => stream.frames('event_delta').length === 2);
      if (code === 'run_timeout') await mine.clock.advance(600_000);
      if (code === 'run_interrupted') await mine.gateway.context.runs.close();
      await mine.settled();
      const [start] = stream.frames('event_start') as unknown as { event: { id: string } }[];
      const events = await session.events('include_thinking=true');
      expect(events.slice(-2)).toMatchObject([
        {
          id: start?.event.id,
          type: 'agent.message',
          content: [{ type: 'thought' }, { type: 'text', text: 'Once upon' }],
        },
        { type: 'session.error', error_code: code },
      ]);
      await mine.gateway.close();
    },
  );

  it('is charged for the summary that it could not finish', async () => {
    const words = 'word '.repeat(60);
    const session = await harness.session({ agent: 'writer', context_window: 300 });
    puppets.play = () => outputs(said(words), { kind: 'usage', usage: USED }, end);
    for (const text of ['one', 'two']) {
      await session.say(text.repeat(30));
      await harness.settled();
    }
    puppets.summarise = async ({ meter }) => {
      meter?.(USED);
      throw new Error('The provider is gone.');
    };
    await session.say(words);
    await harness.settled();
    expect(await session.types()).toContain('session.compaction');
    const last = await session.last();
    expect(last.usage?.input_tokens).toBeGreaterThanOrEqual(60);
  });
});
