import { describe, expect, it } from 'vitest';
import { createWorld, fill, type OpenTab, type World } from './world.ts';

async function live(world: World, tab: OpenTab): Promise<void> {
  await world.until(() => tab.snapshot().connection === 'live');
}

const noAnswer = (): Promise<string> => new Promise(() => {});

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

  it('[ST3] stores all of it again once another conversation has taken its room', async () => {
    const world = createWorld();
    fill(world, 130);
    const tab = world.open();
    await live(world, tab);
    await world.advance(1_000);
    await tab.tab.platform.storage.delMany([...pages(world), 'test:s1:log']);
    fill(world, 1);
    await world.advance(70_000);
    expect(pages(world)).toEqual(['test:s1:log:0', 'test:s1:log:1']);
    tab.tab.kill();
    world.network.isOnline = false;
    const next = world.open();
    await world.advance(100);
    const [agent] = next.snapshot().entries;
    expect(agent?.kind === 'agent' && agent.parts.length).toBe(101);
  });

  it('[ST4] leaves no transcript on the device unless history is local, but unsent messages', async () => {
    for (const history of ['none', 'session'] as const) {
      const world = createWorld();
      fill(world, 30);
      const before = world.open();
      await live(world, before);
      before.session.setDraft('of before');
      await world.advance(5_000);
      before.tab.kill();
      expect(pages(world)).not.toEqual([]);
      const tab = world.open({ session: { options: { history } } });
      await live(world, tab);
      tab.session.setDraft('half');
      await world.advance(5_000);
      tab.tab.page.goOffline();
      await tab.send('unsent');
      expect(world.browser.disk.entries().map(([key]) => key)).toEqual(['test:outbox']);
      const kept = tab.tab.tabDisk.entries().map(([key]) => key);
      expect(kept.some((key) => key.includes(':log'))).toBe(history === 'session');
      tab.tab.kill();
      const next = world.open({ session: { options: { history } } });
      await world.advance(5_000);
      expect(next.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
      expect(next.session.getDraft()).toBe('');
    }
  });

  it('[ST8] [OB18] keeps transcript and draft for the pages of one tab', async () => {
    const options = { history: 'session' as const };
    const world = createWorld();
    const first = world.open({ session: { options } });
    await live(world, first);
    await first.send('one');
    await world.advance(90_000);
    first.session.setDraft('half');
    await world.advance(1_000);
    const { tabDisk } = first.tab;
    first.tab.kill();
    world.network.isOnline = false;
    const next = world.open({ tabDisk, session: { options } });
    await world.advance(10);
    expect(next.shown()).toEqual(['me: one [sent]', 'agent: hi [ended]']);
    expect(next.session.getDraft()).toBe('half');
    next.tab.kill();
    const later = world.open({ session: { options } });
    await world.advance(10);
    expect(later.shown()).toEqual([]);
    expect(later.session.getDraft()).toBe('');
  });

  it('[ST8] keeps it also in a tab that only hears of it', async () => {
    const options = { history: 'session' as const };
    const world = createWorld();
    const first = world.open({ session: { options } });
    await live(world, first);
    const second = world.open({ session: { options } });
    await world.advance(100);
    await first.send('one');
    await world.advance(10_000);
    const { tabDisk } = second.tab;
    second.tab.kill();
    first.tab.kill();
    world.network.isOnline = false;
    const next = world.open({ tabDisk, session: { options } });
    await world.advance(10);
    expect(next.shown()).toEqual(['me: one [sent]', 'agent: hi [ended]']);
  });

  it('[ST9] opens what an older version stored, and marks all it stores with its own', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    await tab.send('one');
    await world.advance(5_000);
    tab.session.setDraft('half');
    await world.advance(1_000);
    tab.tab.page.goOffline();
    await tab.send('unsent');
    tab.tab.kill();
    for (const [key, value] of world.browser.disk.entries()) {
      expect([key, (value as { v?: number }).v]).toEqual([key, 1]);
      const { v: _, ...old } = value as { v: number; text?: string };
      world.browser.disk.plant(key, old.text ?? old);
    }
    world.network.isOnline = false;
    const next = world.open();
    await world.advance(50);
    expect(next.shown().slice(0, 2)).toEqual(['me: one [sent]', 'agent: hi [ended]']);
    expect(next.session.getDraft()).toBe('half');
    world.network.isOnline = true;
    next.session.retryNow();
    await world.advance(10_000);
    expect(next.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
  });

  it('[ST10] works without storage, and says so', async () => {
    const world = createWorld();
    const tab = world.open({ isDurable: false });
    await live(world, tab);
    await tab.send('hi');
    await world.advance(5_000);
    expect(tab.shown()).toEqual(['me: hi [sent]', 'agent: hi [ended]']);
    expect(tab.snapshot().isForgetful).toBe(true);
  });

  it('[ST10] works where each write is refused, and says so', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const end = world.browser.disk.fail({ failure: 'refused', operations: ['setMany', 'update'] });
    await tab.send('hi');
    expect(tab.snapshot().isForgetful).toBe(true);
    await world.advance(5_000);
    expect(tab.shown()).toEqual(['me: hi [sent]', 'agent: hi [ended]']);
    end();
    await tab.send('more');
    await world.advance(5_000);
    expect(tab.snapshot().isForgetful).toBe(false);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
  });

  it('[ST11] waits for slow storage, and sends once', async () => {
    const world = createWorld();
    world.browser.disk.latencyMs = 3_000;
    const tab = world.open();
    void tab.send('slowly');
    await world.advance(60_000);
    expect(tab.shown()).toEqual(['me: slowly [sent]', 'agent: hi [ended]']);
    expect(world.count('message')).toBe(1);
    tab.tab.kill();
    const next = world.open();
    await world.advance(60_000);
    expect(next.shown()).toEqual(['me: slowly [sent]', 'agent: hi [ended]']);
  });

  it('[ST12] sends from memory what finds no room, and says so', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    world.browser.disk.quotaBytes = 10;
    await tab.send('no room at all');
    expect(tab.snapshot().isForgetful).toBe(true);
    await world.advance(5_000);
    expect(tab.shown()).toEqual(['me: no room at all [sent]', 'agent: hi [ended]']);
    expect(world.count('message')).toBe(1);
  });

  it('[ST14] works without storage that is slow to open, then keeps what was written', async () => {
    const world = createWorld();
    const tab = world.open({ opensAfterMs: 20_000 });
    void tab.send('meanwhile');
    await world.advance(13_000);
    expect(tab.shown()).toEqual(['me: meanwhile [sent]', 'agent: hi [ended]']);
    expect(tab.snapshot().isForgetful).toBe(true);
    tab.session.setDraft('half a sent');
    await world.advance(10_000);
    expect(tab.snapshot().isForgetful).toBe(false);
    expect(tab.shown()).toEqual(['me: meanwhile [sent]', 'agent: hi [ended]']);
    tab.tab.kill();
    world.network.isOnline = false;
    const next = world.open();
    await world.advance(50);
    expect(next.shown()).toEqual(['me: meanwhile [sent]', 'agent: hi [ended]']);
    expect(next.users()[0]?.localId).toBe(tab.users()[0]?.localId);
    expect(next.session.getDraft()).toBe('half a sent');
  });

  it('[ST14] keeps what is still unsent as slow storage opens', async () => {
    const world = createWorld();
    const tab = world.open({ opensAfterMs: 10_000 });
    await world.advance(3_000);
    tab.tab.page.goOffline();
    await tab.send('unsent');
    await world.advance(10_000);
    expect(tab.snapshot().isForgetful).toBe(false);
    tab.tab.kill();
    const next = world.open();
    await world.advance(5_000);
    expect(next.shown()).toEqual(['me: unsent [sent]', 'agent: hi [ended]']);
    expect(world.count('message')).toBe(1);
  });

  it('[ST14] sends what an earlier page has left once slow storage opens', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.goOffline();
    await tab.send('left');
    tab.tab.kill();
    const next = world.open({ opensAfterMs: 10_000 });
    await world.advance(5_000);
    expect(next.users()).toEqual([]);
    await world.advance(10_000);
    expect(next.shown()).toEqual(['me: left [sent]', 'agent: hi [ended]']);
    expect(world.count('message')).toBe(1);
  });

  it('[ST14] sends what an earlier page has left before what was written as slow storage opened', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.goOffline();
    await tab.send('left');
    tab.tab.kill();
    const next = world.open({ opensAfterMs: 8_000 });
    void next.send('written');
    await world.advance(20_000);
    expect(next.shown().filter((line) => line.startsWith('me'))).toEqual([
      'me: left [sent]',
      'me: written [sent]',
    ]);
  });

  it('[ST14] sends what was written before there was a session, also what slow storage has of it', async () => {
    const world = createWorld();
    const getSessionId = (): Promise<string> => Promise.resolve('s1');
    const first = world.open({ session: { sessionId: null, getSessionId: noAnswer } });
    await world.advance(10);
    await first.send('left');
    first.tab.kill();
    const next = world.open({
      opensAfterMs: 10_000,
      session: { sessionId: null, getSessionId },
    });
    await world.advance(20_000);
    expect(next.shown()).toEqual(['me: left [sent]', 'agent: hi [ended]']);
  });

  it('[ST14] clears the device although its storage opens later', async () => {
    const world = createWorld();
    const first = world.open();
    await live(world, first);
    await first.send('said');
    await world.advance(5_000);
    first.tab.kill();
    const tab = world.open({ opensAfterMs: 10_000 });
    await world.advance(5_000);
    expect(tab.shown()).toEqual(['me: said [sent]', 'agent: hi [ended]']);
    await tab.session.clear();
    await world.advance(20_000);
    expect(tab.shown()).toEqual([]);
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('said');
    tab.tab.kill();
    const next = world.open();
    await world.advance(5_000);
    expect(next.shown()).toEqual([]);
  });

  it('[ST14] leaves the gateway to the tab that leads once storage is shared', async () => {
    const world = createWorld();
    const first = world.open();
    await live(world, first);
    const tab = world.open({ opensAfterMs: 10_000 });
    await world.advance(5_000);
    expect(tab.snapshot().isForgetful).toBe(true);
    await world.advance(20_000);
    expect(tab.snapshot().isForgetful).toBe(false);
    const streams = world.count('stream');
    await first.send('from the first');
    await tab.send('from the second');
    await world.advance(20_000);
    expect(tab.shown()).toEqual(first.shown());
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
    expect(world.count('message')).toBe(2);
    expect(world.count('stream')).toBe(streams);
  });

  it('[ST14] goes on without storage where it is refused in the end', async () => {
    const world = createWorld();
    const tab = world.open({ opensAfterMs: 10_000, isDurable: false });
    await world.advance(5_000);
    await tab.send('before');
    await world.advance(20_000);
    await tab.send('after');
    await world.advance(10_000);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
    expect(tab.snapshot().isForgetful).toBe(true);
  });

  it('[ST18] shows the draft of a conversation without a session to nobody else', async () => {
    const world = createWorld();
    const page = (owner: string) =>
      world.open({
        session: { sessionId: null, getSessionId: noAnswer, options: { owner: () => owner } },
      });
    const first = page('?anna');
    await world.advance(10);
    first.session.setDraft('half a sentence');
    await world.advance(60_000);
    first.tab.kill();
    const drafts: string[] = [];
    for (const owner of ['?anna', 'bob', '', 'anna']) {
      const next = page(owner);
      await world.advance(10);
      drafts.push(next.session.getDraft());
      next.tab.kill();
    }
    expect(drafts).toEqual(['', '', '', 'half a sentence']);
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
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('said');
  });

  it('[ST6] clears in every tab, and for the next page', async () => {
    for (const history of ['local', 'session'] as const) {
      const world = createWorld();
      fill(world, 130);
      const a = world.open({ session: { options: { history } } });
      await live(world, a);
      const b = world.open({ session: { options: { history } } });
      await a.send('said');
      await world.advance(10_000);
      expect(b.shown()).toContain('me: said [sent]');
      await Promise.all([b.session.clear(), world.advance(100)]);
      expect([a.shown(), b.shown()]).toEqual([[], []]);
      await world.advance(120_000);
      expect([a.shown(), b.shown()]).toEqual([[], []]);
      expect(JSON.stringify(world.browser.disk.entries())).not.toContain('said');
      expect(JSON.stringify(a.tab.tabDisk.entries())).not.toContain('said');
      const { tabDisk } = a.tab;
      a.tab.kill();
      b.tab.kill();
      const next = world.open({ tabDisk, session: { options: { history } } });
      await world.advance(120_000);
      expect(next.shown()).toEqual([]);
      expect(next.snapshot()).toMatchObject({ isUpToDate: true, hasOlder: false });
      await next.send('more');
      await world.advance(10_000);
      expect(next.shown()).toEqual(['me: more [sent]', 'agent: hi [ended]']);
      next.tab.kill();
      const last = world.open({ tabDisk: next.tab.tabDisk, session: { options: { history } } });
      world.network.isOnline = false;
      await world.advance(10);
      expect(last.shown()).toEqual(['me: more [sent]', 'agent: hi [ended]']);
    }
  });

  it('[ST6] lets no write that was under way bring it back', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    world.browser.disk.latencyMs = 30;
    await Promise.all([tab.send('said'), world.advance(1_000)]);
    for (let step = 0; step < 40; step++) {
      world.gateway.append('agent.message', [{ type: 'text', text: `said ${step}` }]);
      await world.advance(100 + step);
      await Promise.all([tab.session.clear(), world.advance(1_000)]);
      const left = world.browser.disk.entries().filter(([key]) => key.includes(':log'));
      expect(JSON.stringify(left)).not.toContain('said');
    }
  });

  it('[ST13] shows what comes after it: the rest of an answer, and what another device wrote', async () => {
    const script = () => [
      { kind: 'say', text: 'before' } as const,
      { kind: 'wait', ms: 5_000 } as const,
      { kind: 'say', text: 'after' } as const,
    ];
    const world = createWorld({ script });
    const tab = world.open();
    await live(world, tab);
    await tab.send('hi');
    await world.advance(2_000);
    expect(tab.shown()[1]).toBe('agent: before [working]');
    await tab.session.clear();
    await world.advance(1);
    expect(tab.shown()).toEqual([]);
    expect(tab.snapshot().run.state).toBe('running');
    await world.advance(10_000);
    expect(tab.shown()).toEqual(['agent: after [ended]']);
    world.gateway.write('from a phone');
    await world.advance(10_000);
    expect(tab.shown().slice(1)).toEqual([
      'me: from a phone [sent]',
      'agent: before, after [ended]',
    ]);
    tab.tab.kill();
    world.network.isOnline = false;
    const next = world.open();
    await world.advance(10);
    expect(next.shown()[0]).toBe('agent: after [ended]');
  });

  it('[ST13] posts the results of a run that was waiting for them', async () => {
    const world = createWorld({
      script: () => [
        { kind: 'call', names: ['x'] },
        { kind: 'say', text: 'thanks' },
      ],
    });
    const tab = world.open();
    await live(world, tab);
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    await world.advance(1_000);
    await tab.session.clear();
    const { run } = tab.snapshot();
    const calls = run.state === 'paused' ? run.calls : [];
    expect(calls.length).toBe(1);
    void tab.session.postResults(
      calls.map(({ toolUseId }) => ({
        type: 'tool_result',
        tool_use_id: toolUseId,
        content: 'ok',
      })),
    );
    await world.advance(10_000);
    expect(tab.shown()).toEqual(['agent: thanks [ended]']);
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
