// A browser that looks at the gallery page, for pictures and checks.

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { serveBuiltGallery } from './serve.ts';

const CHROMES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** What takes this long is stuck, on the busiest machine too. */
const STUCK_MS = 300_000;

export interface Mode {
  name: string;
  /** Added to the page's address. */
  query: string;
  context: BrowserContextOptions;
}

const desktop = { viewport: { width: 900, height: 800 } };

/** The first is the default look, in which the trees are approved. */
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
  /** Shows one state; the page is ready to be looked at, and is the caller's until it is released. */
  show(state: string, mode: Mode, extra?: string): Promise<Page>;
  /** The page may show another state of the same mode. Close its context instead if it was changed. */
  release(page: Page): void;
  close(): Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const server = await serveBuiltGallery();
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

  const idle = new Map<Mode, Page[]>();
  const modeOf = new WeakMap<Page, Mode>();
  async function takePage(mode: Mode): Promise<Page> {
    const known = idle.get(mode)?.pop();
    if (known) return known;
    const context = await browser.newContext({ reducedMotion: 'reduce', ...mode.context });
    context.setDefaultTimeout(STUCK_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${page.url()}: ${error.stack}`));
    modeOf.set(page, mode);
    return page;
  }

  return {
    async show(state, mode, extra = '') {
      const page = await takePage(mode);
      await page.goto(`${server.address}?state=${state}${mode.query}${extra}`);
      await page.waitForSelector('html[data-ready]', { state: 'attached' });
      return page;
    },
    release(page) {
      const mode = modeOf.get(page);
      if (mode) idle.set(mode, [...(idle.get(mode) ?? []), page]);
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Does `work` for each item, two at a time: as many as the smallest machine has cores. */
export async function inPairs<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}
