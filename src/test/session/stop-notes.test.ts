import { describe, expect, it } from 'vitest';
import { type BrowserDouble, createBrowserDouble } from '../../../test/doubles/browser-double.ts';
import { createStopNotes, type StopNotes } from '../../session/unnamed/stop-notes.ts';
import { createContext } from './world.ts';

const RUN = { runId: 'ev_1', messages: [] };

function openTab(browser: BrowserDouble, isOver: () => boolean): StopNotes {
  const { platform } = browser.openTab();
  return createStopNotes({ context: createContext(platform), isOver, tell: () => {} });
}

async function settle(browser: BrowserDouble): Promise<void> {
  await browser.clock.advance(50);
}

describe('the notes of a Stop', () => {
  it('[IN6] hold up messages of every tab until the Stop is done', async () => {
    const browser = createBrowserDouble();
    const one = openTab(browser, () => false);
    const other = openTab(browser, () => false);
    const stop = one.open(RUN);
    expect(one.isOpen()).toBe(true);
    await settle(browser);
    await other.read();
    expect(other.isOpen()).toBe(true);
    void one.end(stop, []);
    await settle(browser);
    await other.read();
    expect([one.isOpen(), other.isOpen()]).toEqual([false, false]);
  });

  it('[IN6] are over for a tab that has seen the end of the run, and then that Stop makes no request', async () => {
    const browser = createBrowserDouble();
    const one = openTab(browser, () => false);
    const other = openTab(browser, () => true);
    const stop = one.open(RUN);
    await settle(browser);
    await other.read();
    expect(other.isOpen()).toBe(false);
    expect(await one.begin(stop)).toBeNull();
  });

  it('[IN6] a request that is on its way is no Stop that another tab could end', async () => {
    const browser = createBrowserDouble();
    const one = openTab(browser, () => false);
    const other = openTab(browser, () => true);
    const stop = one.open(RUN);
    expect(await one.begin(stop)).not.toBeNull();
    await other.read();
    expect(other.isOpen()).toBe(true);
  });

  it('[IN7] hold up other tabs for a while only, and a Stop that takes longer is made all the same', async () => {
    const browser = createBrowserDouble();
    const one = openTab(browser, () => false);
    const other = openTab(browser, () => false);
    const stop = one.open(RUN);
    await settle(browser);
    await other.read();
    await browser.clock.advance(100_000);
    expect(other.isOpen()).toBe(false);
    const request = await other.begin(other.open(RUN));
    await settle(browser);
    void other.end(request ?? '', []);
    await settle(browser);
    expect(await one.begin(stop)).not.toBeNull();
  });

  it('[IN5] count for a page that can read them only after the clock was set an hour ahead, or back', async () => {
    for (const jump of [3_600_000, -3_600_000]) {
      const browser = createBrowserDouble();
      const one = openTab(browser, () => false);
      const next = openTab(browser, () => false);
      await one.begin(one.open(RUN));
      browser.clock.jump(jump);
      await next.read();
      expect(next.isOpen(), `${jump} ms`).toBe(true);
    }
  });

  it('[IN5] one that could not be stored ends with its page', async () => {
    const browser = createBrowserDouble();
    const mend = browser.disk.fail({ failure: 'closed' });
    const one = openTab(browser, () => false);
    const stop = one.open(RUN);
    await settle(browser);
    expect(await one.begin(stop)).not.toBeNull();
    mend();
    const next = openTab(browser, () => false);
    await next.read();
    expect(next.isOpen()).toBe(false);
  });
});
