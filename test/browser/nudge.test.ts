// A nudge: a small bubble of the owner's beside the launcher. It asks no gateway, is seen once, and is in nobody's way.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordRequests, shoot, type World } from './support/world.ts';

const TEXT = 'Which size fits you? Ask me.';
/** The page's own call, as early as it may be. */
const asks = (how: object) =>
  `<script>(window.bellhop ||= []).push((chat) => { chat.nudge(${JSON.stringify(TEXT)}, ${JSON.stringify(how)}); });</script>`;

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  world = await createWorld(await startReferenceGateway({ script: [] }));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
afterEach(() => context.close());

async function visit(head: string, body = '', attributes: Record<string, string> = {}) {
  context = await browser.newContext();
  page = await context.newPage();
  world.put('/', pageHtml(world, attributes, body, head));
  const requests = recordRequests(context);
  await page.goto(`${world.site}/`);
  return requests;
}

const bubble = () => page.getByRole('button', { name: TEXT });

describe('a nudge', () => {
  it('stands beside the launcher without a request to the gateway, opens the chat, and is seen once', async () => {
    const requests = await visit(asks({ afterMs: 0 }));
    await bubble().waitFor();
    await page.getByRole('status').getByText(TEXT).waitFor({ state: 'attached' });
    await shoot(page, 'nudge');
    const open = await bubble().boundingBox();
    const launcher = await visitorOf(page).launcher.boundingBox();
    expect((open?.y ?? 0) + (open?.height ?? 0)).toBeLessThanOrEqual(launcher?.y ?? 0);
    expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([]);
    expect(requests.some((one) => one.includes(world.gateway.url))).toBe(false);
    await bubble().click();
    await visitorOf(page).composer.waitFor();
    expect(await bubble().count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await visitorOf(page).launcher.waitFor();
    await page.waitForLoadState('networkidle');
    expect(await bubble().count()).toBe(0);
  });

  it('has nothing fetched for the owner’s attribute on the pages after the one on which it was seen', async () => {
    const requests = await visit('', '', { 'data-nudge': TEXT });
    await bubble().waitFor();
    const engine = () => requests.filter((one) => /\/bellhop\/panel-/.test(one)).length;
    expect(engine()).toBe(1);
    await page.reload();
    await visitorOf(page).launcher.waitFor();
    await page.waitForLoadState('networkidle');
    expect(engine()).toBe(1);
    expect(await bubble().count()).toBe(0);
  });

  it('goes by its button and by Escape, and gives the focus to the launcher', OUTER, async () => {
    await visit('', '', { 'data-nudge': TEXT });
    await bubble().waitFor();
    await page.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await bubble().waitFor({ state: 'detached' });
    expect(
      await page
        .locator('bellhop-host')
        .evaluate((host) => host.shadowRoot?.activeElement?.part.contains('launcher')),
    ).toBe(true);
  });

  it('never lies over what has the focus, and waits on other paths', OUTER, async () => {
    const field =
      '<input id="code" autofocus style="position:fixed;right:40px;bottom:90px;width:200px">';
    await visit(asks({ afterMs: 0, onPath: '/size/*' }), field);
    await page.locator('#code').focus();
    await visitorOf(page).launcher.waitFor();
    await page.evaluate(() => history.pushState(null, '', '/size/42'));
    await page.waitForLoadState('networkidle');
    expect(await bubble().count()).toBe(0);
    await page.locator('#code').evaluate((input) => input.blur());
    await bubble().waitFor();
    await page.locator('#code').focus();
    await until('it to be gone', async () => (await bubble().count()) === 0);
  });
});
