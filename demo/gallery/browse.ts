// A browser that looks at the gallery page, for pictures and checks.

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { serveGallery } from './serve.ts';

const CHROMES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface Mode {
  name: string;
  /** Added to the page's address. */
  query: string;
  context: BrowserContextOptions;
}

const desktop = { viewport: { width: 900, height: 800 } };

export const MODES: Mode[] = [
  { name: 'light', query: '', context: desktop },
  { name: 'dark', query: '&theme=dark', context: { ...desktop, colorScheme: 'dark' } },
  { name: 'rtl', query: '&lang=ar', context: desktop },
  {
    name: 'phone',
    query: '',
    context: {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    },
  },
  { name: 'tiny', query: '', context: { viewport: { width: 320, height: 256 } } },
  { name: 'forced', query: '', context: { ...desktop, forcedColors: 'active' } },
];

export interface Gallery {
  /** Shows one state; the page is ready to be looked at. Close its context afterwards. */
  show(state: string, mode: Mode, extra?: string): Promise<Page>;
  close(): Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const server = await serveGallery(0);
  const address = server.resolvedUrls?.local[0];
  let browser: Browser;
  try {
    const executablePath = process.env.CHROME_PATH ?? CHROMES.find((path) => existsSync(path));
    browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  } catch (reason) {
    await server.close();
    throw reason;
  }
  return {
    async show(state, mode, extra = '') {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...mode.context });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(`${state} ${mode.name}: ${error.stack}`));
      await page.goto(`${address}?state=${state}${mode.query}${extra}`);
      await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 30_000 });
      // The markdown engine and fetched parts; the half second before a question may be answered.
      await page.waitForTimeout(state.startsWith('approval') ? 650 : 300);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
