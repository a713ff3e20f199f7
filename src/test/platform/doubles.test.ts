// The doubles are instruments: these tests say what the other rooms' tests may rely on.

import { describe, expect, it } from 'vitest';
import { createBrowserDouble } from '../../../test/doubles/browser-double.ts';
import { createChannelHub } from '../../../test/doubles/channel-hub.ts';
import { createDisk } from '../../../test/doubles/disk.ts';
import { createLockHub } from '../../../test/doubles/lock-hub.ts';
import { createSeededRandom } from '../../../test/doubles/seeded-random.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { StorageError } from '../../platform/types.ts';

const never = () => new Promise<never>(() => {});

describe('virtual clock', () => {
  it('runs timers in the order of their due time, with promises in between', async () => {
    const clock = createVirtualClock({ startAt: 1000 });
    const seen: string[] = [];
    clock.setTimeout(() => seen.push(`b@${clock.now()}`), 20);
    clock.setTimeout(async () => {
      await Promise.resolve();
      seen.push(`a@${clock.now()}`);
      await clock.sleep(5);
      seen.push(`a2@${clock.now()}`);
    }, 10);
    await clock.advance(19);
    expect(seen).toEqual(['a@1010', 'a2@1015']);
    await clock.advance(1);
    expect(seen).toEqual(['a@1010', 'a2@1015', 'b@1020']);
    expect(clock.pending()).toBe(0);
  });

  it('keeps the monotonic clock when the wall clock jumps', async () => {
    const clock = createVirtualClock({ startAt: 1000 });
    clock.jump(-500);
    await clock.advance(10);
    expect(clock.now()).toBe(510);
    expect(clock.monotonic()).toBe(10);
  });

  it('fails loudly when what is awaited never happens', async () => {
    const clock = createVirtualClock();
    await expect(clock.advanceUntil(() => false, 100)).rejects.toThrow('not done after 100 ms');
  });

  it('silences the timers of a killed tab, and holds those of a frozen one', async () => {
    const clock = createVirtualClock();
    const killed = clock.tab();
    const frozen = clock.tab();
    const seen: string[] = [];
    killed.setTimeout(() => seen.push('killed'), 5);
    frozen.setTimeout(() => seen.push('frozen'), 5);
    killed.kill();
    frozen.freeze();
    await clock.advance(10);
    expect(seen).toEqual([]);
    frozen.thaw();
    await clock.advance(0);
    expect(seen).toEqual(['frozen']);
  });
});

describe('seeded random', () => {
  it('repeats itself for the same seed, and forks without shifting the parent', () => {
    const a = createSeededRandom(7);
    const b = createSeededRandom(7);
    b.fork('x').next();
    const draws = Array.from({ length: 50 }, () => a.next());
    expect(Array.from({ length: 50 }, () => b.next())).toEqual(draws);
    expect(new Set(draws).size).toBe(50);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(createSeededRandom(8).next()).not.toBe(draws[0]);
  });
});

describe('lock hub', () => {
  it('gives a lock to one at a time, first come first served', async () => {
    const clock = createVirtualClock();
    const hub = createLockHub();
    const seen: string[] = [];
    const use = (name: string) =>
      hub.tab().request('send', {}, async () => {
        seen.push(`${name} in`);
        await clock.sleep(10);
        seen.push(`${name} out`);
        return name;
      });
    const all = Promise.all([use('a'), use('b')]);
    await clock.advance(30);
    expect(await all).toEqual(['a', 'b']);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out']);
    expect(hub.held()).toEqual([]);
  });

  it('releases what a dead tab held, and drops what it waited for', async () => {
    const hub = createLockHub();
    const dead = hub.tab();
    const living = hub.tab();
    void dead.request('x', {}, never);
    void dead.request('y', {}, never);
    const granted = living.request('x', {}, async (isHeld) => isHeld);
    dead.kill();
    expect(await granted).toBe(true);
    expect(hub.held()).toEqual([]);
  });

  it('answers false when it must not wait, and rejects a wait that is given up', async () => {
    const hub = createLockHub();
    void hub.tab().request('x', {}, never);
    const tab = hub.tab();
    expect(await tab.request('x', { ifAvailable: true }, async (isHeld) => isHeld)).toBe(false);
    const waiting = new AbortController();
    const given = tab.request('x', { signal: waiting.signal }, async () => 'never');
    waiting.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
  });
});

