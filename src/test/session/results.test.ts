import { describe, expect, it } from 'vitest';
import type { Step } from '../../../test/simulation/model-gateway.ts';
import type { ModelReply, ModelRequest } from '../../../test/simulation/model-types.ts';
import type { ToolResultInput } from '../../protocol/index.ts';
import type { PendingCall } from '../../session/types.ts';
import { brief, createWorld, type OpenTab, type World } from './world.ts';

const script = (): Step[] => [
  { kind: 'call', names: ['a', 'b'] },
  { kind: 'say', text: 'thanks' },
];

async function paused(): Promise<{ world: World; tab: OpenTab; calls: PendingCall[] }> {
  const world = createWorld({ script });
  const tab = world.open();
  await world.until(() => tab.snapshot().connection === 'live');
  await tab.send('go');
  await world.until(() => tab.snapshot().run.state === 'paused');
  await world.advance(1_000);
  const { run } = tab.snapshot();
  return { world, tab, calls: run.state === 'paused' ? run.calls : [] };
}

const results = (calls: readonly PendingCall[], content = 'done'): ToolResultInput[] =>
  calls.map(({ toolUseId }) => ({ type: 'tool_result', tool_use_id: toolUseId, content }));

type Block = ToolResultInput & { tool_use_id: string };

/** Each result that is posted, and what it is answered with before the gateway hears of it; null: it is the gateway's. */
function answerResults(world: World, answer: (blocks: Block[]) => ModelReply | null) {
  const { handle } = world.gateway;
  const posts: { at: number; blocks: Block[] }[] = [];
  world.gateway.handle = (request: ModelRequest) => {
    const { events = [] } = (request.body ?? {}) as {
      events?: { type: string; content: Block[] }[];
    };
    const blocks = events.flatMap(({ type, content }) =>
      type === 'user.tool_result' ? content : [],
    );
    if (blocks.length === 0) return handle(request);
    posts.push({ at: world.browser.clock.monotonic(), blocks });
    return answer(blocks) ?? handle(request);
  };
  return posts;
}

const refusal = (status: number, type = 'invalid_request_error'): ModelReply => ({
  status,
  headers: {},
  body: { error: { message: 'no', type, code: status, request_id: 'r' } },
});
/** Of a proxy in between, that doesn't know the gateway's shape. */
const edge = (status: number): ModelReply => ({ status, headers: {}, body: { sorry: true } });

async function during<T>(world: World, ms: number, work: Promise<T>): Promise<T> {
  await world.advance(ms);
  return work;
}

