import { describe, expect, it } from 'vitest';
import { createBrowserDouble } from '../../../test/doubles/browser-double.ts';
import { createChannelHub } from '../../../test/doubles/channel-hub.ts';
import { createDisk } from '../../../test/doubles/disk.ts';
import { createLockHub } from '../../../test/doubles/lock-hub.ts';
import type { Locks } from '../../platform/types.ts';
import type { StreamFrame } from '../../protocol/index.ts';
import { fromListed } from '../../session/log.ts';
import { createTabs, type Tabs } from '../../session/tabs.ts';
import { createTranscriptCache } from '../../session/transcript-cache.ts';
import { say } from './events.ts';
import {
  createContext,
  createHandStream,
  createWorld,
  fill,
  live,
  type OpenTab,
  text,
  type World,
} from './world.ts';

async function two(): Promise<{ world: World; a: OpenTab; b: OpenTab }> {
  const world = createWorld();
  const a = world.open();
  await world.until(() => a.snapshot().connection === 'live');
  const b = world.open();
  await world.advance(1_000);
  return { world, a, b };
}

/** Two tabs of which the first is refused the lock so many times. */
function refusedTabs(times: number) {
  const locks = createLockHub();
  const hub = createChannelHub();
  const isVisible = [true, true];
  let left = times;
  const tabs = [0, 1].map((slot) => {
    const own = locks.tab();
    const refusing: Locks = {
      request(name, options, run) {
        if (slot > 0 || left <= 0) return own.request(name, options, run);
        left -= 1;
        return Promise.reject(new Error('SecurityError'));
      },
    };
    return createTabs({
      platform: { locks: refusing, openChannel: hub.tab().open },
      page: { isVisible: () => isVisible[slot] === true },
      name: 'chat',
      onLead() {},
      onMessage() {},
      onWarning() {},
    });
  });
  const [a, b] = tabs as [Tabs, Tabs];
  const set = (slot: number, next: boolean): void => {
    isVisible[slot] = next;
    tabs[slot]?.onVisibility();
  };
  return {
    a,
    b,
    leads: () => tabs.map((tab) => tab.isLeader()),
    hide: (slot: number) => set(slot, false),
    show: (slot: number) => set(slot, true),
    yieldTo: (slot: number) => tabs[1 - slot]?.post({ type: 'yield' }),
    settle: () => new Promise<void>((resolve) => setTimeout(resolve)),
  };
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

  it('[TB4] queue for the lead again where the browser has refused the lock once', async () => {
    const { a, b, leads, hide, yieldTo, settle } = refusedTabs(1);
    a.join();
    await settle();
    b.join();
    await settle();
    expect(leads()).toEqual([true, true]);
    hide(0);
    yieldTo(0);
    await settle();
    expect(leads()).toEqual([false, true]);
    b.leave();
    await settle();
    expect(leads()).toEqual([true, false]);
    a.leave();
    await settle();
    expect(leads()).toEqual([false, false]);
  });

  it('[TB4] lead again once visible where the browser always refuses the lock, and not before', async () => {
    const { a, b, leads, hide, show, settle, yieldTo } = refusedTabs(Number.POSITIVE_INFINITY);
    a.join();
    b.join();
    await settle();
    for (let time = 0; time < 3; time += 1) {
      hide(0);
      yieldTo(0);
      await settle();
      expect(leads()[0]).toBe(false);
      show(0);
      await settle();
      expect(leads()[0]).toBe(true);
    }
    hide(0);
    yieldTo(0);
    await settle();
    a.leave();
    b.leave();
    await settle();
    expect(leads()).toEqual([false, false]);
    show(0);
    await settle();
    expect(leads()).toEqual([false, false]);
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
    expect([...(await outcomes).values()]).toEqual(['failed']);
  });

  it('[TB3] go on where the one that is gone has stored, also what it could not tell', async () => {
    const { world, a, b } = await two();
    world.browser.channels.isDeaf = true;
    world.gateway.write('one');
    await world.advance(10_000);
    expect(b.shown()).toEqual([]);
    b.tab.page.goOffline();
    a.tab.kill();
    await world.advance(1_000);
    expect(b.shown()).toEqual(['me: one [sent]', 'agent: hi [ended]']);
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

  it('[TB5] hold no lock in the back-forward cache, also where one was about to send and storage keeps it waiting', async () => {
    const world = createWorld();
    const a = world.open();
    await world.until(() => a.snapshot().connection === 'live');
    world.browser.disk.latencyMs = 60_000;
    void a.session.send(text('hello'), true);
    await world.until(() => world.browser.locks.held().some((name) => name.endsWith(':send')));
    a.tab.freeze();
    await world.advance(100);
    expect(world.browser.locks.held()).toEqual([]);
    world.browser.disk.latencyMs = 0;
    a.tab.thaw();
    await world.until(() => a.users()[0]?.delivery.state === 'sent', 200_000);
    const sent = world.gateway.rows().filter(({ event }) => event.type === 'user.message');
    expect(sent).toHaveLength(1);
  });

  it('[OB5] takes the event that its reply names, though another tab took that for a second copy', async () => {
    const world = createWorld();
    const session = { options: { history: 'none' as const } };
    const [a, b] = [world.open({ session }), world.open({ session })];
    await world.until(() => a.snapshot().connection === 'live');
    await a.send('once');
    await world.until(() => b.users()[0]?.delivery.state === 'sent');
    await world.advance(5_000);
    // Room for what the other tab notes, and for no other message.
    world.browser.disk.quotaBytes = world.browser.disk.bytes() + 60;
    await a.send('once');
    await world.advance(5_000);
    world.browser.disk.quotaBytes = Number.POSITIVE_INFINITY;
    await world.advance(200_000);
    const sent = world.gateway.rows().filter(({ event }) => event.type === 'user.message');
    expect(sent).toHaveLength(2);
    expect(a.users().map((user) => user.isSentTwice)).toEqual([false, false]);
  });

  it('[TB3] writes nothing behind the tab that leads now, also where its own write has failed for want of room', async () => {
    const disk = createDisk();
    const storage = disk.tab();
    const { platform } = createBrowserDouble().openTab();
    const context = createContext({ ...platform, storage, tabStorage: storage });
    const known = context.facts.log;
    let isLeader = true;
    const cache = createTranscriptCache({
      context,
      channel: { isLeader: () => isLeader, mayStore: () => isLeader },
      lister: { settledId: () => null, restored: () => {} },
    });
    await cache.restore('s1');
    known.set(fromListed([say('one')], false));
    disk.fail({
      failure: 'quota',
      operations: ['setMany'],
      key: () => {
        isLeader = false;
        return true;
      },
      times: 1,
    });
    cache.save();
    // Behind all that it asks of the disk.
    for (let asked = 0; asked < 10; asked++) await storage.keys();
    expect(isLeader).toBe(false);
    expect(disk.entries()).toEqual([]);
  });

  it('[TB9] sends nothing again that another tab has sent while its own storage failed', async () => {
    const world = createWorld();
    const a = world.open();
    await world.until(() => a.snapshot().connection === 'live');
    // The same words before: what turns up could be taken for a second copy of these.
    await a.send('once');
    await world.until(() => a.users()[0]?.delivery.state === 'sent');
    await world.advance(5_000);
    a.tab.page.goOffline();
    await a.send('once');
    const mend = world.browser.disk.fail({ failure: 'closed', operations: ['update'] });
    a.tab.page.goOnline();
    await world.advance(1_000);
    a.tab.freeze();
    mend();
    const b = world.open();
    await world.until(() => b.users()[1]?.delivery.state === 'sent');
    a.tab.thaw();
    await world.advance(200_000);
    const sent = world.gateway.rows().filter(({ event }) => event.type === 'user.message');
    expect(sent).toHaveLength(2);
    for (const { users } of [a, b])
      expect(users().map((user) => user.isSentTwice)).toEqual([false, false]);
  });

  it('[TB3] stores no list that began before the tab led, since the last leader may have stored a later one', async () => {
    const world = createWorld();
    const a = world.open({ hasChannel: false });
    await live(world, a);
    let release: (() => void) | null = null;
    let isSlow = false;
    const b = world.open({
      hasChannel: false,
      wrap: (client) => ({
        ...client,
        async *listAll(...args) {
          const isHeld = isSlow;
          isSlow = false;
          yield* client.listAll(...args);
          if (isHeld) await new Promise<void>((resolve) => (release = resolve));
        },
      }),
    });
    await live(world, b);
    await world.advance(10_000);
    isSlow = true;
    world.gateway.write('one');
    await world.until(() => release !== null);
    world.gateway.write('two');
    await world.advance(5_000);
    const stored = (): number => {
      const page = world.browser.disk.peek('test:s1:log:0') as { events: unknown[] } | undefined;
      return page?.events.length ?? 0;
    };
    const before = stored();
    expect(before).toBe(world.gateway.rows().length);
    a.session.close();
    await world.advance(10);
    world.browser.disk.writes.length = 0;
    (release as (() => void) | null)?.();
    await world.advance(5_000);
    expect(world.browser.disk.writes.filter(({ key }) => key === 'test:s1:log:0')).toEqual([]);
    expect(stored()).toBe(before);
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

  it('[TB7] tell text that is being written to others, and to nobody when alone', async () => {
    const world = createWorld();
    const stream = createHandStream();
    const a = world.open({ wrap: stream.wrap });
    await world.until(() => a.snapshot().connection === 'live');
    const write = async (): Promise<number> => {
      const before = world.browser.channels.log.length;
      const delta: StreamFrame = { kind: 'preview_delta', event_id: 'm', index: 0, text: 'x' };
      stream.push({ kind: 'preview_start', event_id: 'm', event_type: 'agent.message' }, delta);
      await world.advance(100);
      return world.browser.channels.log
        .slice(before)
        .filter(({ message }) => (message as { type: string }).type === 'frame').length;
    };
    expect(await write()).toBe(0);
    expect(a.shown()).toEqual(['agent: …x [working]']);
    const b = world.open();
    await world.advance(100);
    expect(await write()).toBe(2);
    expect(b.shown()).toEqual(a.shown());
    b.tab.kill();
    await world.advance(100_000);
    expect(await write()).toBe(0);
  });

  it('[TB7] tell it to a tab that the last leader alone had heard', async () => {
    const world = createWorld();
    const a = world.open();
    await world.until(() => a.snapshot().connection === 'live');
    const stream = createHandStream();
    const c = world.open();
    await world.advance(100);
    const b = world.open({ wrap: stream.wrap });
    await world.advance(200_000);
    c.tab.page.hide();
    await world.advance(200_000);
    a.tab.kill();
    c.tab.freeze();
    await world.until(() => b.snapshot().connection === 'live');
    c.tab.thaw();
    await world.advance(100);
    stream.push(
      { kind: 'preview_start', event_id: 'm', event_type: 'agent.message' },
      { kind: 'preview_delta', event_id: 'm', index: 0, text: 'word' },
    );
    await world.advance(100);
    expect(c.shown()).toEqual(['agent: …word [working]']);
  });

  it('[ST6] hide what was cleared while they were in the back-forward cache, and store nothing of it again', async () => {
    const world = createWorld();
    const a = world.open();
    await live(world, a);
    await a.send('private');
    await world.advance(100_000);
    const b = world.open();
    await world.advance(1_000);
    expect(b.shown()).toHaveLength(2);
    b.tab.freeze();
    void a.session.clear();
    await world.advance(1_000);
    a.tab.kill();
    b.tab.thaw();
    await world.advance(10_000);
    expect(b.shown()).toEqual([]);
    world.gateway.write('other');
    await world.advance(70_000);
    expect(b.shown()[0]).toBe('me: other [sent]');
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('private');
  });

  it('[LG7] list from no further back for a message that another tab has found', async () => {
    const world = createWorld();
    fill(world, 40);
    const a = world.open();
    await live(world, a);
    world.faults.set('message', ['response_lost']);
    await a.send('one');
    await world.until(() => world.count('message') === 1);
    const b = world.open();
    await world.advance(10);
    a.tab.page.hide();
    await world.until(() => b.users()[0]?.delivery.state === 'sent');
    await world.advance(5_000);
    b.tab.kill();
    a.tab.page.show();
    await world.advance(100_000);
    fill(world, 450);
    await world.advance(200_000);
    const before = world.network.asked.length;
    a.session.retryNow();
    await world.advance(30_000);
    const lists = world.network.asked.slice(before).filter(({ step }) => step === 'list');
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.filter(({ url }) => url.includes('page='))).toEqual([]);
  });

  it('[TB9] read what has become of a message on its way, also where they have missed every word of it', async () => {
    const world = createWorld();
    const a = world.open();
    await live(world, a);
    const b = world.open();
    await world.advance(1_000);
    // The tab that talks reads it, and only then storage says nothing to the other.
    await b.send('hello');
    await world.until(() => world.count('message') === 1);
    const mend = world.browser.disk.fail({ failure: 'closed', operations: ['get'] });
    await world.until(() => a.users()[0]?.delivery.state === 'sent');
    await world.advance(1_000);
    expect(b.users()[0]?.delivery.state).toBe('sending');
    mend();
    await world.advance(40_000);
    expect(b.users()[0]?.delivery.state).toBe('sent');
  });
});
