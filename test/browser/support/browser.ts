// A real Chromium, wherever this machine has one.

import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const PLACES = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
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

/** How Chromium is started for tests. */
export const launchOptions = (): LaunchOptions => ({
  executablePath: findBrowser(),
  headless: true,
  args: QUIET,
  timeout: PATIENCE_MS,
});

/** Where `one-browser.ts` has started a Chromium for all files of a run: its address. */
export const ENDPOINT = 'BELLHOP_TEST_BROWSER';

/** A connection to the run's one Chromium, where there is one; `close` then ends this connection's pages alone. */
export async function launchBrowser(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  const browser =
    endpoint === undefined
      ? await chromium.launch(launchOptions())
      : await chromium.connect(endpoint, { timeout: PATIENCE_MS });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
