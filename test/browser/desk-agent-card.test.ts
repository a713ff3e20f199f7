// An owner sets up an agent that speaks A2A, and reads what it says of itself: the protocol's own server, the gateway, the desk, Chromium.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type A2aProcess, startA2a } from '../../gateway/test/agents/a2a-process.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { shoot } from './support/world.ts';

let browser: Browser;
let desk: DeskServer;
let agent: A2aProcess;

beforeAll(async () => {
  [browser, desk, agent] = await Promise.all([
    launchBrowser(),
    startDesk({ options: { agentsMayBePrivate: true } }),
    startA2a('JSONRPC'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
  agent?.close();
});

it('shows why there is no card, and the card once the key that it wants is saved', async () => {
  const { agent_id: id = '' } = await desk.admin('POST', '/admin/agents', {
    name: 'Remote lamps',
    kind: 'a2a',
    backend: { url: agent.url },
  });
  const { page, context, faults } = await openDeskPage(browser, desk);
  await signInAt(page, `${desk.url}/desk/agents/${id}`);
  await page.getByRole('radio', { name: 'Model' }).check();
  await page.getByText('wants to know who asks (401)').waitFor();
  await shoot(page, 'desk-agent-card-refused');
  await page.getByLabel('Headers').fill('Authorization: Bearer hush');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  const card = page.locator('.agent-card');
  await card.getByText('Lamp seller').waitFor();
  expect((await card.locator('dl').innerText()).split('\n')).toEqual([
    'By',
    'Lamps Ltd',
    'Version',
    '7',
    'Answers',
    'as they are written',
    'Speaks',
    'JSONRPC 1.0',
    'Wants',
    'a key as Authorization: Bearer',
  ]);
  await card.getByText('Find a lamp').waitFor();
  await card.getByRole('button', { name: 'Check again' }).click();
  await card.getByText('Lamp seller').waitFor();
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await card.scrollIntoViewIfNeeded();
    await shoot(page, `desk-agent-card-${width}`);
    expect([width, await violationsIn(page)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByLabel('Kind').or(page.locator('#kind')).first().selectOption('http');
  await card.waitFor({ state: 'detached' });
  // The browser's own line about the first answer of the gateway, which had no card to give.
  expect(faults.filter((line) => !line.includes('502'))).toEqual([]);
  await context.close();
});

it('waits for the address to be saved', async () => {
  const { agent_id: id = '' } = await desk.admin('POST', '/admin/agents', { name: 'Not yet' });
  const { page, context, faults } = await openDeskPage(browser, desk);
  await signInAt(page, `${desk.url}/desk/agents/${id}`);
  await page.getByRole('radio', { name: 'Model' }).check();
  await page.locator('#kind').selectOption('a2a');
  await page.getByText('Save the address, and what the agent says').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
