import { describe, expect, it } from 'vitest';
import { createWorld, type OpenTab, type World } from './world.ts';

async function live(world: World, tab: OpenTab): Promise<void> {
  await world.until(() => tab.snapshot().connection === 'live');
}

function fill(world: World, count: number): void {
  for (let index = 0; index < count; index++) {
    world.gateway.append('agent.message', [{ type: 'text', text: `s${index}` }]);
  }
}

const pages = (world: World): string[] =>
  world.browser.disk
    .entries()
    .map(([key]) => key)
    .filter((key) => /:log:-?\d+$/.test(key))
    .sort();

describe('storage', () => {
  it('[ST1] keeps the listed events in pages of 100, and appends to one', async () => {
    const world = createWorld();
    fill(world, 90);
    const tab = world.open();
    await live(world, tab);
    fill(world, 160);
    await world.advance(100_000);
    expect(pages(world)).toEqual(['test:s1:log:0', 'test:s1:log:1', 'test:s1:log:2']);
    const before = world.browser.disk.writes.length;
    fill(world, 1);
    await world.advance(70_000);
    const keys = world.browser.disk.writes.slice(before).map(({ key }) => key);
    expect(keys.filter((key) => key.includes(':log:'))).toEqual(['test:s1:log:2']);
    tab.tab.kill();
    const next = world.open();
    await live(world, next);
    await Promise.all([next.session.loadOlder(), world.advance(100)]);
    const [agent] = next.snapshot().entries;
    expect(agent?.kind === 'agent' && agent.parts.length).toBe(251);
    expect(next.snapshot().hasOlder).toBe(false);
  });

  it('[ST2] reads anew what is damaged', async () => {
    const world = createWorld();
    fill(world, 30);
    const tab = world.open();
    await live(world, tab);
    await tab.send('hi');
    await world.advance(5_000);
    tab.tab.kill();
    for (const damage of [null, { events: [{ nonsense: true }] }, 'x', { events: [] }]) {
      world.browser.disk.plant('test:s1:log:0', damage);
      const next = world.open();
      await world.advance(5_000);
      expect(next.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
      next.tab.kill();
    }
  });

  it('[ST2] drops rows that are none', async () => {
    const world = createWorld();
    world.browser.disk.plant('test:outbox', {
      rows: [null, { localId: 1 }, { localId: 'x', state: 'flying', content: [] }, 'row'],
    });
    const tab = world.open();
    await live(world, tab);
    expect(tab.users()).toEqual([]);
  });

  it('[ST3] gives up the transcript on a full disk, never the outbox', async () => {
    const world = createWorld();
    fill(world, 100);
    const tab = world.open();
    await live(world, tab);
    await world.advance(1_000);
    world.browser.disk.quotaBytes = world.browser.disk.bytes() + 20;
    tab.tab.page.goOffline();
    await tab.send('must stay');
    await world.advance(100);
    expect(JSON.stringify(world.browser.disk.peek('test:outbox'))).toContain('must stay');
    expect(pages(world)).toEqual([]);
    expect(tab.snapshot().isForgetful).toBe(false);
  });

  it('[ST4] stores no transcript unless history is local, but unsent messages', async () => {
    for (const history of ['none', 'session'] as const) {
      const world = createWorld();
      fill(world, 30);
      const tab = world.open({ session: { options: { history } } });
      await live(world, tab);
      await world.advance(5_000);
      tab.tab.page.goOffline();
      await tab.send('unsent');
      expect(world.browser.disk.entries().map(([key]) => key)).toEqual(['test:outbox']);
      tab.tab.kill();
      const next = world.open({ session: { options: { history } } });
      await world.advance(5_000);
      expect(next.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
    }
  });

  it('[ST5] keeps the draft', async () => {
    const world = createWorld();
    const tab = world.open();
    await world.advance(10);
    tab.session.setDraft('half a sent');
    await world.advance(1_000);
    tab.session.setDraft('half a sentence');
    tab.tab.page.pagehide();
    await world.advance(1);
    tab.tab.kill();
    const next = world.open();
    await world.advance(10);
    expect(next.session.getDraft()).toBe('half a sentence');
  });

  it('[ST6] clears the transcript and leaves what is unsent', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    await tab.send('said');
    await world.advance(5_000);
    tab.tab.page.goOffline();
    await tab.send('unsent');
    await tab.session.clear();
    await world.advance(10);
    expect(tab.users().map(({ content }) => content)).toContainEqual([
      { type: 'text', text: 'unsent' },
    ]);
    expect(world.browser.disk.entries().filter(([key]) => key.includes(':log'))).toEqual([]);
    expect(JSON.stringify(world.browser.disk.peek('test:outbox'))).toContain('unsent');
  });

  it('[ST7] sets the mark while something is unfinished', async () => {
    const world = createWorld({ script: () => [{ kind: 'wait', ms: 5_000 }] });
    const tab = world.open();
    await live(world, tab);
    expect(world.browser.mark.isSet()).toBe(false);
    await tab.send('hi');
    await world.advance(1_000);
    expect(world.browser.mark.isSet()).toBe(true);
    await world.advance(10_000);
    expect(world.browser.mark.isSet()).toBe(false);
  });
});
