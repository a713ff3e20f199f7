// What a gateway that takes names for what is sent spares the visitor: no doubt outlives one list, and nothing is doubled.

import { describe, expect, it } from 'vitest';
import { createWorld, live, type OpenTab, type World } from './world.ts';

const script = (t: string) =>
  t === 'long'
    ? [
        { kind: 'wait' as const, ms: 20_000 },
        { kind: 'say' as const, text: 'done' },
      ]
    : t === 'tool'
      ? [{ kind: 'call' as const, names: ['buy'] }]
      : [{ kind: 'say' as const, text: 'ok' }];

async function ready(hasIntents = true): Promise<{ world: World; tab: OpenTab }> {
  const world = createWorld({ script, hasIntents });
  const tab = world.open();
  await live(world, tab);
  return { world, tab };
}

const messages = (world: World): unknown[] =>
  world.gateway
    .rows()
    .filter(({ event }) => event.type === 'user.message')
    .map(({ event }) => (event.content as { text: string }[])[0]?.text);

/** Whatever is said of the visitor's message until it is sent; and how long that took. */
async function watch(world: World, tab: OpenTab): Promise<{ states: Set<string>; ms: number }> {
  const states = new Set<string>();
  const off = tab.session.subscribe(() => {
    for (const { delivery } of tab.users()) states.add(delivery.state);
  });
  const from = world.browser.clock.monotonic();
  await tab.send('hello');
  await world.until(() => tab.users().at(-1)?.delivery.state === 'sent');
  off();
  return { states, ms: world.browser.clock.monotonic() - from };
}

describe('a message at a gateway that takes names', () => {
  it.each(['response_lost', 'request_lost', 'body_cut', 'late_commit'] as const)(
    '[OB25] is sent within seconds of a %s, once, and nothing is in doubt',
    async (fault) => {
      const { world, tab } = await ready();
      world.faults.set('message', [fault]);
      const { states, ms } = await watch(world, tab);
      expect([...states].filter((state) => !['queued', 'sending', 'sent'].includes(state))).toEqual(
        [],
      );
      expect(ms).toBeLessThan(8_000);
      await world.advance(200_000);
      expect(messages(world)).toEqual(['hello']);
      expect(tab.users()).toHaveLength(1);
      expect(tab.users()[0]?.isSentTwice).toBe(false);
      expect(world.gateway.violations).toEqual([]);
    },
  );

  it('[OB25] is never left to the visitor, however often its requests are lost', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', Array(8).fill('request_lost'));
    const { states } = await watch(world, tab);
    expect(states.has('unconfirmed')).toBe(false);
    expect(messages(world)).toEqual(['hello']);
  });

  it('[OB25] is found by its name, not by words that another device has said too', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['request_lost']);
    await tab.send('hello');
    world.gateway.write('hello');
    await world.advance(20_000);
    expect(messages(world)).toEqual(['hello', 'hello']);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
  });

  it('[OB25] goes on under its name on the next page', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['response_lost']);
    await tab.send('hello');
    await world.until(() => world.count('message') === 1);
    tab.tab.kill();
    const next = world.open();
    await world.until(() => next.users().at(-1)?.delivery.state === 'sent', 20_000);
    expect(messages(world)).toEqual(['hello']);
  });

  it('[OB25] has no name where the gateway hasn’t said that it takes one', async () => {
    const { world, tab } = await ready(false);
    await tab.send('hello');
    await world.advance(5_000);
    expect(world.gateway.violations).toEqual([]);
    expect(messages(world)).toEqual(['hello']);
  });

  it('[OB25] is looked for by its words again where the gateway takes no names any more', async () => {
    const world = createWorld({ script, hasIntents: true });
    const tab = world.open();
    await live(world, tab);
    world.faults.set('message', ['request_lost']);
    const { handle } = world.gateway;
    await tab.send('hello');
    await world.until(() => world.count('message') === 1);
    // The gateway was replaced by an older one.
    world.gateway.handle = (request) => {
      const { headers, ...reply } = handle(request);
      const { 'bellhop-intents': _, ...rest } = headers;
      return { ...reply, headers: rest };
    };
    await world.advance(200_000);
    expect(messages(world)).toEqual(['hello']);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });
});

describe('a result at a gateway that takes names', () => {
  it('[RS7] is posted again right behind a look, and accepted once', async () => {
    const { world, tab } = await ready();
    await tab.send('tool');
    await world.until(() => tab.snapshot().run.state === 'paused');
    const { run } = tab.snapshot();
    const id = run.state === 'paused' ? run.calls[0]?.toolUseId : undefined;
    world.faults.set('result', ['request_lost']);
    const from = world.browser.clock.monotonic();
    const posted = tab.session.postResults([
      { type: 'tool_result', tool_use_id: id ?? '', content: 'done' },
    ]);
    await world.until(() => world.gateway.accepted.size === 1, 20_000);
    expect(world.browser.clock.monotonic() - from).toBeLessThan(10_000);
    await world.advance(100);
    expect([...(await posted).values()]).toEqual(['accepted']);
    await world.advance(100_000);
    expect([...world.gateway.accepted.values()].map(({ length }) => length)).toEqual([1]);
  });
});

describe('a Stop at a gateway that names its runs', () => {
  it('[IN9] holds up no message though its request may still arrive, and stops no other run', async () => {
    const { world, tab } = await ready();
    await tab.send('long');
    await world.until(() => tab.snapshot().run.state === 'running');
    world.faults.set('interrupt', ['late_commit']);
    const stopped = tab.session.interrupt();
    await world.until(() => world.count('interrupt') === 1);
    await world.advance(25_000);
    await stopped;
    await tab.send('next');
    await world.advance(10_000);
    expect(messages(world)).toEqual(['long', 'next']);
    await world.advance(120_000);
    expect(tab.shown().at(-1)).toBe('agent: ok [ended]');
    expect(world.gateway.interrupted.length).toBeLessThanOrEqual(1);
  });
});
