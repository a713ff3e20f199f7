// Pages whose root is what fixed elements stand in, by a transform or the like: the chat stays in the window all the same.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import {
  createWorld,
  pageHtml,
  recordConsole,
  recordRequests,
  type World,
} from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  world = await createWorld(
    await startReferenceGateway({
      script: [[{ call: [{ name: 'buy', input: { lamp: 1 } }] }, { say: 'It is bought.' }]],
    }),
  );
});
afterEach(async () => {
  await context.close();
  await world.close();
});

const BODY = `<button id="ask" onclick="document.querySelector('#own').showModal()">Ask</button>
  <dialog id="own"><button id="inside">Inside</button></dialog><p style="height:3000px">A long page</p>
  <script>(window.bellhop ||= []).push((chat) => chat.registerTool({ name: 'buy', title: 'Buy', description: 'Buys.',
    annotations: { readOnlyHint: false }, execute: () => { window.bought = true; return 'done'; } }));</script>`;

async function visit(css: string, size = { width: 1000, height: 800 }, body = BODY): Promise<void> {
  context = await browser.newContext({ viewport: size });
  page = await context.newPage();
  visitor = visitorOf(page);
  world.put('/', pageHtml(world, {}, body, `<style>${css}</style>`));
  await page.goto(`${world.site}/`);
}

async function isInWindow(part: 'launcher' | 'panel'): Promise<boolean> {
  const box = await visitor[part].boundingBox();
  const size = page.viewportSize();
  if (!box || !size) return false;
  return (
    box.x >= -1 &&
    box.y >= -1 &&
    box.x + box.width <= size.width + 1 &&
    box.y + box.height <= size.height + 1
  );
}

describe('the chat stays in the window where the page has', () => {
  it.each(['html { transform: translateZ(0) }'])('%s', stays);
  it.each([
    'html { will-change: transform }',
    'html { perspective: 800px }',
    'html { contain: paint }',
    'html { contain: layout }',
    'html { content-visibility: auto }',
    'html { rotate: 0deg; translate: 0 }',
    'html { scale: 1.0 }',
    'html { transform-style: preserve-3d }',
    'html { zoom: 1.25; transform: scale(1) }',
  ])('%s', OUTER, stays);

  async function stays(css: string): Promise<void> {
    await visit(css);
    await until('the launcher in the window', () => isInWindow('launcher'));
    await page.mouse.wheel(0, 1_500);
    await until('the page to have scrolled', () => page.evaluate('scrollY > 500'));
    expect(await isInWindow('launcher')).toBe(true);
    await visitor.open();
    await until('the panel in the window', () => isInWindow('panel'));
    await visitor.write('Buy it');
    await visitor.answer('yes');
    await visitor.log.getByText('It is bought.').waitFor();
    expect(await page.evaluate('window.bought')).toBe(true);
  }

  it('such a root, on a phone', async () => {
    await visit('html { transform: translateZ(0) }', { width: 390, height: 844 });
    await until('the launcher in the window', () => isInWindow('launcher'));
    await visitor.open();
    await until('the panel in the window', () => isInWindow('panel'));
  });

  it('such a root from a moment on, as pages that slide have it', async () => {
    await visit('');
    await visitor.launcher.waitFor();
    await page.evaluate(() => {
      document.documentElement.style.transform = 'translateX(0)';
    });
    await until('the launcher in the window', () => isInWindow('launcher'));
  });

  it('such a root, and replaces its body with all that is in it', async () => {
    await visit('html { transform: translateZ(0) }');
    await until('the launcher in the window', () => isInWindow('launcher'));
    await page.evaluate(() => {
      document.documentElement.innerHTML =
        '<head></head><body><p style="height:3000px">Anew</p></body>';
    });
    await until('the launcher in the window', () => isInWindow('launcher'));
    await page.mouse.wheel(0, 1_500);
    await until('the page to have scrolled', () => page.evaluate('scrollY > 500'));
    expect(await isInWindow('launcher')).toBe(true);
  });

  it('such a root, and a modal of the page lies over it', async () => {
    await visit(
      'html { transform: translateZ(0) } #own { position: fixed; inset: auto 30px 30px auto }',
    );
    await until('the launcher in the window', () => isInWindow('launcher'));
    await page.locator('#ask').click();
    const box = await visitor.launcher.boundingBox();
    const isModalOnTop = await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('#own') !== null,
      [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20],
    );
    expect(isModalOnTop).toBe(true);
  });
});

it('a browser that has no popovers says in one line what the page can do', async () => {
  await visit('');
  await context.addInitScript(() => {
    for (const name of ['showPopover', 'popover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  const lines = recordConsole(page);
  world.put('/', pageHtml(world, {}, BODY, '<style>html { transform: translateZ(0) }</style>'));
  await page.goto(`${world.site}/`);
  await until('the console to say it', () =>
    lines.some(({ text }) => text.includes('Put that style on the body')),
  );
  await visitor.openByScript();
  await visitor.write('Buy it');
  await visitor.yes.waitFor();
  expect(lines.filter(({ text }) => text.includes('Put that style'))).toHaveLength(1);
});

it('a page whose root is like any other is asked for nothing, and its top layer stays its own', async () => {
  await visit('html { filter: grayscale(0) } body { transform: translateZ(0) }');
  const requests = recordRequests(context);
  const lines = recordConsole(page);
  await visitor.launcher.waitFor();
  await page.waitForTimeout(500);
  expect(requests.filter((line) => !line.endsWith('bellhop.js'))).toEqual([]);
  expect(await page.locator('bellhop-host[popover]').count()).toBe(0);
  expect(lines).toEqual([]);
});
