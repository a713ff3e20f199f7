// The browser of a device of 1 GB: its mode for those, one process for pages, a small heap.

import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../test/browser/support/browser.ts';

export function launchPoorBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--enable-low-end-device-mode',
      '--renderer-process-limit=1',
      '--js-flags=--max-old-space-size=128',
    ],
  });
}
