// A gateway that answers out of order, twice, late, of unknown type, with a cursor that repeats, or that refuses an
// after_id: what the visitor sees of it.

import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../protocol/index.ts';
import { say, user } from './events.ts';
import { createHandStream, createWorld, type World } from './world.ts';

const shownTexts = (lines: readonly string[]): string => lines.join(' / ');

/** Puts a hand between the gateway and its replies to lists. */
function onList(
  world: World,
  change: (body: Record<string, unknown>, url: URLSearchParams) => void,
) {
  const { handle } = world.gateway;
  world.gateway.handle = (request) => {
    const reply = handle(request);
    const isList = request.method === 'GET' && reply.status === 200;
    if (isList && !request.path.includes('stream')) {
      change(reply.body as Record<string, unknown>, request.query);
    }
    return reply;
  };
}

const pushed = (event: SessionEvent) => ({ kind: 'event' as const, event });

describe('a gateway that answers badly', () => {
  it('[BA1] out of order on the stream: the list says how it was', async () => {
    const world = createWorld();
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await world.until(() => tab.snapshot().connection === 'live');
    for (const word of ['a', 'b', 'c']) world.gateway.write(word);
    const rows = world.gateway.rows().map(({ event }) => event as unknown as SessionEvent);
    for (const event of rows.toReversed()) stream.push(pushed(event));
    await world.advance(30);
    expect(tab.users().length).toBe(3);
    await world.advance(70_000);
    const said = tab.shown().filter((line) => line.startsWith('me:'));
    expect(said).toEqual(['me: a [sent]', 'me: b [sent]', 'me: c [sent]']);
  });

  it('[BA1] out of order in a list: each event is there once, in the order of the answer', async () => {
    const world = createWorld();
    for (const word of ['a', 'b', 'c'])
      world.gateway.append('agent.message', [{ type: 'text', text: word }]);
    onList(world, (body) => (body.data as unknown[]).reverse());
    const tab = world.open();
    await world.advance(3_000);
    expect(shownTexts(tab.shown())).toMatch(/^agent: [abc], [abc], [abc] /);
    expect(new Set(tab.events.map(({ id }) => id)).size).toBe(3);
  });

  it('[BA2] twice, on the stream and in the list: once', async () => {
    const world = createWorld();
    const stream = createHandStream();
    world.gateway.append('agent.message', [{ type: 'text', text: 'once' }]);
    onList(world, (body) => {
      body.data = (body.data as unknown[]).flatMap((event) => [event, event]);
    });
    const tab = world.open({ wrap: stream.wrap });
    await world.until(() => tab.snapshot().connection === 'live');
    const event = world.gateway.rows()[0]?.event as unknown as SessionEvent;
    stream.push(pushed(event), pushed(structuredClone(event)));
    await world.advance(3_000);
    expect(tab.shown()).toEqual(['agent: once [working]']);
    expect(tab.events.length).toBe(1);
  });

  it('[BA3] late: shown when it comes, where it belongs', async () => {
    const world = createWorld();
    const tab = world.open();
    await world.until(() => tab.snapshot().connection === 'live');
    world.gateway.append('agent.message', [{ type: 'text', text: 'first' }], {}, 20_000);
    world.gateway.append('agent.message', [{ type: 'text', text: 'second' }]);
    await world.advance(5_000);
    expect(tab.shown()).toEqual(['agent: second [working]']);
    await world.advance(70_000);
    expect(tab.shown()).toEqual(['agent: first, second [working]']);
  });

  it('[BA4] of a type or with blocks nobody knows: kept in its place, and nothing stops', async () => {
    const world = createWorld();
    world.gateway.append('agent.message', [{ type: 'text', text: 'one' }]);
    world.gateway.append('agent.dance', [{ type: 'step', left: true }]);
    world.gateway.append('agent.message', [{ type: 'hologram' }, { type: 'text', text: 'two' }]);
    world.gateway.append('session.mood', { mood: 'fine' });
    const tab = world.open();
    await world.advance(3_000);
    expect(tab.events.map(({ type }) => type)).toEqual([
      'agent.message',
      'unknown',
      'agent.message',
      'unknown',
    ]);
    expect(tab.shown()).toEqual(['agent: one, unknown|two [working]']);
    await tab.send('hi');
    await world.advance(5_000);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });

  it('[BA4] with events that are none: the rest is read', async () => {
    const world = createWorld();
    world.gateway.append('agent.message', [{ type: 'text', text: 'whole' }]);
    onList(world, (body) => {
      body.data = [null, 7, { type: 'agent.message' }, { id: 5 }, ...(body.data as unknown[])];
    });
    const tab = world.open();
    await world.advance(3_000);
    expect(tab.shown()).toEqual(['agent: whole [working]']);
  });

  it('[BA5] with a cursor that repeats: the list ends, and is asked again no sooner than any other', async () => {
    const world = createWorld();
    const first = world.open();
    await world.until(() => first.snapshot().connection === 'live');
    await first.send('one');
    await world.advance(100_000);
    first.tab.kill();
    onList(world, (body) => {
      body.next_page = 'again';
    });
    const before = world.network.asked.length;
    const tab = world.open();
    await world.advance(60_000);
    expect(tab.shown()).toEqual(['me: one [sent]', 'agent: hi [ended]']);
    expect(world.network.asked.length - before).toBeLessThan(20);
  });

  it('[BA6] that refuses an after_id: older anchors, then all anew, and the outbox stays', async () => {
    const world = createWorld();
    for (let index = 0; index < 300; index++) {
      world.gateway.append('agent.message', [{ type: 'text', text: `s${index}` }]);
    }
    const first = world.open();
    await world.until(() => first.snapshot().connection === 'live');
    await world.advance(100_000);
    first.tab.kill();
    const asked: (string | null)[] = [];
    let refusals = 2;
    const { handle } = world.gateway;
    world.gateway.handle = (request) => {
      const anchor = request.query.get('after_id');
      if (request.method !== 'GET' || request.path.includes('stream')) return handle(request);
      asked.push(anchor);
      if (anchor === null || refusals-- <= 0) return handle(request);
      const error = {
        message: 'unknown',
        type: 'invalid_request_error',
        code: 400,
        request_id: 'r',
      };
      return { status: 400, headers: {}, body: { error } };
    };
    const tab = world.open();
    world.gateway.write('news');
    await world.advance(2_000);
    expect(tab.users().length).toBe(1);
    expect(new Set(asked.slice(0, 3)).size).toBe(3);
    expect(asked).not.toContain(null);
    expect(tab.warnings).toEqual([]);
    refusals = Number.POSITIVE_INFINITY;
    tab.tab.page.goOffline();
    await tab.send('mine');
    tab.tab.page.goOnline();
    await world.advance(20_000);
    expect(asked).toContain(null);
    expect(tab.warnings.join()).toContain('read anew');
    expect(tab.shown()).toContain('me: mine [sent]');
  });

  it('[LG2] tells of each event once, whatever brings it', async () => {
    const world = createWorld();
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await world.until(() => tab.snapshot().connection === 'live');
    const [a, b] = [user('a'), say('b')];
    stream.push(pushed(a), pushed(b), pushed(a));
    await world.advance(100);
    expect(tab.events).toEqual([a, b]);
  });
});