describe('results', () => {
  it('[RN5] are wanted of the browser that sent the message', async () => {
    const { world, calls } = await paused();
    expect(calls.map(({ isOurs }) => isOurs)).toEqual([true, true]);
    const elsewhere = createWorld({ script });
    elsewhere.gateway.write('from a phone');
    const other = elsewhere.open();
    await elsewhere.until(() => other.snapshot().run.state === 'paused');
    const { run } = other.snapshot();
    expect(run.state === 'paused' && run.calls[0]?.isOurs).toBe(false);
    expect(world.gateway.violations).toEqual([]);
  });

  it('[RS1] of one pause are posted in one request', async () => {
    const { world, tab, calls } = await paused();
    const outcomes = await during(world, 2_000, tab.session.postResults(results(calls)));
    expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
    expect(world.count('result')).toBe(1);
    await world.advance(5_000);
    expect(tab.shown()[1]).toBe('agent: tool a, tool b, thanks [ended]');
  });

  it('[RS2] are looked for after a lost reply, not posted twice', async () => {
    const { world, tab, calls } = await paused();
    world.faults.set('result', ['response_lost']);
    const outcomes = await during(world, 70_000, tab.session.postResults(results(calls)));
    expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
    expect(world.count('result')).toBe(1);
  });

  it('[RS2] are posted again after W where the request was lost', async () => {
    const { world, tab, calls } = await paused();
    world.faults.set('result', ['request_lost']);
    const posting = tab.session.postResults(results(calls));
    await world.advance(59_000);
    expect(world.count('result')).toBe(1);
    const outcomes = await during(world, 10_000, posting);
    expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
    expect(world.count('result')).toBe(2);
  });

  it('[RS2] that another page may have posted are not posted before W is over, also where the clock is set', async () => {
    for (const jumps of [[], [-3_600_000, -3_600_000], [3_600_000]]) {
      const { world, tab, calls } = await paused();
      const before = world.count('result');
      const outcomes = tab.session.postResults(results(calls), { mayHaveLeft: () => true });
      for (const ms of jumps) {
        await world.advance(10_000);
        tab.tab.clock.jump(ms);
      }
      await world.advance(59_000 - jumps.length * 10_000);
      expect(world.count('result') - before).toBe(0);
      await world.advance(5_000);
      expect([...(await outcomes).values()]).toEqual(['accepted', 'accepted']);
      expect(world.count('result') - before).toBe(1);
    }
  });

  it('[RS2] that another page has posted are found', async () => {
    const { world, tab, calls } = await paused();
    const [a, b] = results(calls);
    const send = (result: ToolResultInput | undefined) => ({
      type: 'user.tool_result' as const,
      content: [result as ToolResultInput] as [ToolResultInput],
    });
    await during(world, 1_000, tab.gateway.send('s1', [send(a), send(b)]));
    const before = world.count('result');
    const posting = tab.session.postResults(results(calls), { mayHaveLeft: () => true });
    const outcomes = await during(world, 5_000, posting);
    expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
    expect(world.count('result') - before).toBe(0);
  });

  it('[RS3] are discarded after a 409, and the rest posted alone', async () => {
    const { world, tab, calls } = await paused();
    const [a, b] = results(calls);
    if (a === undefined || b === undefined) throw new Error('two calls');
    world.gateway.handle({
      method: 'POST',
      path: '',
      query: new URLSearchParams(),
      token: [...world.gateway.tokens][0] ?? '',
      body: { events: [{ type: 'user.tool_result', content: [{ ...a, content: 'by another' }] }] },
    });
    // The other's answer isn't in the list yet.
    for (const row of world.gateway.rows()) {
      if (row.event.type === 'user.tool_result') row.isVisible = false;
    }
    const outcomes = await during(world, 5_000, tab.session.postResults([a, b]));
    expect(outcomes.get(b.tool_use_id)).toBe('accepted');
    expect(world.gateway.accepted.get(b.tool_use_id)?.length).toBe(1);
    expect(world.gateway.afterRefusal).toEqual([]);
    expect(outcomes.get(a.tool_use_id)).not.toBe('pending');
  });

  it('[RS4] are split above 900 KiB', async () => {
    const { world, tab, calls } = await paused();
    const big = results(calls, 'x'.repeat(500 * 1024));
    const outcomes = await during(world, 5_000, tab.session.postResults(big));
    expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
    expect(world.count('result')).toBe(2);
  });

  it('[SY12] go nowhere offline, and whoever has them is told that they are still due', async () => {
    const { world, tab, calls } = await paused();
    await world.advance(5_000);
    tab.tab.page.goOffline();
    await world.advance(100);
    const before = world.network.asked.length;
    const id = calls[0]?.toolUseId ?? '';
    const posted = tab.session.postResults([
      { type: 'tool_result', tool_use_id: id, content: 'r' },
    ]);
    await world.advance(30_000);
    expect(world.network.asked.length).toBe(before);
    expect((await posted).get(id)).toBe('pending');
  });

  it('[RS5] are posted once more after a look, then after growing pauses, and not without end', async () => {
    const { world, tab, calls } = await paused();
    const posts = answerResults(world, () => refusal(500, 'api_error'));
    const lists = (): number => world.count('list');
    const before = lists();
    const outcomes = await during(world, 300_000, tab.session.postResults(results(calls)));
    expect([...outcomes.values()]).toEqual(['failed', 'failed']);
    expect(posts).toHaveLength(5);
    const pauses = posts.slice(1).map(({ at }, index) => at - (posts[index]?.at ?? 0));
    for (const [index, floorMs] of [1_000, 5_000, 15_000, 45_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(floorMs);
    }
    expect(pauses[0]).toBeLessThan(5_000);
    expect(lists() - before).toBeGreaterThanOrEqual(5);
    // Nothing is under way any more; the visitor can have them posted again, as often as before.
    await world.advance(600_000);
    expect(posts).toHaveLength(5);
    await during(world, 600_000, tab.session.postResults(results(calls)));
    expect(posts).toHaveLength(10);
  });

  it('[RS5] are accepted where the gateway has come back meanwhile', async () => {
    const { world, tab, calls } = await paused();
    let left = 2;
    answerResults(world, () => (left-- > 0 ? refusal(500, 'api_error') : null));
    const outcomes = await during(world, 60_000, tab.session.postResults(results(calls)));
    expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
  });

  it('[RS5] let a message go out once they are given up, which resolves the pause', async () => {
    const world = createWorld({ script: (said) => (said === 'go' ? script() : brief()) });
    const tab = world.open();
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    const { run } = tab.snapshot();
    answerResults(world, () => refusal(500, 'api_error'));
    const posted = tab.session.postResults(results(run.state === 'paused' ? run.calls : []));
    await tab.send('something else');
    await world.advance(20_000);
    expect(world.count('message')).toBe(1);
    await during(world, 300_000, posted);
    expect(tab.shown().slice(2)).toEqual(['me: something else [sent]', 'agent: brief [ended]']);
  });

  it.each([
    ['400', refusal(400)],
    ['413', refusal(413)],
    ['a 413 of a proxy', edge(413)],
    ['a 403 of a proxy', edge(403)],
    ['a 404 of a proxy', edge(404)],
    ['moderation', refusal(403, 'content_policy_violation')],
  ])(
    '[RS6] that are refused (%s) are answered with a small failure in their place, once',
    async (_, reply) => {
      const { world, tab, calls } = await paused();
      const bad = calls[0]?.toolUseId;
      const posts = answerResults(world, (blocks) =>
        blocks.some((block) => block.tool_use_id === bad && block.is_error !== true) ? reply : null,
      );
      const outcomes = await during(world, 30_000, tab.session.postResults(results(calls)));
      expect([...outcomes.values()]).toEqual(['accepted', 'accepted']);
      const [small, ...more] = posts.filter(({ blocks }) =>
        blocks.some((b) => b.is_error === true),
      );
      expect(more).toEqual([]);
      const { content, ...rest } = small?.blocks[0] ?? { content: '' };
      expect(rest).toEqual({
        type: 'tool_result',
        tool_use_id: bad,
        is_error: true,
        error_code: 'execution_failed',
      });
      const { error } = JSON.parse(String(content));
      expect(error).toMatchObject({ code: 'execution_failed', retryable: false });
      expect(error.message).toContain('outcome is unknown');
      expect(tab.shown()[1]).toBe('agent: tool a, tool b, thanks [ended]');
    },
  );

  it('[RS6] of which the small failure is refused too are given up, and a message resolves the pause', async () => {
    const world = createWorld({ script: (said) => (said === 'go' ? script() : brief()) });
    const tab = world.open();
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    const { run } = tab.snapshot();
    const calls = run.state === 'paused' ? run.calls : [];
    const posts = answerResults(world, () => refusal(400));
    const outcomes = await during(world, 30_000, tab.session.postResults(results(calls)));
    expect([...outcomes.values()]).toEqual(['failed', 'failed']);
    // Together, then each alone, and each of them once as a small failure.
    expect(posts.map(({ blocks }) => blocks.length)).toEqual([2, 1, 1, 1, 1]);
    await tab.send('something else');
    await world.advance(20_000);
    expect(tab.shown().slice(2)).toEqual(['me: something else [sent]', 'agent: brief [ended]']);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ])(
    '[RS6] that the gateway itself refuses with %d are given up at once, and the trouble is told',
    async (status, kind) => {
      const { world, tab, calls } = await paused();
      const posts = answerResults(world, () => refusal(status, 'permission_error'));
      const outcomes = await during(world, 60_000, tab.session.postResults(results(calls)));
      expect([...outcomes.values()]).toEqual(['failed', 'failed']);
      expect(posts).toHaveLength(1);
      expect(tab.snapshot().trouble).toEqual({ kind });
    },
  );
});
