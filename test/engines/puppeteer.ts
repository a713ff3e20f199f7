// The engines that puppeteer-core drives: one process for each set of wishes, and in it a context for each visitor, which
// shares nothing with the others.

import puppeteer, {
  type Browser,
  type Frame,
  type KeyInput,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core';
import { PATIENCE_MS } from '../browser/support/browser.ts';
import { until } from '../browser/support/visitor.ts';
import type { BrowserWishes, Engine, EngineBrowser, Hand } from './hand.ts';
import { pictureAt } from './pictures.ts';

export interface PuppeteerEngine {
  name: string;
  can: Engine['can'];
  /** Null if it can be started here. */
  missing(): string | null;
  options(wishes: BrowserWishes): LaunchOptions;
  /** How a private window is had: a browser with no other windows, or the same as any visitor's. */
  hasPrivateContexts: boolean;
}

export function createPuppeteerEngine(kind: PuppeteerEngine): Engine {
  const running = new Map<string, Promise<Browser>>();
  const notes = new Set<string>();
  let version = '';
  return {
    name: kind.name,
    can: kind.can,
    missing: kind.missing,
    version: () => version,
    note: (text) => void notes.add(text),
    notes: () => [...notes],
    async enter(wishes = {}) {
      const options = kind.options(wishes);
      const key = JSON.stringify(options);
      const starting = running.get(key) ?? launch(options);
      running.set(key, starting);
      const browser = await starting;
      version = `${kind.name} ${(await browser.version()).replace(/^.*\//, '')}`;
      return enter(browser, wishes, kind.hasPrivateContexts);
    },
    async close() {
      for (const starting of running.values()) await (await starting).close();
      running.clear();
    },
  };
}

const launch = (options: LaunchOptions): Promise<Browser> =>
  puppeteer.launch({
    headless: true,
    protocolTimeout: PATIENCE_MS,
    timeout: PATIENCE_MS,
    defaultViewport: { width: 1280, height: 800 },
    ...options,
  });

async function enter(
  browser: Browser,
  { isPrivate = false, isDark = false, isForced = false, hasTouch = false }: BrowserWishes,
  hasPrivateContexts: boolean,
): Promise<EngineBrowser> {
  const isOwn = !isPrivate || hasPrivateContexts;
  const context = isOwn ? await browser.createBrowserContext() : browser.defaultBrowserContext();
  const pages: Page[] = [];
  return {
    async newTab() {
      const page = await context.newPage();
      pages.push(page);
      page.setDefaultTimeout(PATIENCE_MS);
      if (isDark && hasPrivateContexts) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      }
      if (isForced && hasPrivateContexts) {
        const session = await page.createCDPSession();
        const features = [{ name: 'forced-colors', value: 'active' }];
        await session.send('Emulation.setEmulatedMedia', { features });
      }
      // Firefox has it by its preferences.
      const touches = hasTouch && hasPrivateContexts;
      if (touches) await page.setViewport({ width: 1280, height: 800, hasTouch });
      return handOf(page, touches);
    },
    async close() {
      for (const page of pages) await page.close().catch(() => {});
      if (isOwn) await context.close();
    },
  };
}

function handOf(page: Page, hasTouch: boolean): Hand {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error}`));
  const evaluatesIn =
    (where: () => Page | Frame): Hand['run'] =>
    async (play, ...args) =>
      (await where().evaluate(play as (...args: unknown[]) => unknown, ...args)) as never;
  const run = evaluatesIn(() => page);
  const hand: Hand = {
    troubles,
    goto: async (url) => void (await page.goto(url)),
    async back() {
      const before = await run(() => location.href);
      // Not by the driver: it waits for a load, which a page from the back-forward cache never has.
      await run(() => void setTimeout(() => history.back()));
      await until('the page before', async () => {
        const now = await run(() => document.readyState === 'complete' && location.href).catch(
          () => false,
        );
        return now && now !== before;
      });
    },
    run,
    inject: async (script) => void (await page.evaluate(`${script};0`)),
    click: (x, y) => page.mouse.click(x, y),
    tap: (x, y) => page.touchscreen.tap(x, y),
    async wheel(x, y, by) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY: by });
    },
    type: (text) => page.keyboard.type(text),
    async press(key, { shift = false } = {}) {
      if (shift) await page.keyboard.down('Shift');
      await page.keyboard.press(key === 'Space' ? ' ' : (key as KeyInput));
      if (shift) await page.keyboard.up('Shift');
    },
    resize: (width, height) => page.setViewport({ width, height, hasTouch }),
    shoot: async (name) => void (await page.screenshot({ path: (await pictureAt(name)) as never })),
    inFrame: () => ({
      ...hand,
      run: evaluatesIn(() => page.frames()[1] ?? page.mainFrame()),
    }),
    close: () => page.close(),
  };
  return hand;
}
