// A browser that looks at the gallery page, for pictures and checks.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../browser/support/browser.ts';
import { serveBuiltGallery } from './serve.ts';
import { STATES } from './states.ts';

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

/** Of every product. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#a9c7b8" d="M0 0h8v8H0z"/><path fill="#35605a" d="M2 2l1-.5h2L6 2l1 2-1 .5V7H2V4.5L1 4z"/></svg>';

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
    browser = await launchBrowser();
  } catch (reason) {
    await server.close();
    throw reason;
  }

  const idle = new Map<Mode, Page[]>();
  const modeOf = new WeakMap<Page, Mode>();
  /** The query with which a page was opened, as long as nothing of its last state stays in it. */
  const openedWith = new WeakMap<Page, string>();
  async function takePage(mode: Mode): Promise<Page> {
    const known = idle.get(mode)?.pop();
    if (known) return known;
    const context = await browser.newContext({ reducedMotion: 'reduce', ...mode.context });
    await context.route('https://pictures.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    );
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${page.url()}: ${error.stack}`));
    modeOf.set(page, mode);
    return page;
  }

  return {
    async show(state, mode, extra = '') {
      const page = await takePage(mode);
      const query = `${mode.query}${extra}`;
      if (openedWith.get(page) === query) {
        await page.evaluate((name) => window.gallery.show(name), state);
      } else {
        await page.goto(`${server.address}?state=${state}${query}`);
        await page.waitForSelector('html[data-ready]', { state: 'attached' });
        openedWith.set(page, query);
      }
      // Its recognizer stays in the document.
      if (STATES.some(({ name, speaks }) => name === state && speaks)) openedWith.delete(page);
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
