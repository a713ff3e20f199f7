// Chromium, as a column to compare the others with: most of its tests stand in test/browser.

import { findBrowser } from '../browser/support/browser.ts';
import type { Engine } from './hand.ts';
import { createPuppeteerEngine } from './puppeteer.ts';

export const createChromium = (): Engine =>
  createPuppeteerEngine({
    name: 'Chromium',
    can: ['isPrivate', 'isDark', 'blocksThirdParties'],
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
      ],
    }),
  });
