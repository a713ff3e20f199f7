// Each of the servers of servers.ts through the real gateway into the real chat, in light and dark. What was seen is kept for the table
// of docs/gateway/apps.md (table.ts).

import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createProviderServer,
  type ProviderServer,
} from '../../gateway/test/agents/model/provider-server.ts';
import { launchBrowser } from '../browser/support/browser.ts';
import { openServedApp, type ServedApp } from '../browser/support/served-app.ts';
import { until } from '../browser/support/visitor.ts';
import { shoot } from '../browser/support/world.ts';
import { OUTER } from '../rings.ts';
import { APP_SERVERS, type AppServer } from './servers.ts';
import { install, start } from './start.ts';
import { type Cells, documented, writeRow } from './table.ts';

/** Tab leaves every app after this many stops. */
const MAX_STOPS = 80;

let browser: Browser;
let provider: ProviderServer;
let shown: ServedApp | undefined;

beforeAll(async () => {
  install();
  [browser, provider] = await Promise.all([launchBrowser(), createProviderServer()]);
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
});

it.each(APP_SERVERS)('$name stands in the chat as the table says', OUTER, async (one) => {
  const server = await start(one);
  try {
    const cells: Cells = { ...(await look(one, server, 'light')), themed: '✓' };
    await look(one, server, 'dark');
    writeRow(one.name, cells);
    expect(cells).toEqual(documented(one.name));
  } finally {
    await shown?.close();
    server.close();
  }
});

/** All that one visit shows; the tests of a theme fail here. */
async function look(one: AppServer, server: { url: string }, theme: 'light' | 'dark') {
  const { call } = one;
  const opened = await openServedApp({ browser, provider, server, call, theme });
  shown = opened;
  const { page, app, lines } = opened;
  await seen(one, app);
  const frame = innerOf(page);
  const place = page.locator('.app-place');
  // It has said how high it is, and the chat has followed.
  const sized = await until('the app has its height', async () => {
    const height = (await place.boundingBox())?.height;
    const inner = await frame.evaluate(() => innerHeight);
    return height === inner && height !== 240 ? '✓' : null;
  });
  await shoot(page, `app-server-${one.name}-${theme}`);
  expect(await firstContrast(page, frame), `contrast in ${theme}`).toBeGreaterThan(3);
  if (theme === 'dark') {
    await opened.close();
    return {};
  }

  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/call') && request.method() === 'POST') calls += 1;
  });
  if (one.press !== undefined) {
    const button = app.getByRole('button', { name: one.press });
    // A press on an app that is drawn anew just now is lost.
    await until('the app has called a tool', async () => {
      if (calls === 0) await button.click();
      return calls > 0;
    });
  }
  await page.reload();
  await seen(one, app);
  const isCalling = one.press !== undefined || calls > 0;

  const keyboard = await walk(page);
  const errors = lines.filter(({ type }) => type === 'error' || type === 'uncaught');
  const isOurs = ({ text }: { text: string }) => !one.says?.test(text);
  expect(errors.filter(isOurs)).toEqual([]);
  await opened.close();
  shown = undefined;
  return {
    drawn: '✓',
    sized,
    'calls a tool': one.cannotCall ?? (isCalling ? '✓' : 'calls none'),
    'after a reload': '✓',
    keyboard,
    notes: one.notes ?? '',
  };
}

const seen = ({ shows }: AppServer, app: ServedApp['app']) =>
  app.locator('body').getByText(shows).filter({ visible: true }).first().waitFor();

function innerOf(page: Page): Frame {
  const found = page.frames().findLast((frame) => frame.url() === 'about:srcdoc');
  if (!found) throw new Error('There is no app.');
  return found;
}

/** In from the app's own button and out at the other end, by Tab alone. */
async function walk(page: Page): Promise<string> {
  const isIn = () =>
    page
      .locator('.app iframe')
      .evaluate((it) => (it.getRootNode() as ShadowRoot).activeElement === it);
  await page.locator('.app-bar .icon-button').focus();
  await page.keyboard.press('Tab');
  if (!(await isIn())) return 'not reached';
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (!(await isIn())) return '✓';
  }
  return 'not left';
}

/** Of the first text in sight, mostly a heading, on its own ground or the chat's. */
async function firstContrast(page: Page, frame: Frame): Promise<number> {
  const ground = await page
    .locator('.app-place')
    .evaluate((it) => getComputedStyle(it).backgroundColor);
  return frame.evaluate((ground) => {
    const partsOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = partsOf(color).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (from: Element): string | null => {
      for (let at: Element | null = from; at !== null; at = at.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        if (backgroundImage !== 'none' || !backgroundColor.startsWith('rgb')) return null;
        const [, , , alpha = 1] = partsOf(backgroundColor);
        if (alpha === 1) return backgroundColor;
        if (alpha > 0) return null;
      }
      return ground;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (element === null || texts.currentNode.nodeValue?.trim() === '') continue;
      const { color, opacity, visibility } = getComputedStyle(element);
      const below = groundOf(element);
      const isSeen = element.checkVisibility?.({ opacityProperty: true }) !== false;
      if (!isSeen || below === null || opacity !== '1' || visibility !== 'visible') continue;
      if (!color.startsWith('rgb(') || element.closest('svg, option, :disabled')) continue;
      const [dark = 0, light = 0] = [luminance(color), luminance(below)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    }
    return 21;
  }, ground);
}
