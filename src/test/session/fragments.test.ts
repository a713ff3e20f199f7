// What was shown of a message whose rest doesn't come: after Stop, a reload, a cut connection.

import { describe, expect, it } from 'vitest';
import type { StreamFrame } from '../../protocol/index.ts';
import { idle, running, say } from './events.ts';
import { createHandStream, createWorld, live, long, type OpenTab, type World } from './world.ts';

const begin = (id: string): StreamFrame => ({
  kind: 'preview_start',
  event_id: id,
  event_type: 'agent.message',
});
const more = (id: string, words: string): StreamFrame => ({
  kind: 'preview_delta',
  event_id: id,
  index: 0,
  text: words,
});

/** A tab whose message is being answered by a run of half a minute; of the answer a part is shown. */
async function answering(world: World, options: Parameters<World['open']>[0] = {}) {
  const stream = createHandStream();
  const tab = world.open({ ...options, wrap: stream.wrap });
  await live(world, tab);
  await tab.send('tell me');
  await world.until(() => tab.snapshot().run.state === 'running');
  stream.push(begin('m'), more('m', 'Once upon'), more('m', ' a time'));
  await world.advance(2_000);
  expect(tab.shown()).toEqual(['me: tell me [sent]', 'agent: …Once upon a time [working]']);
  return { tab, stream };
}

const incomplete = (tab: OpenTab): (string | undefined)[] =>
  tab
    .snapshot()
    .entries.flatMap((entry) => (entry.kind === 'agent' ? entry.parts : []))
    .map((part) => (part.kind === 'message' && part.isIncomplete ? part.eventId : undefined));

describe('a person of the site who is typing', () => {
  const typing = (id: string): StreamFrame => ({
    kind: 'preview_start',
    event_id: id,
    event_type: 'person.typing',
  });

  it('[TR13] is shown for six seconds, for longer where it is told again, and leaves nothing', async () => {
    const world = createWorld({ script: () => [] });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    stream.push(typing('t1'));
    await world.advance(4_000);
    expect(tab.shown()).toEqual(['agent: … [working]']);
    stream.push(typing('t2'));
    await world.advance(4_000);
    expect(tab.shown()).toEqual(['agent: … [working]']);
    await world.advance(3_000);
    expect(tab.shown()).toEqual([]);
    expect(tab.snapshot().run.state).toBe('idle');
  });

  it('[TR13] stands there once, however often it is told, and until six seconds after the last', async () => {
    const world = createWorld({ script: () => [] });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    const parts = () =>
      tab.snapshot().entries.flatMap((entry) => (entry.kind === 'agent' ? entry.parts : []));
    for (const id of ['t1', 't2', 't3']) {
      stream.push(typing(id));
      await world.advance(2_500);
      expect(parts()).toHaveLength(1);
    }
    await world.advance(3_000);
    expect(parts()).toHaveLength(1);
    stream.push(typing('t3'));
    await world.advance(5_000);
    expect(parts()).toHaveLength(1);
    await world.advance(1_500);
    expect(parts()).toEqual([]);
  });

  it('[TR13] gives way to the words alone, without a run around them', async () => {
    const world = createWorld({ script: () => [] });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    stream.push(typing('t1'));
    await world.advance(500);
    stream.push({ kind: 'event', event: say('Here I am.') });
    await world.advance(500);
    const parts = tab
      .snapshot()
      .entries.flatMap((entry) => (entry.kind === 'agent' ? entry.parts : []));
    expect(parts).toHaveLength(1);
  });

  it('[TR13] is shown no longer once what was typed is there', async () => {
    const world = createWorld({ script: () => [] });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    stream.push(typing('t1'));
    await world.advance(500);
    expect(tab.shown()).toEqual(['agent: … [working]']);
    for (const event of [running(), say('Here I am.'), idle()]) {
      stream.push({ kind: 'event', event });
    }
    await world.advance(500);
    expect(tab.shown()).toEqual(['agent: Here I am. [ended]']);
  });

  it('is nobody where the type is one that this version doesn’t know', async () => {
    const world = createWorld({ script: () => [] });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    stream.push({ ...typing('t1'), event_type: 'person.waving' } as StreamFrame);
    await world.advance(500);
    expect(tab.shown()).toEqual([]);
  });
});

describe('how far a call is that the gateway runs', () => {
  it('[TR15] stands in the snapshot, the newest alone, and is never taken for a message', async () => {
    const world = createWorld({ script: () => [] });
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    const tell = (text: string) => {
      const event_id = 'toolu_1';
      stream.push({ kind: 'preview_start', event_id, event_type: 'tool.progress' });
      stream.push({ kind: 'preview_delta', event_id, index: 0, text });
    };
    tell('Kneading');
    await world.advance(100);
    expect(tab.snapshot().progress).toEqual(['toolu_1', 'Kneading']);
    tell('50 %');
    await world.advance(100);
    expect(tab.snapshot().progress).toEqual(['toolu_1', '50 %']);
    expect(tab.shown()).toEqual([]);
    for (const event of [running(), idle()]) stream.push({ kind: 'event', event });
    await world.advance(100);
    expect(tab.shown().join()).not.toContain('%');
  });
});

