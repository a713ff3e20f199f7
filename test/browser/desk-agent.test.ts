// The page of one agent in a real browser: what is typed and not saved comes back, and its parts stand beside the try-out.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});
beforeEach(async () => {
  ({ context, page, faults } = await openDeskPage(browser, desk));
});
afterEach(() => context.close());

async function openAgent(name: string): Promise<string> {
  const { agent_id = '' } = await desk.admin('POST', '/admin/agents', {
    name,
    instructions: 'You sell lamps.',
  });
  await signInAt(page, `${desk.url}/desk/agents/${agent_id}`);
  return agent_id;
}

describe('the page of an agent', OUTER, () => {
  it('keeps what was typed and not saved, offers it again, and goes back to what is saved at a press', async () => {
    const id = await openAgent('Keeper');
    const instructions = page.getByLabel('Instructions');
    await instructions.fill('You sell lamps, and a little more.');
    await page.getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('heading', { name: 'Sites' }).waitFor();
    await page.goto(`${desk.url}/desk/agents/${id}`);
    await page.getByText('What you typed here and didn’t save is in the fields again.').waitFor();
    expect(await instructions.inputValue()).toBe('You sell lamps, and a little more.');
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByText('Has a draft').waitFor();
    await page.reload();
    await instructions.waitFor();
    expect(await page.getByText('What you typed here').count()).toBe(0);

    await instructions.fill('Something else.');
    await page.reload();
    await page.getByRole('button', { name: 'Back to what is saved' }).click();
    await page.getByText('What you typed here').waitFor({ state: 'detached' });
    expect(await instructions.inputValue()).toBe('You sell lamps, and a little more.');
    await page.reload();
    await instructions.waitFor();
    expect(await page.getByText('What you typed here').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
