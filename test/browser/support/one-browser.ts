// Starts one Chromium for all browser tests of a run: starting one takes longer than most tests do. Each file has contexts of
// its own in it, which share nothing.

import { chromium } from 'playwright-core';
import { ENDPOINT, launchOptions } from './browser.ts';

/** Called by Vitest before the first file of the project. @returns what ends the browser after the last one. */
export default async function startBrowser(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions());
  process.env[ENDPOINT] = server.wsEndpoint();
  return () => server.close();
}
