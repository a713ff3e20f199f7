import { describe, expect, it } from 'vitest';
import {
  type BrowserDouble,
  createBrowserDouble,
  type Tab,
} from '../../../test/doubles/browser-double.ts';
import { createLeaseLocks } from '../../platform/lease-locks.ts';

const never = () => new Promise<never>(() => {});

function setup(browser: BrowserDouble = createBrowserDouble({ latencyMs: 2 })) {
  const openTab = () => {
    const tab: Tab = browser.openTab();
    const { storage, clock, random, page } = tab.platform;
    return { ...tab, locks: createLeaseLocks({ storage, clock, random, page }) };
  };
  return { browser, clock: browser.clock, disk: browser.disk, openTab };
}

describe('locks by lease', () => {
  it('lets only one of many tabs in at a time', async () => {
    const { clock, openTab } = setup();
    let inside = 0;
    let most = 0;
    const done: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      void openTab().locks.request('send', {}, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await clock.sleep(700);
        inside -= 1;
        done.push(i);
      });
    }
    await clock.advanceUntil(() => done.length === 8, 120_000);
    expect(most).toBe(1);
  });

  it('serves the requests of one tab in their order', async () => {
    const { clock, openTab } = setup();
    const { locks } = openTab();
    const order: number[] = [];
    const all = [1, 2, 3].map((n) =>
      locks.request('send', {}, async () => {
        order.push(n);
        await clock.sleep(10);
      }),
    );
    await clock.advance(5_000);
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3]);
  });

  it('keeps the lease alive while the work goes on', async () => {
    const { clock, openTab } = setup();
    void openTab().locks.request('send', {}, never);
    await clock.advance(100);
    let isIn = false;
    void openTab().locks.request('send', {}, async () => {
      isIn = true;
    });
    await clock.advance(120_000);
    expect(isIn).toBe(false);
  });

  it('keeps it too in a hidden tab whose timers run once a minute', async () => {
    const { browser, clock, openTab } = setup();
    const { platform, page } = browser.openTab();
    const throttled = {
      ...platform.clock,
      setTimeout: (callback: () => void, ms: number) =>
        platform.clock.setTimeout(callback, page.isVisible() ? ms : Math.max(ms, 60_000)),
    };
    const { storage, random } = platform;
    const hidden = createLeaseLocks({ storage, clock: throttled, random, page });
    void hidden.request('send', {}, never);
    await clock.advance(1_000);
    page.hide();
    let isIn = false;
    void openTab().locks.request('send', {}, async () => {
      isIn = true;
    });
    await clock.advance(600_000);
    expect(isIn).toBe(false);
  });

  it('frees the lock of a dead tab once its lease has run out', async () => {
    const { clock, openTab } = setup();
    const dead = openTab();
    void dead.locks.request('send', {}, never);
    await clock.advance(100);
    dead.kill();
    let isIn = false;
    void openTab().locks.request('send', {}, async () => {
      isIn = true;
    });
    await clock.advance(5_000);
    expect(isIn).toBe(false);
    await clock.advance(6_000);
    expect(isIn).toBe(true);
  });

  it('releases at once when the work ends, also when it fails', async () => {
    const { clock, disk, openTab } = setup();
    const failed = openTab().locks.request('send', {}, async () => {
      throw new Error('work failed');
    });
    failed.catch(() => {});
    await clock.advance(20);
    await expect(failed).rejects.toThrow('work failed');
    expect(disk.entries()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('answers false when it must not wait, for this tab and for another', async () => {
    const { clock, openTab } = setup();
    const holder = openTab();
    void holder.locks.request('send', {}, never);
    await clock.advance(20);
    const answers = Promise.all(
      [holder, openTab()].map((tab) =>
        tab.locks.request('send', { ifAvailable: true }, async (isHeld) => isHeld),
      ),
    );
    await clock.advance(20);
    expect(await answers).toEqual([false, false]);
  });

  it('stops waiting when the signal says so, behind its own tab and behind another', async () => {
    const { clock, openTab } = setup();
    const holder = openTab();
    void holder.locks.request('send', {}, never);
    await clock.advance(20);
    const waiting = new AbortController();
    const all = [holder, openTab()].map((tab) =>
      tab.locks.request('send', { signal: waiting.signal }, async () => 'in').catch(String),
    );
    await clock.advance(1_000);
    waiting.abort('enough');
    await clock.advance(1_000);
    expect(await Promise.all(all)).toEqual(['enough', 'enough']);
  });

  it('is not held up for ever by a lease from before the clock was set back', async () => {
    const { clock, openTab } = setup();
    const dead = openTab();
    void dead.locks.request('send', {}, never);
    await clock.advance(20);
    dead.kill();
    clock.jump(-86_400_000);
    let isIn = false;
    void openTab().locks.request('send', {}, async () => {
      isIn = true;
    });
    await clock.advance(1_000);
    expect(isIn).toBe(true);
  });

  it('lets this tab work alone where nothing can be stored', async () => {
    const { clock, disk, openTab } = setup();
    disk.fail({ failure: 'quota' });
    const result = openTab().locks.request('send', {}, async (isHeld) => isHeld);
    await clock.advance(20);
    expect(await result).toBe(true);
  });
});
