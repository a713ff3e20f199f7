// The fields of a site's look in a real browser: in the dark, on a phone, and with a value that the chat doesn't take.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { shoot } from './support/world.ts';

let browser: Browser;
let desk: DeskServer;

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});

const colorsOf = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((field) => {
    const probe = document.createElement('i');
    document.body.append(probe);
    const colorOf = (name: string) => {
      probe.style.color = `var(--b-${name})`;
      return getComputedStyle(probe).color;
    };
    const [danger, muted] = [colorOf('danger'), colorOf('muted')];
    probe.remove();
    return {
      danger,
      muted,
      border: getComputedStyle(field).borderTopColor,
      placeholder: getComputedStyle(field, '::placeholder').color,
    };
  });

it('tell a wrong value by its border, and the usual one legibly, in both schemes and on a phone', async () => {
  const { client_id: id = '' } = await desk.admin('POST', '/admin/sites', { name: 'Lamps' });
  const { page, context, faults } = await openDeskPage(browser, desk);
  await signInAt(page, `${desk.url}/desk/sites/${id}/look`);
  await page.locator('summary', { hasText: 'Corners, type and single colours' }).click();
  await page.locator('[id="look-light.ink"]').fill('nonsense');
  await page.getByText('The widget doesn’t take this value.').waitFor();
  await page.locator('#look-font').focus();
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    const wrong = await colorsOf(page, 'look-light.ink');
    const right = await colorsOf(page, 'look-light.muted');
    expect(wrong.border).toBe(wrong.danger);
    expect(right.border).not.toBe(right.danger);
    expect(right.placeholder).toBe(right.muted);
    await page.locator('[id="look-light.ink"]').scrollIntoViewIfNeeded();
    await shoot(page, `desk-look-${width}`);
    expect([width, await violationsIn(page)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect(faults).toEqual([]);
  await context.close();
});
