// Chromium, over the DevTools protocol and not by Playwright's page, whose document may not survive the back-forward
// cache.

import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../browser/support/browser.ts';
import { pause } from '../real-time/schedule.ts';
import {
  ANSWER_MS,
  actions,
  type BrowserTab,
  type RealBrowser,
  type Seen,
  type TabEvents,
  within,
} from './tab.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
];

export async function launchChromium(): Promise<RealBrowser> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    args: ARGS,
    // Playwright turns the back-forward cache off; a visitor's browser has it on.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  return {
    name: 'Chromium',
    remembersFailedModules: false,
    async newProfile() {
      const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
      return {
        openTab: (slot, url, events) => openTab(context, slot, url, events),
        setOffline: (isOffline) => context.setOffline(isOffline),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** The tab that is in front, for each profile. */
const inFront = new WeakMap<BrowserContext, CDPSession>();

async function openTab(
  context: BrowserContext,
  slot: number,
  url: string,
  events: TabEvents,
): Promise<BrowserTab> {
  const page: Page = await context.newPage();
  const cdp: CDPSession = await context.newCDPSession(page);
  let isAlive = true;
  let isFrozen = false;
  page.on('crash', () => {
    isAlive = false;
  });
  page.on('close', () => {
    isAlive = false;
  });
  page.on('pageerror', (error) => events.onError(String(error.stack ?? error)));
  await cdp.send('Page.enable');
  cdp.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    events.onNotRestored(notRestoredExplanations.map(({ reason }) => reason)),
  );

  async function evaluate<T>(expression: string): Promise<T | null> {
    if (!isAlive || isFrozen) return null;
    const asked = cdp.send('Runtime.evaluate', { expression, returnByValue: true });
    const reply = await within(ANSWER_MS, asked, null);
    return reply === null || reply.exceptionDetails !== undefined
      ? null
      : (reply.result.value as T);
  }

  /** Brings the tab to the front: keyboard and mouse reach only the page there. After a crash none is in front. */
  async function toFront(): Promise<void> {
    // Don't repeat it for the tab in front: the half second of a question begins when its page comes to the front.
    if (inFront.get(context) === cdp) return;
    inFront.set(context, cdp);
    await within(ANSWER_MS, cdp.send('Page.bringToFront'), null);
  }

  const enter = async (): Promise<void> => {
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  };

  const reading = {
    isAlive: () => isAlive,
    look: () => evaluate<Seen>(`typeof see === 'function' ? see() : null`),
  };
  const doing = actions(
    {
      evaluate,
      type: async (text) => {
        await cdp.send('Input.insertText', { text });
      },
      enter,
    },
    reading,
  );
  const tab: BrowserTab = {
    slot,
    ...reading,
    isFrozen: () => isFrozen,
    open: doing.open,
    async write(text, isDoubled) {
      await toFront();
      return doing.write(text, isDoubled);
    },
    async click({ x, y }) {
      const at = { x, y, button: 'left', clickCount: 1 } as const;
      const done = async (): Promise<void> => {
        await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
        await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
      };
      await toFront();
      await within(ANSWER_MS, done(), null);
    },
    async goto(to) {
      await within(ANSWER_MS, cdp.send('Page.navigate', { url: to }), null);
    },
    async goBack() {
      const history = await within(ANSWER_MS, cdp.send('Page.getNavigationHistory'), null);
      const entry = history?.entries[history.currentIndex - 1];
      if (entry === undefined || !entry.url.startsWith('http')) return false;
      const { id: entryId } = entry;
      await within(ANSWER_MS, cdp.send('Page.navigateToHistoryEntry', { entryId }), null);
      return true;
    },
    async reload() {
      await within(ANSWER_MS, cdp.send('Page.reload'), null);
    },
    async freeze() {
      await within(ANSWER_MS, cdp.send('Page.setWebLifecycleState', { state: 'frozen' }), null);
      isFrozen = true;
    },
    async thaw() {
      if (!isFrozen) return;
      await within(ANSWER_MS, cdp.send('Page.setWebLifecycleState', { state: 'active' }), null);
      isFrozen = false;
    },
    async crash() {
      isAlive = false;
      // A crashed page answers no command, so don't wait.
      cdp.send('Page.crash').catch(() => {});
      await pause(100);
      await within(ANSWER_MS, page.close(), null);
    },
    async close() {
      isAlive = false;
      await within(ANSWER_MS, page.close(), null);
    },
  };
  await toFront();
  await tab.goto(url);
  return tab;
}
