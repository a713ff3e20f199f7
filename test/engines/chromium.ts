// Chromium, as a column to compare the others with: most of its tests stand in test/browser.

import type { LaunchOptions } from 'puppeteer-core';
import { findBrowser } from '../browser/support/browser.ts';
import type { Engine } from './hand.ts';
import { createPuppeteerEngine } from './puppeteer.ts';

/** @param launch what is to be different, such as the screen on which it draws. */
export const createChromium = (launch: LaunchOptions = {}): Engine =>
  createPuppeteerEngine({
    name: 'Chromium',
    can: ['isPrivate', 'isDark', 'isForced', 'hasTouch', 'blocksThirdParties'],
    // A context is a window of the incognito kind.
    hasPrivateContexts: true,
    missing() {
      try {
        findBrowser();
        return null;
      } catch (error) {
        return String(error);
      }
    },
    options: ({ blocksThirdParties }) => ({
      ...launch,
      browser: 'chrome',
      executablePath: findBrowser(),
      // Tests drive pages that puppeteer would otherwise keep out of the back-forward cache.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-sync',
        ...(blocksThirdParties ? ['--test-third-party-cookie-phaseout'] : []),
        ...(launch.args ?? []),
      ],
    }),
  });
