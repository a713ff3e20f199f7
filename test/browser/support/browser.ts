// A real Chromium, wherever this machine has one.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const DEBIAN = '/usr/bin/chromium';
const PLACES = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  DEBIAN,
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** CHROME_PATH, an installed Chrome or Chromium, else Playwright's own. */
export function findBrowser(): string {
  const named = process.env.CHROME_PATH;
  const found = [named, ...PLACES, chromium.executablePath()].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
  if (found === undefined) throw new Error('No browser found. Set CHROME_PATH to a Chrome.');
  return found;
}

/**
 * How long any wait may take. No test is about speed: one that waits this long is stuck, on the busiest machine too.
 * Vitest's own limit is a minute longer, so that the report names what was waited for.
 */
export const PATIENCE_MS = 300_000;

/**
 * How long one press or look at a page may take. Where nothing moves, the headless shell may draw no frame, and a press that waits for its
 * button to stand still would wait for ever: it fails after this long, and is tried again with its test.
 */
const ACTION_MS = 60_000;

/**
 * Debian's Chromium without its windows, menus and tabs: the same engine. A test of a page takes half the processor time in it, since
 * no window is drawn around each new context.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** @param isWhole the browser as people have it, for what is measured; otherwise the headless shell where it is installed. */
export async function launchBrowser({ isWhole = false } = {}): Promise<Browser> {
  // A browser that somebody names is the one to test.
  const isShell = !isWhole && [undefined, '', DEBIAN].includes(process.env.CHROME_PATH);
  const browser = await chromium.launch({
    executablePath: isShell && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser(),
    headless: true,
    args: QUIET,
    timeout: PATIENCE_MS,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(ACTION_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
