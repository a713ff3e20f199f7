// The conversation through its public door: open, restore, send, read.

import { describe, expect, it } from 'vitest';
import { say } from './events.ts';
import { createHandStream, createWorld } from './world.ts';

describe('a session', () => {
  it('sends a message and shows the answer', async () => {
    const world = createWorld();
    const { send, shown, snapshot } = world.open();
    await world.advance(1_000);
    expect(snapshot().connection).toBe('live');
    await send('  hello\r\nthere ');
    await world.advance(5_000);
    expect(shown()).toEqual(['me: hello\nthere [sent]', 'agent: hi [ended]']);
    expect(snapshot().run.state).toBe('idle');
    expect(world.gateway.violations).toEqual([]);
  });

  it('restores what was stored without the network, and needs two requests', async () => {
    const world = createWorld();
    const first = world.open();
    await world.advance(1_000);
    await first.send('one');
    await world.advance(5_000);
    first.tab.kill();
    const before = world.network.asked.length;
    world.network.isOnline = false;
    const second = world.open();
    await world.advance(50);
    expect(second.shown()).toEqual(['me: one [sent]', 'agent: hi [ended]']);
    world.network.isOnline = true;
    second.session.retryNow();
    await world.advance(10_000);
    expect(second.snapshot().connection).toBe('live');
    expect(world.network.asked.length - before).toBeLessThan(8);
  });

  it('[LG7] asks a reloaded young talk from its beginning, and once more when nothing can be late', async () => {
    const world = createWorld();
    const first = world.open();
    await world.advance(1_000);
    await first.send('one');
    await world.advance(8_000);
    first.tab.kill();
    const before = world.network.asked.length;
    world.open();
    const lists = () =>
      world.network.asked
        .slice(before)
        .filter(({ step }) => step === 'list')
        .map(({ url }) => new URL(url).searchParams.get('after_id'));
    await world.advance(5_000);
    expect(lists()).toEqual([null]);
    await world.advance(90_000);
    expect(lists()).toEqual([null, null]);
  });

  it('[TR8] shows a preview for the same price in a long talk as in a short one', async () => {
    const price = async (count: number): Promise<number> => {
      const world = createWorld();
      const stream = createHandStream();
      const tab = world.open({ wrap: stream.wrap });
      await world.until(() => tab.snapshot().connection === 'live');
      // Whatever looks through the log to show a preview reads the types of its events.
      let touched = 0;
      for (let index = 0; index < count; index++) {
        const event = { ...say('word'), id: `e${index}` };
        const get = (): string => {
          touched += 1;
          return 'agent.message';
        };
        stream.push({ kind: 'event', event: Object.defineProperty(event, 'type', { get }) });
      }
      await world.advance(10);
      stream.push({ kind: 'preview_start', event_id: 'm', event_type: 'agent.message' });
      await world.advance(10);
      tab.snapshot();
      touched = 0;
      stream.push({ kind: 'preview_delta', event_id: 'm', index: 0, text: 'word' });
      await world.advance(1);
      expect(tab.shown().at(-1)).toContain('…word');
      return touched;
    };
    expect(await price(10)).toBe(0);
    expect(await price(1_000)).toBe(0);
  });
});
