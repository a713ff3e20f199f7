// A stream that can't be had while lists can: cut, ended, refused, or silent.

import { describe, expect, it } from 'vitest';
import type { StreamFrame } from '../../protocol/index.ts';
import { createHandStream, createWorld, fill, live, type OpenTab, type World } from './world.ts';

const MINUTES_10 = 600_000;

/** A tab whose every stream opens, and ends like this. */
function openWith(world: World, lifeMs: number, isCut: boolean, transport: 'auto' | 'stream') {
  return world.open({
    session: { options: { transport } },
    wrap: (client) => ({
      ...client,
      async *stream(_sessionId, options) {
        options?.onOpen?.();
        await world.browser.clock.sleep(lifeMs);
        yield* [];
        if (isCut) throw Object.assign(new Error('cut'), { code: 'network' });
      },
    }),
  });
}

describe('a stream that can’t be had', () => {
  it.each(['request_lost', 'http_500', 'http_503'] as const)(
    '[SY15] keeps nothing from being listed (%s)',
    async (fault) => {
      const world = createWorld();
      fill(world, 5);
      world.faults.set('stream', Array(500).fill(fault));
      const tab = world.open();
      await world.until(() => tab.snapshot().isUpToDate, 10_000);
      expect(tab.shown()).toEqual(['agent: s0, s1, s2, s3, s4 [working]']);
      expect(tab.snapshot().trouble).toBeNull();
      await world.advance(60_000);
      expect(tab.snapshot().connection).toBe('polling');
      const before = world.count('stream');
      await world.advance(120_000);
      expect(world.count('stream')).toBe(before);
    },
  );

  it.each([
    [200, true, 'auto'],
    [1_500, false, 'auto'],
    [200, true, 'stream'],
    [1_500, false, 'stream'],
  ] as const)(
    '[SY15] makes no hot loop (over after %i ms, cut: %s, %s)',
    async (lifeMs, isCut, transport) => {
      const world = createWorld();
      openWith(world, lifeMs, isCut, transport);
      await world.advance(MINUTES_10);
      const before = world.count('list');
      await world.advance(MINUTES_10);
      expect(before).toBeLessThan(100);
      expect(world.count('list') - before).toBeLessThan(100);
    },
  );

  it('[SY4] is given up also where it falls silent after it had shown something', async () => {
    const world = createWorld({
      script: () => [
        { kind: 'wait', ms: 25_000 },
        { kind: 'say', text: 'answer' },
      ],
    });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    const event = { id: 'x', type: 'agent.message', content: [{ type: 'text', text: 'x' }] };
    stream.push({ kind: 'event', event: { ...event, processed_at: null } } as StreamFrame);
    await world.advance(60_000);
    const answers = (lines: readonly string[]): number =>
      lines.filter((line) => line.includes('answer')).length;
    const lags: number[] = [];
    for (let turn = 1; turn <= 3; turn++) {
      await tab.send(`hello ${turn}`);
      const said = (): number =>
        answers(world.gateway.rows().map((row) => JSON.stringify(row.event.content)));
      await world.until(() => said() === turn);
      const at = world.browser.clock.monotonic();
      await world.until(() => answers(tab.shown()) === turn);
      lags.push(world.browser.clock.monotonic() - at);
      await world.advance(10_000);
    }
    expect(lags.at(-1)).toBeLessThan(10_000);
    expect(tab.snapshot().connection).toBe('polling');
  });

  it('[SY2] is opened again at once where it rotates', async () => {
    const world = createWorld();
    const tab: OpenTab = openWith(world, 4_000, false, 'auto');
    await world.advance(60_000);
    expect(tab.snapshot().connection).toBe('live');
    expect(world.count('list')).toBeGreaterThan(14);
  });
});
