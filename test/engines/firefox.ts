// Firefox, driven over WebDriver BiDi. FIREFOX_PATH names another one than Debian's.

import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'puppeteer-core';
import type { BrowserWishes, Engine } from './hand.ts';
import { createPuppeteerEngine } from './puppeteer.ts';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX_PATH, ...PLACES].find((path) => path && existsSync(path));

/** @param launch what is to be different, such as the screen on which it draws. */
export const createFirefox = (launch: LaunchOptions = {}): Engine =>
  createPuppeteerEngine({
    name: 'Firefox',
    can: ['isPrivate', 'isDark', 'isForced', 'hasTouch', 'blocksThirdParties'],
    // A context is a container, which a private window has none of.
    hasPrivateContexts: false,
    missing: () =>
      findFirefox() === undefined
        ? 'Firefox is not installed. Install firefox-esr, or set FIREFOX_PATH.'
        : null,
    options: (wishes) => ({
      browser: 'firefox',
      executablePath: findFirefox() ?? '',
      extraPrefsFirefox: preferencesOf(wishes),
      ...launch,
    }),
  });

function preferencesOf(wishes: BrowserWishes): Record<string, unknown> {
  return {
    ...(wishes.isPrivate && { 'browser.privatebrowsing.autostart': true }),
    // 1: all cookies and storage of third parties are refused.
    ...(wishes.blocksThirdParties && { 'network.cookie.cookieBehavior': 1 }),
    // 0: dark, 1: light.
    'layout.css.prefers-color-scheme.content-override': wishes.isDark ? 0 : 1,
    // 2: the visitor's own colours always.
    ...(wishes.isForced && { 'browser.display.document_color_use': 2 }),
    // 1: one pointer, coarse, which doesn't hover.
    ...(wishes.hasTouch && {
      'dom.w3c_touch_events.enabled': 1,
      'ui.primaryPointerCapabilities': 1,
      'ui.allPointerCapabilities': 1,
    }),
    // Without a profile's history a page asks for nothing of its own.
    'browser.translations.enable': false,
  };
}
