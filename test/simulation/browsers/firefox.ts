// Firefox, over WebDriver BiDi. It lacks two things that Chromium's driver has: a page can't be frozen, so that a freeze is
// nothing here, and a tab can't be killed alone, so that a crash closes it at once, without asking its page.

import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';
import { findFirefox } from '../../engines/firefox.ts';
import {
  ANSWER_MS,
  actions,
  type BrowserTab,
  type RealBrowser,
  type Seen,
  type TabEvents,
  within,
} from './tab.ts';

/**
 * What Firefox reports as an error of the page's, though no script has thrown it: a request that got no reply, and a file
 * that was broken off before its first byte, so that its hash is that of nothing.
 */
const REMARKS = [
  'Cross-Origin Request Blocked',
  'The computed hash is “47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=”',
];

export async function launchFirefox(): Promise<RealBrowser> {
  const executablePath = findFirefox();
  if (executablePath === undefined) {
    throw new Error('Firefox is not installed. Install firefox-esr, or set FIREFOX_PATH.');
  }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'browser.translations.enable': false },
    defaultViewport: { width: 900, height: 700 },
  });
  return {
    name: 'Firefox',
    remembersFailedModules: true,
    async newProfile() {
      const context = await browser.createBrowserContext();
      let isOffline = false;
      const offline = async (page: Page): Promise<void> => {
        await within(ANSWER_MS, page.setOfflineMode(isOffline), null);
      };
      return {
        async openTab(slot, url, events) {
          const page = await newWindow(context);
          if (isOffline) await offline(page);
          return openTab(page, slot, url, events);
        },
        async setOffline(its) {
          isOffline = its;
          await Promise.all((await context.pages()).map(offline));
        },
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** A window each, since a tab behind another is hidden, and a question counts only in sight. */
const newWindow = (context: BrowserContext): Promise<Page> => context.newPage({ type: 'window' });

async function openTab(
  page: Page,
  slot: number,
  url: string,
  events: TabEvents,
): Promise<BrowserTab> {
  let isAlive = true;
  /** The pages that the visitor has gone through, of which the last is shown. */
  let depth = 0;
  page.on('close', () => {
    isAlive = false;
  });
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? `${error.message} ${error.stack}` : String(error);
    if (!REMARKS.some((remark) => text.includes(remark))) events.onError(text);
  });

  const evaluate = async <T>(expression: string): Promise<T | null> =>
    isAlive ? within(ANSWER_MS, page.evaluate(expression) as Promise<T>, null) : null;

  /** Not by the driver's own navigation, which waits for a load that may never come. */
  const goTo = async (work: string): Promise<void> => {
    await evaluate(`void setTimeout(() => { ${work} })`);
  };

  const reading = {
    isAlive: () => isAlive,
    look: () => evaluate<Seen>(`typeof see === 'function' ? see() : null`),
  };
  const tab: BrowserTab = {
    slot,
    ...reading,
    isFrozen: () => false,
    ...actions(
      {
        evaluate,
        type: (text) => page.keyboard.type(text),
        enter: () => page.keyboard.press('Enter'),
      },
      reading,
    ),
    async click({ x, y }) {
      await within(ANSWER_MS, page.mouse.click(x, y), null);
    },
    async goto(to) {
      depth += 1;
      await within(ANSWER_MS, page.goto(to, { waitUntil: 'domcontentloaded' }), null);
    },
    async goBack() {
      if (depth < 2) return false;
      depth -= 1;
      await goTo('history.back()');
      return true;
    },
    reload: () => goTo('location.reload()'),
    async freeze() {},
    async thaw() {},
    async crash() {
      await tab.close();
    },
    async close() {
      isAlive = false;
      await within(ANSWER_MS, page.close({ runBeforeUnload: false }), null);
    },
  };
  await tab.goto(url);
  return tab;
}
