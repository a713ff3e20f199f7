// Style sheets of pages that mean every element: none reaches the chat's own element, or through it.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let plain: Styles;

beforeAll(async () => {
  browser = await launchBrowser();
  world = await createWorld(await startReferenceGateway({ script: [[{ say: 'An answer.' }]] }));
  context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  plain = await look('');
});
afterAll(async () => {
  await world?.close();
  await browser?.close();
});

type Styles = Record<string, string>;

/** Runs in the page: the computed styles of the launcher and of what stands in the panel from the beginning. */
function readStyles(): Styles {
  const root = document.querySelector('bellhop-host')?.shadowRoot;
  const found: Styles = {};
  for (const part of ['[part=launcher]', '.panel', '.title', '.icon-button', 'textarea', '.send']) {
    const element = root?.querySelector(part);
    if (!element) throw new Error(`${part} is missing.`);
    const styles = getComputedStyle(element);
    for (const name of styles) {
      // The scheme passes, and so does what the visitor's spacing is.
      if (!/^(--|animation|transition|color-scheme)/.test(name))
        found[`${part} ${name}`] = styles.getPropertyValue(name);
    }
    const selected = getComputedStyle(element, '::selection');
    // The text of the launcher, a button, can't be selected.
    const isSelectable = part !== '[part=launcher]';
    for (const name of isSelectable ? ['color', 'background-color', 'text-shadow'] : [])
      found[`${part} selected ${name}`] = selected.getPropertyValue(name);
    const { x, y, width, height } = element.getBoundingClientRect();
    found[`${part} place`] = [x, y, width, height].map(Math.round).join(' ');
  }
  return found;
}

async function look(css: string): Promise<Styles> {
  const page: Page = await context.newPage();
  try {
    world.put('/', pageHtml(world, {}, '', `<style>${css}</style>`));
    await page.goto(`${world.site}/`);
    const visitor = visitorOf(page);
    await visitor.launcher.waitFor();
    await visitor.open();
    await page.waitForTimeout(400);
    return await page.evaluate(readStyles);
  } finally {
    await page.close();
  }
}

const SHEETS = [
  '::selection { background: transparent !important; color: red; text-shadow: 0 0 9px red }',
  ':empty { display: none }',
  ':empty { display: none !important }',
  'html > *:not(head):not(body) { display: none }',
  'html > *:not(head):not(body) { display: none !important; visibility: hidden !important }',
  '* { text-transform: uppercase !important; cursor: none !important }',
  '* { visibility: hidden; opacity: 0.2 !important; filter: blur(9px) !important; transform: scale(2) !important }',
  '* { pointer-events: none !important; user-select: none !important; position: static !important; float: left !important }',
  '* { font-family: serif !important; font-style: italic !important; color: red !important; text-indent: -999px !important; text-align: right !important }',
  '* { white-space: nowrap !important; word-break: break-all !important; text-shadow: 0 0 9px red !important; hyphens: auto !important }',
  '* { animation: none !important; contain: style !important; columns: 2 !important; mix-blend-mode: multiply !important }',
  'html > *, body ~ * { position: absolute !important; left: -9999px !important; clip-path: inset(100%) !important; zoom: 3 !important }',
  '* { writing-mode: vertical-rl !important; list-style: square !important; -webkit-text-fill-color: red !important; tab-size: 1 }',
  'bellhop-host { all: unset !important; display: none !important }',
];

describe('the chat looks as without it beside', () => {
  const [first = '', ...others] = SHEETS;
  it('all sheets at once', () => looksPlain(SHEETS.join('\n')));
  it.each([first])('%s', looksPlain);
  it.each(others)('%s', OUTER, looksPlain);

  async function looksPlain(css: string): Promise<void> {
    const found = await look(css);
    const names = Object.keys({ ...plain, ...found });
    const differing = names.filter((name) => found[name] !== plain[name]);
    expect(differing.map((name) => `${name}: ${found[name]}, not ${plain[name]}`)).toEqual([]);
  }
});

it('the launcher is hidden where the page’s script wants it, whatever a sheet says', async () => {
  const page = await context.newPage();
  world.put('/', pageHtml(world, {}, '', '<style>* { display: block !important }</style>'));
  await page.goto(`${world.site}/`);
  const { launcher } = visitorOf(page);
  await launcher.waitFor();
  await visitorOf(page).open();
  await page.evaluate('bellhop.get().hide()');
  await launcher.waitFor({ state: 'hidden' });
  await page.evaluate('bellhop.get().show()');
  await launcher.waitFor();
  await page.close();
});

it('a visitor’s own text spacing arrives', async () => {
  const found = await look(
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  );
  expect(found['.title letter-spacing']).not.toBe('normal');
  expect(found['.send word-spacing']).not.toBe('0px');
});