describe('channel hub', () => {
  it('delivers clones to the others in order, not to the sender nor to another name', async () => {
    const hub = createChannelHub();
    const a = hub.tab().open('n');
    const b = hub.tab().open('n');
    const c = hub.tab().open('other');
    const seen: unknown[] = [];
    a.subscribe((message) => seen.push(['a', message]));
    b.subscribe((message) => seen.push(['b', message]));
    c.subscribe((message) => seen.push(['c', message]));
    const message = { n: 1 };
    a.post(message);
    message.n = 2;
    a.post(message);
    await createVirtualClock().settle();
    expect(seen).toEqual([
      ['b', { n: 1 }],
      ['b', { n: 2 }],
    ]);
  });
});

describe('disk', () => {
  it('runs one transaction at a time, so that an update is a claim', async () => {
    const disk = createDisk();
    const claim = (name: string) =>
      disk.tab().update('owner', (before) => (before === undefined ? name : before));
    expect(await Promise.all([claim('a'), claim('b')])).toEqual(['a', 'a']);
    expect(disk.writes.length).toBe(2);
  });

  it('writes all or nothing past its quota', async () => {
    const disk = createDisk();
    const tab = disk.tab();
    await tab.set('a', 'small');
    disk.quotaBytes = 40;
    await expect(
      tab.setMany([
        ['a', 'x'],
        ['b', 'y'.repeat(100)],
      ]),
    ).rejects.toMatchObject({ failure: 'quota' });
    expect(disk.entries()).toEqual([['a', 'small']]);
    await tab.delMany(['a']);
    expect(disk.entries()).toEqual([]);
  });

  it('fails what it was told to fail, that often', async () => {
    const disk = createDisk();
    const tab = disk.tab();
    disk.fail({ failure: 'closed', operations: ['set'], key: (key) => key === 'a', times: 1 });
    await tab.set('b', 1);
    await expect(tab.set('a', 1)).rejects.toBeInstanceOf(StorageError);
    await tab.set('a', 2);
    expect(await tab.getMany(['a', 'b'])).toEqual([2, 1]);
  });

  it('takes its time, and a killed tab hears of nothing', async () => {
    const clock = createVirtualClock();
    const disk = createDisk({ clock, latencyMs: 5 });
    const tab = disk.tab();
    let isWritten = false;
    void tab.set('a', 1).then(() => {
      isWritten = true;
    });
    await clock.advance(4);
    expect(disk.peek('a')).toBeUndefined();
    tab.kill();
    await clock.advance(5);
    expect(isWritten).toBe(false);
  });
});

describe('browser double', () => {
  it('shares disk and locks between tabs, and a killed tab lets go', async () => {
    const browser = createBrowserDouble();
    const one = browser.openTab();
    const two = browser.openTab();
    await one.platform.storage.set('k', 'v');
    void one.platform.locks.request('l', {}, never);
    expect(await two.platform.storage.get('k')).toBe('v');
    expect(browser.locks.held()).toEqual(['l']);
    one.kill();
    expect(browser.locks.held()).toEqual([]);
    expect(one.platform.random.id()).not.toBe(two.platform.random.id());
  });

  it('cuts the requests of a killed tab without telling it', async () => {
    const browser = createBrowserDouble();
    let reason: unknown;
    const tab = browser.openTab({
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            reason = init.signal?.reason;
            reject(reason);
          });
        }),
    });
    let isSettled = false;
    tab.platform.fetch('https://x.example').finally(() => {
      isSettled = true;
    });
    tab.kill();
    await browser.clock.settle();
    expect(reason).toBeInstanceOf(DOMException);
    expect(isSettled).toBe(false);
  });
});
