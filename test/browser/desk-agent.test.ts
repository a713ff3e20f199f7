// The page of one agent in a real browser: what is typed and not saved comes back, and its parts stand beside the try-out.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
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
    const speaks = page.getByRole('radio', { name: 'How it speaks' });
    await speaks.check();
    await instructions.fill('You sell lamps, and a little more.');
    await page.getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('heading', { name: 'Sites' }).waitFor();
    await page.goto(`${desk.url}/desk/agents/${id}`);
    await speaks.check();
    await page.getByText('What you typed here and didn’t save is in the fields again.').waitFor();
    expect(await instructions.inputValue()).toBe('You sell lamps, and a little more.');
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByText('Has a draft').waitFor();
    await page.reload();
    await speaks.check();
    await instructions.waitFor();
    expect(await page.getByText('What you typed here').count()).toBe(0);

    await instructions.fill('Something else.');
    await page.reload();
    await page.getByRole('button', { name: 'Back to what is saved' }).click();
    await page.getByText('What you typed here').waitFor({ state: 'detached' });
    expect(await instructions.inputValue()).toBe('You sell lamps, and a little more.');
    await page.reload();
    await speaks.check();
    await instructions.waitFor();
    expect(await page.getByText('What you typed here').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says of a new server what is still missing, and takes a server away with all that it said', async () => {
    const id = await openAgent('Served');
    await page.getByRole('radio', { name: 'What it may do' }).check();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: 'Add a server' }).click();
    const [orders, other] = [1, 2].map((n) => page.getByRole('group', { name: `Server ${n}` }));
    if (!orders || !other) throw new Error('There are two rows.');
    await other.getByLabel('Name', { exact: true }).fill('other');
    await orders.getByLabel('Name', { exact: true }).fill('orders');
    await orders.getByLabel('Address').fill('https://shop.example/mcp');
    const save = page.getByRole('button', { name: 'Save as a draft' });
    await save.click();
    // The browser's own words, at the field that is empty; nothing was sent.
    const tools = orders.getByLabel('Tools that it may use');
    expect(await tools.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(faults).toEqual([]);
    await tools.fill('*');
    await page.getByRole('button', { name: 'Remove server 2' }).click();
    await other.waitFor({ state: 'detached' });
    const add = page.getByRole('button', { name: 'Add a server' });
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
    // A row that is gone isn't typed any more.
    await page.reload();
    await page.getByRole('radio', { name: 'What it may do' }).check();
    await orders.waitFor();
    expect(await other.count()).toBe(0);
    await save.click();
    await page.getByText('Has a draft').waitFor();
    const { data } = await desk.admin<{ data: { settings: object }[] }>(
      'GET',
      `/admin/agents/${id}/versions`,
    );
    const server = { name: 'orders', url: 'https://shop.example/mcp', tools: ['*'] };
    expect(data).toContainEqual(
      expect.objectContaining({
        settings: expect.objectContaining({ tool_servers: [expect.objectContaining(server)] }),
      }),
    );
    expect(await violationsIn(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('has five parts, each with the way to see its effect beside it, and saves all of them at once', async () => {
    await desk.admin('POST', '/admin/collections', { name: 'Handbook', documents: [] });
    const id = await openAgent('Parted');
    // Its model can't be asked: the part that says so is open.
    const parts = page.getByRole('group', { name: 'Parts of this agent' });
    await parts.getByRole('radio', { name: 'Model', checked: true }).waitFor();
    await page.getByLabel('Model', { exact: true }).last().fill('gpt-4.1-mini');
    await parts.getByRole('radio', { name: 'What it knows' }).check();
    await page.getByRole('checkbox', { name: /^Handbook/ }).check();
    await parts.getByRole('radio', { name: 'What it may cost' }).check();
    await page.getByLabel('Turns of an answer').or(page.locator('#turns')).first().fill('3');
    for (const name of [
      'What it knows',
      'How it speaks',
      'What it may do',
      'What it may cost',
      'Model',
    ]) {
      await parts.getByRole('radio', { name }).check();
      await page.locator('.stage > .quiet', { hasText: 'try-out' }).waitFor();
      expect(await page.locator('.agent-part:visible').count()).toBe(1);
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect([name, width, await violationsIn(page)]).toEqual([name, width, []]);
      }
    }
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByText('Has a draft').waitFor();
    const { data } = await desk.admin<{ data: { settings: object }[] }>(
      'GET',
      `/admin/agents/${id}/versions`,
    );
    expect(data[0]?.settings).toMatchObject({
      model: 'gpt-4.1-mini',
      limits: { turns: 3 },
      collections: [expect.any(String)],
      instructions: 'You sell lamps.',
    });
    expect(faults).toEqual([]);
  });

  it('opens the part in which a field isn’t right', async () => {
    await openAgent('Nameless');
    const parts = page.getByRole('group', { name: 'Parts of this agent' });
    await parts.getByRole('radio', { name: 'How it speaks' }).check();
    await page.getByLabel('Name', { exact: true }).fill('');
    await parts.getByRole('radio', { name: 'What it may do' }).check();
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await parts.getByRole('radio', { name: 'How it speaks', checked: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
  });

  it('has the fields of the backend that was chosen, and says what its gateway misses', async () => {
    const id = await openAgent('Elsewhere');
    await page.getByRole('radio', { name: 'Model' }).check();
    await page.getByLabel('Answers come from').selectOption('managed_agents');
    const field = (name: string) => page.getByRole('textbox', { name });
    await field('Address').fill('https://api.anthropic.com');
    await field('Headers').fill('X-Api-Key: hush');
    await field('Body of the request').fill('{ "agent": "agent_1" }');
    const save = page.getByRole('button', { name: 'Save as a draft' });
    await save.click();
    await page.getByText('backend.body.environment_id').waitFor();
    const body = { agent: 'agent_1', environment_id: 'env_1' };
    await field('Body of the request').fill(JSON.stringify(body));
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect([width, await violationsIn(page)]).toEqual([width, []]);
    }
    await save.click();
    await page.getByText('Has a draft').waitFor();
    const { data } = await desk.admin<{ data: { settings: object }[] }>(
      'GET',
      `/admin/agents/${id}/versions`,
    );
    expect(data[0]?.settings).toMatchObject({
      kind: 'managed_agents',
      backend: { url: 'https://api.anthropic.com', header_names: ['X-Api-Key'], body },
    });
  });

  it('lets a model search the web in the sites that are named, and says what the gateway says of it', async () => {
    // A server that speaks chat completions alone, which have no search.
    const own = await startDesk({
      models: createModelFactory({
        OPENAI_API_KEY: 'key',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      }),
    });
    await context.close();
    ({ context, page, faults } = await openDeskPage(browser, own));
    const { agent_id } = await own.admin('POST', '/admin/agents', { name: 'Searcher' });
    await signInAt(page, `${own.url}/desk/agents/${agent_id}`);
    await page.getByRole('radio', { name: 'Model' }).check();
    const search = page.getByRole('checkbox', { name: 'Search the web' });
    const sites = page.getByLabel('Sites that it may search');
    expect([await search.isChecked(), await sites.count()]).toEqual([false, 0]);
    await search.check();
    await sites.fill('https://shop.example/');
    await page.getByLabel('Searches of one request').fill('2');
    const save = page.getByRole('button', { name: 'Save and let it answer' });
    await save.click();
    await page.getByText('web_search.domains[0] must be a host’s name').waitFor();
    await sites.fill('shop.example\nhelp.example');
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect([width, await violationsIn(page)]).toEqual([width, []]);
    }
    await save.click();
    await page.getByText('which have no web_search: it answers without').waitFor();
    await page.reload();
    await page.getByRole('radio', { name: 'Model' }).check();
    expect(await sites.inputValue()).toBe('shop.example\nhelp.example');
    // A backend has no provider that could search.
    const kind = page.getByLabel('Answers come from');
    await kind.selectOption('ag_ui');
    expect(await search.count()).toBe(0);
    await kind.selectOption('model');
    const saved = async () =>
      (await own.admin<{ settings: object }>('GET', `/admin/agents/${agent_id}`)).settings;
    const domains = ['shop.example', 'help.example'];
    expect(await saved()).toMatchObject({ web_search: { domains, max_uses: 2 } });
    await search.uncheck();
    await save.click();
    await page.getByText('which have no web_search').waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject({ web_search: null });
    // The browser's own line about the change that was refused.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    await own.close();
  });
});
