import { describe, expect, it } from 'vitest';
import type { ToolResultInput } from '../../src/protocol/index.ts';
import type { PendingCall } from '../../src/session/types.ts';
import type { Step } from '../simulation/model-gateway.ts';
import { createWorld, type OpenTab, type World } from './world.ts';

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
});
