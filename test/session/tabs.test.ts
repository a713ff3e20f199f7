import { describe, expect, it } from 'vitest';
import { createWorld, type OpenTab, type World } from './world.ts';

async function two(): Promise<{ world: World; a: OpenTab; b: OpenTab }> {
  const world = createWorld();
  const a = world.open();
  await world.until(() => a.snapshot().connection === 'live');
  const b = world.open();
  await world.advance(1_000);
  return { world, a, b };
}

const texts = (world: World): number =>
  world.gateway.rows().filter(({ event }) => event.type === 'user.message').length;

describe('tabs', () => {
  it('[TB1] let one talk, and show the same', async () => {
    const { world, a, b } = await two();
    await a.send('hi');
    await world.advance(5_000);
    expect(b.shown()).toEqual(a.shown());
    expect(b.shown()).toEqual(['me: hi [sent]', 'agent: hi [ended]']);
    expect(new Set(world.network.asked.map(({ tab }) => tab))).toEqual(new Set([1]));
    expect(b.snapshot()).toMatchObject({ connection: 'live', isUpToDate: true });
  });

  it('[TB2] send what another tab wrote', async () => {
    const { world, a, b } = await two();
    const localId = await b.send('from b');
    await world.advance(5_000);
    expect(a.shown()).toEqual(['me: from b [sent]', 'agent: hi [ended]']);
    expect(b.users()[0]?.key).toBe(localId);
    expect(new Set(world.network.asked.map(({ tab }) => tab))).toEqual(new Set([1]));
  });

  it('[TB3] take over from one that is gone', async () => {
    const { world, a, b } = await two();
    a.tab.kill();
    await b.send('still here');
    await world.advance(10_000);
    expect(b.shown()).toEqual(['me: still here [sent]', 'agent: hi [ended]']);
  });

  it('[TB3] take over from one that was stopped by trouble, which ends for it too', async () => {
    const { world, a, b } = await two();
    const { issue } = world.network;
    world.network.revoke();
    world.network.issue = () => 'bad';
    await a.send('hi');
    await world.advance(2_000);
    expect(a.snapshot().trouble).toEqual({ kind: 'session_ended' });
    world.network.issue = issue;
    a.tab.freeze();
    a.tab.thaw();
    await world.advance(10_000);
    expect(b.shown()).toEqual(['me: hi [sent]', 'agent: hi [ended]']);
    expect(a.snapshot().trouble).toBeNull();
    const outcomes = a.session.postResults([{ type: 'tool_result', tool_use_id: 'none' }]);
    await world.advance(5_000);
    expect([...(await outcomes).values()]).toEqual(['discarded']);
  });

  it('[TB4] yield the lead when hidden', async () => {
    const { world, a, b } = await two();
    a.tab.page.hide();
    await world.advance(1_000);
    const before = world.network.asked.length;
    await b.send('visible');
    await world.advance(5_000);
    const since = world.network.asked.slice(before);
    expect(new Set(since.map(({ tab }) => tab))).toEqual(new Set([2]));
    expect(b.shown()).toEqual(['me: visible [sent]', 'agent: hi [ended]']);
  });

  it('[TB5] hold no lock in the back-forward cache, and go on after it', async () => {
    const world = createWorld();
    const a = world.open();
    await world.until(() => a.snapshot().connection === 'live');
    a.tab.freeze();
    await world.advance(100);
    expect(world.browser.locks.held()).toEqual([]);
    world.gateway.append('agent.message', [{ type: 'text', text: 'meanwhile' }]);
    a.tab.thaw();
    await world.advance(2_000);
    expect(a.shown()).toEqual(['agent: meanwhile [working]']);
  });

  it('[TB6] work alone where they cannot hear each other, and send once', async () => {
    const world = createWorld();
    const a = world.open({ hasChannel: false });
    const b = world.open({ hasChannel: false });
    await world.advance(1_000);
    await a.send('alone');
    await world.advance(90_000);
    expect(texts(world)).toBe(1);
    expect(b.shown()).toEqual(['me: alone [sent]', 'agent: hi [ended]']);
    expect(new Set(world.network.asked.map(({ tab }) => tab))).toEqual(new Set([1, 2]));
  });
});
