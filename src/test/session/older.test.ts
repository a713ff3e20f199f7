// Older events: what is read from disk and what from the gateway, and what may still turn up before them.

import { describe, expect, it } from 'vitest';
import { createWorld, fill, live, type OpenTab, type World } from './world.ts';

const NAMES = 250;

/** The texts of the agent that are shown, as runs of consecutive numbers. */
function runsOf(tab: OpenTab): string {
  const numbers = tab
    .snapshot()
    .entries.flatMap((entry) =>
      entry.kind === 'agent'
        ? entry.parts.flatMap((part) =>
            part.kind === 'message'
              ? part.blocks.flatMap((block) =>
                  'text' in block ? [Number(block.text.slice(1))] : [],
                )
              : [],
          )
        : [],
    );
  const breaks = numbers.flatMap((number, index) =>
    index > 0 && number !== (numbers[index - 1] ?? 0) + 1
      ? [`${numbers[index - 1]}|${number}`]
      : [],
  );
  return [numbers[0], ...breaks, numbers.at(-1)].join(' ');
}

async function showAll(world: World, tab: OpenTab): Promise<void> {
  for (let page = 0; page < 8 && tab.snapshot().hasOlder; page++) {
    void tab.session.loadOlder();
    await world.advance(3_000);
  }
}

describe('older events', () => {
  it('[SY10] are not asked for before Retry-After is over', async () => {
    const world = createWorld();
    fill(world, NAMES);
    const tab = world.open();
    await live(world, tab);
    await world.advance(100_000);
    world.faults.set('list', ['http_429']);
    tab.session.retryNow();
    const refused = () =>
      world.network.asked.find(({ status, doneAt }) => status === 429 && doneAt);
    await world.until(() => refused() !== undefined);
    await world.advance(10);
    void tab.session.loadOlder();
    await world.advance(20_000);
    const { doneAt = 0, retryAfterMs = 0 } = refused() ?? {};
    const next = world.network.asked.find(({ at }) => at > doneAt);
    expect(retryAfterMs).toBeGreaterThan(0);
    expect((next?.at ?? 0) - doneAt).toBeGreaterThanOrEqual(retryAfterMs);
    expect(tab.snapshot().isLoadingOlder).toBe(false);
  });

  it('[SY12] are not asked for offline', async () => {
    const world = createWorld();
    fill(world, NAMES);
    const tab = world.open();
    await live(world, tab);
    await world.advance(100_000);
    tab.tab.page.goOffline();
    const before = world.network.asked.length;
    void tab.session.loadOlder();
    await world.advance(20_000);
    expect(world.network.asked.length).toBe(before);
    expect(tab.snapshot().isLoadingOlder).toBe(false);
  });

  it('[SY11] are not asked for after a refusal', async () => {
    const world = createWorld();
    fill(world, NAMES);
    const tab = world.open();
    await live(world, tab);
    await world.advance(100_000);
    world.faults.set('list', ['http_403']);
    tab.session.retryNow();
    await world.until(() => tab.snapshot().trouble?.kind === 'forbidden');
    const before = world.network.asked.length;
    void tab.session.loadOlder();
    await world.advance(20_000);
    expect(world.network.asked.length).toBe(before);
  });

  it('[ST14] leave no gap where storage opened late, and has another part of the log than the page', async () => {
    const world = createWorld();
    fill(world, NAMES);
    const first = world.open({ hasChannel: false });
    await live(world, first);
    await showAll(world, first);
    expect(first.snapshot().hasOlder).toBe(false);
    await world.advance(20_000);
    const late = world.open({ opensAfterMs: 10_000, hasChannel: false });
    await world.advance(30_000);
    await showAll(world, late);
    expect(runsOf(late)).toBe(`0 ${NAMES - 1}`);
  });

  it('[SY8] leave no gap where all is read anew while they are read from disk', async () => {
    const world = createWorld();
    fill(world, 350);
    const first = world.open();
    await live(world, first);
    await showAll(world, first);
    first.tab.kill();
    const tab = world.open();
    await live(world, tab);
    await world.advance(100_000);
    for (let index = 350; index < 500; index++) {
      world.gateway.append('agent.message', [{ type: 'text', text: `s${index}` }]);
    }
    world.browser.disk.latencyMs = 300;
    world.faults.set('list', [
      'anchor_refused',
      'anchor_refused',
      'anchor_refused',
      'anchor_refused',
    ]);
    tab.session.retryNow();
    await world.advance(150);
    void tab.session.loadOlder();
    await world.advance(3_000);
    world.browser.disk.latencyMs = 0;
    await showAll(world, tab);
    expect(tab.warnings.join()).toContain('read anew');
    expect(runsOf(tab)).toBe('0 499');
  });

  it('[LG7] of a log that is young are read with it, so that what turns up before them finds its place', async () => {
    // Each list of the first page finds one that stands before all that it knows.
    const lateMs: Record<string, number> = {
      'user.message': 30_000,
      'session.status_running': 8_000,
      'agent.message': 4_000,
    };
    const world = createWorld({ lateness: (type) => lateMs[type] ?? 0 });
    const first = world.open();
    await live(world, first);
    await first.send('hello');
    for (let list = 0; list < 3; list++) {
      await world.advance(5_000);
      first.session.retryNow();
    }
    await world.advance(1_000);
    first.tab.kill();
    await world.advance(18_000);
    const next = world.open();
    await world.advance(100_000);
    expect(next.shown()).toEqual(['me: hello [sent]', 'agent: hi [ended]']);
  });
});
