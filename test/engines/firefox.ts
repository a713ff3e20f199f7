// Firefox, driven over WebDriver BiDi by puppeteer-core. FIREFOX_PATH names another one than Debian's.

import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { PATIENCE_MS } from '../browser/support/browser.ts';
import type { BrowserWishes, Engine, EngineBrowser, Hand } from './hand.ts';
import { pictureAt } from './pictures.ts';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

const findFirefox = (): string | undefined =>
  [process.env.FIREFOX_PATH, ...PLACES].find((path) => path && existsSync(path));

export function createFirefox(): Engine {
  /** One process for each set of preferences. Visitors get a context of their own in it, which shares nothing. */
  const running = new Map<string, Promise<Browser>>();
  return {
    name: 'Firefox',
    can: ['isPrivate', 'isDark'],
    missing: () =>
      findFirefox() === undefined
        ? 'Firefox is not installed. Install firefox-esr, or set FIREFOX_PATH.'
        : null,
    async enter(wishes = {}) {
      const prefs = preferencesOf(wishes);
      const key = JSON.stringify(prefs);
      const starting = running.get(key) ?? launch(prefs);
      running.set(key, starting);
      return enter(await starting, wishes);
    },
    async close() {
      for (const starting of running.values()) await (await starting).close();
      running.clear();
    },
  };
}

function launch(prefs: Record<string, unknown>): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: prefs,
    protocolTimeout: PATIENCE_MS,
    timeout: PATIENCE_MS,
    defaultViewport: { width: 1280, height: 800 },
  });
}

function preferencesOf(wishes: BrowserWishes): Record<string, unknown> {
  return {
    ...(wishes.isPrivate && { 'browser.privatebrowsing.autostart': true }),
    // 0: dark, 1: light.
    'layout.css.prefers-color-scheme.content-override': wishes.isDark ? 0 : 1,
    // Without a profile's history a page asks for nothing of its own.
    'browser.translations.enable': false,
  };
}

async function enter(browser: Browser, wishes: BrowserWishes): Promise<EngineBrowser> {
  // A context is a container, which a private window has none of.
  const context = wishes.isPrivate
    ? browser.defaultBrowserContext()
    : await browser.createBrowserContext();
  const pages: Page[] = [];
  return {
    async newTab() {
      const page = await context.newPage();
      pages.push(page);
      return handOf(page);
    },
    async close() {
      for (const page of pages) await page.close().catch(() => {});
      if (!wishes.isPrivate) await context.close();
    },
  };
}

function handOf(page: Page): Hand {
  page.setDefaultTimeout(PATIENCE_MS);
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error}`));
  return {
    troubles,
    goto: async (url) => void (await page.goto(url)),
    run: async (play, ...args) =>
      (await page.evaluate(play as (...args: unknown[]) => unknown, ...args)) as never,
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(key, { shift = false } = {}) {
      if (shift) await page.keyboard.down('Shift');
      await page.keyboard.press(key as KeyInput);
      if (shift) await page.keyboard.up('Shift');
    },
    resize: (width, height) => page.setViewport({ width, height }),
    shoot: async (name) => void (await page.screenshot({ path: (await pictureAt(name)) as never })),
    close: () => page.close(),
  };
}
