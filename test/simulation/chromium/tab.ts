// One tab as a visitor uses it: keyboard and mouse through the browser's own input, and a reader of what is drawn. It
// uses the DevTools protocol, not Playwright's page, whose document may not survive the back-forward cache.

import type { BrowserContext, CDPSession, Page } from 'playwright-core';

export interface Seen {
  isThere: boolean;
  users: { text: string; state: string; isTwice: boolean }[];
  answers: string[];
  /** The text in the composer. */
  draft: string;
  run: string;
  /** The page says that nothing is kept beyond it. */
  isForgetful: boolean;
  allow: Place | null;
  runHere: Place | null;
  check: Place | null;
  sendAgain: Place | null;
  tryNow: Place | null;
  stop: Place | null;
  /** The button for earlier messages that aren't drawn yet. */
  earlier: Place | null;
  globals: string[];
}

export interface Place {
  x: number;
  y: number;
}

export interface BrowserTab {
  slot: number;
  isAlive(): boolean;
  isFrozen(): boolean;
  /** Reads what is drawn now; null if the page can't be asked. */
  look(): Promise<Seen | null>;
  /** Opens the panel and waits for its composer. False: it took too long. */
  open(): Promise<boolean>;
  /**
   * Writes the text in place of what stands in the composer, and presses Enter, twice if `isDoubled`, like a key that
   * bounces. Returns what stood there before, and before Enter (a Stop may give a message back at any moment); null: the
   * page couldn't be asked in time.
   */
  write(text: string, isDoubled: boolean): Promise<string | null>;
  click(place: Place): Promise<void>;
  goto(url: string): Promise<void>;
  /** False: there is no page to go back to. */
  goBack(): Promise<boolean>;
  reload(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  crash(): Promise<void>;
  close(): Promise<void>;
}

const ANSWER_MS = 4_000;
const OPEN_MS = 10_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function within<T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([work.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}

/** The tab that is in front, for each profile. */
const inFront = new WeakMap<BrowserContext, CDPSession>();

export interface TabEvents {
  onError(text: string): void;
  /** Called with the reasons why a page was not restored from the back-forward cache. */
  onNotRestored(reasons: string[]): void;
}

export async function openTab(
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

  const key = async (): Promise<void> => {
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...enter });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  };

  const tab: BrowserTab = {
    slot,
    isAlive: () => isAlive,
    isFrozen: () => isFrozen,
    look: () => evaluate<Seen>(`typeof see === 'function' ? see() : null`),
    async open() {
      const until = performance.now() + OPEN_MS;
      while (isAlive && performance.now() < until) {
        const seen = await tab.look();
        if (seen?.isThere) return true;
        await evaluate(`window.chat && !window.chat.state.isOpen && window.chat.open(), 0`);
        await pause(60);
      }
      return false;
    },
    async write(text, isDoubled) {
      await toFront();
      const replaced = await evaluate<string>('focusComposer()');
      if (replaced === null) return null;
      const done = async (): Promise<string> => {
        await cdp.send('Input.insertText', { text });
        const written = await evaluate<string>('composerText()');
        await key();
        if (isDoubled) await key();
        return `${replaced}\n${written ?? ''}`;
      };
      return within(ANSWER_MS, done(), null);
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
