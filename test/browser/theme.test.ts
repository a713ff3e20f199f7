// A theme as one object, on a page that is made with the npm package: what it changes, and when it changes. With
// DRAW_THEMES=1 it draws the pictures of docs/how-to/theming.md.

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chat, Theme } from '../../src/index.ts';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until } from './support/visitor.ts';
import { createWorld, recordConsole, type World } from './support/world.ts';

const ASSETS = join(import.meta.dirname, '../../docs/assets');
const SAID = 'We are open **from nine to six**, and until eight on Thursdays.';

let browser: Browser;
let world: World;
beforeAll(async () => {
  browser = await launchBrowser();
  world = await createWorld(await startOtherGateway([[{ say: SAID }]]));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** A page whose chat has this theme, with an answer in it. */
async function visit(theme: Theme): Promise<Page> {
  world.put(
    '/',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>
<script type="module">
  import { createBellhop } from '${world.cdn}/npm/index.js';
  window.chat = createBellhop({ gateway: '${world.gateway.url}', session: '/session', title: 'Ask us', history: 'none', theme: ${JSON.stringify(theme)} });
  chat.open();
</script></body></html>`,
  );
  const page = await browser.newPage({ viewport: { width: 900, height: 620 } });
  const lines = recordConsole(page);
  await page.goto(`${world.site}/`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('When are you open?');
  await field.press('Enter');
  await page.getByRole('log').getByText('from nine to six').waitFor();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
  return page;
}

/** A property of the panel as it is drawn. */
const drawn = (page: Page, property: string): Promise<string> =>
  page
    .locator('bellhop-host [part~=panel]')
    .first()
    .evaluate((panel, name) => getComputedStyle(panel).getPropertyValue(name), property);

const THEMES: readonly [name: string, theme: Theme][] = [
  ['color', { color: '#7a3e9d' }],
  ['radius', { radius: 4 }],
  ['density', { density: 'compact' }],
  ['type', { font: 'Georgia, serif', size: 18 }],
  ['light', { light: { canvas: '#fff8ee', tint: '#ffe3bd' }, dark: { canvas: '#241a0e' } }],
  [
    'dark',
    {
      scheme: 'dark',
      dark: {
        canvas: '#241a0e',
        raised: '#33261a',
        sunken: '#1a130a',
        tint: '#4a3312',
        line: '#4a3a24',
      },
    },
  ],
];

describe('a theme as one object', () => {
  it('sets corners, type and the colours of both schemes, and gives way to the next', async () => {
    const theme: Theme = {
      radius: 4,
      size: 18,
      light: { canvas: '#fff8ee' },
      dark: { canvas: '#241a0e' },
    };
    const page = await visit(theme);
    expect(await drawn(page, 'border-top-left-radius')).toBe('4px');
    expect(await drawn(page, 'background-color')).toBe('rgb(255, 248, 238)');
    await page.evaluate(
      (dark) => (window as unknown as { chat: Chat }).chat.configure({ theme: dark }),
      { ...theme, scheme: 'dark' as const },
    );
    await until('dark', async () => (await drawn(page, 'background-color')) === 'rgb(36, 26, 14)');
    await page.evaluate('chat.configure({ theme: { radius: 12, scheme: "light" } })');
    await until('12', async () => (await drawn(page, 'border-top-left-radius')) === '12px');
    await until(
      'light',
      async () => (await drawn(page, 'background-color')) === 'rgb(251, 253, 254)',
    );
    await page.close();
  });

  it.runIf(process.env.DRAW_THEMES)('has a picture for each part of it', async () => {
    for (const [name, theme] of THEMES) {
      const page = await visit(theme);
      const box = await page.getByRole('dialog').boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      const clip = { x: x - 16, y: y - 16, width: width + 32, height: height + 32 };
      await page.screenshot({ path: join(ASSETS, `theme-${name}.png`), clip });
      await page.close();
    }
  });
});