describe('what was shown of a message that never came whole', () => {
  it('[TR11] stays behind a Stop, on the next page too, and below it goes on what comes next', async () => {
    const world = createWorld({ script: (words) => (words === 'tell me' ? long() : []) });
    const { tab } = await answering(world);
    const stopping = tab.session.interrupt();
    await world.until(() => tab.snapshot().run.state === 'idle');
    await stopping;
    const shown = ['me: tell me [sent]', 'agent: …Once upon a time [ended]'];
    expect(tab.shown()).toEqual(shown);
    expect(incomplete(tab)).toEqual(['m']);
    await tab.send('and now');
    await world.until(() => tab.shown().length > 2);
    await world.advance(100_000);
    expect(tab.shown().slice(0, 3)).toEqual([...shown, 'me: and now [sent]']);
    tab.tab.kill();
    const next = world.open();
    await live(world, next);
    await world.advance(1_000);
    expect(next.shown().slice(0, 3)).toEqual([...shown, 'me: and now [sent]']);
  });

  it('[TR11] gives way to the whole message, and to what the agent does in its stead', async () => {
    for (const id of ['m', 'other']) {
      const world = createWorld({ script: long });
      const { tab, stream } = await answering(world);
      void tab.session.interrupt();
      await world.until(() => tab.snapshot().run.state === 'idle');
      stream.push({ kind: 'event', event: { ...say('All of it'), id } });
      await world.advance(100);
      expect(tab.shown()[1]).toContain('agent: All of it [');
      expect(incomplete(tab)).toEqual([undefined]);
    }
  });

  it('[TR11] stays while a connection is replaced, and never becomes shorter', async () => {
    const world = createWorld({ script: long });
    const stream = createHandStream();
    let cut = () => {};
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        async *stream(id, options = {}) {
          const connection = new AbortController();
          options.signal?.addEventListener('abort', () => connection.abort());
          cut = () => connection.abort();
          yield* stream.wrap(client).stream(id, { ...options, signal: connection.signal });
        },
      }),
    });
    await live(world, tab);
    await tab.send('tell me');
    await world.until(() => tab.snapshot().run.state === 'running');
    stream.push(begin('m'), more('m', 'Once upon a time'));
    await world.advance(2_000);
    cut();
    await world.advance(3_000);
    expect(tab.shown()[1]).toBe('agent: …Once upon a time [working]');
    stream.push(begin('m'), more('m', 'Once'));
    await world.advance(100);
    expect(tab.shown()[1]).toBe('agent: …Once upon a time [working]');
    stream.push(more('m', ' upon a time there was'));
    await world.advance(100);
    expect(tab.shown()[1]).toBe('agent: …Once upon a time there was [working]');
    expect(incomplete(tab)).toEqual([undefined]);
  });

  it('[ST17] is there after a reload in the middle of an answer, and goes on', async () => {
    const world = createWorld({ script: long });
    const { tab } = await answering(world);
    tab.tab.kill();
    const next = world.open();
    await world.advance(100);
    expect(next.shown()).toEqual(['me: tell me [sent]', 'agent: …Once upon a time [working]']);
    await world.until(() => next.snapshot().run.state === 'idle' && next.snapshot().isUpToDate);
    await world.advance(5_000);
    // The model's own message has another id: it stands in the place of the beginning.
    expect(next.shown()).toEqual(['me: tell me [sent]', 'agent: late [ended]']);
  });

  it('[ST17] is kept for as long as the transcript, and gone when the device is cleared', async () => {
    for (const history of ['session', 'none'] as const) {
      const world = createWorld({ script: long });
      const { tab } = await answering(world, { session: { options: { history } } });
      const stored = JSON.stringify(world.browser.disk.entries());
      expect(stored).not.toContain('Once upon');
      expect(JSON.stringify(tab.tab.tabDisk.entries()).includes('Once upon')).toBe(
        history === 'session',
      );
    }
    const world = createWorld({ script: long });
    const { tab, stream } = await answering(world);
    expect(JSON.stringify(world.browser.disk.entries())).toContain('Once upon');
    void tab.session.clear();
    stream.push(more('m', ' more'));
    await world.advance(5_000);
    expect(tab.shown().join()).not.toContain('Once upon');
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('Once upon');
  });

  it('[ST17] is read with care: what another script has stored is left out', async () => {
    const world = createWorld({ script: long });
    const { tab } = await answering(world);
    tab.tab.kill();
    const [first] = tab.events;
    const rows = [null, { id: 1 }, { id: 'x', text: 'x' }, { id: 'y', text: 'y', behind: 'z' }];
    world.browser.disk.plant('test:s1:log:part', {
      rows: [...rows, { id: 'k', text: 'kept', behind: first?.id }],
    });
    const next = world.open();
    await world.advance(100);
    expect(next.shown()).toEqual(['me: tell me [sent]', 'agent: …kept [working]']);
  });
});
