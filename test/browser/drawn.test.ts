// Calls that a page draws in the thread with elements of its own, and a form of the page as a tool.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, shoot, type World } from './support/world.ts';

/** The page has styles, delegated listeners and a shortcut of its own. */
const OWN = `<style>
  .sizes { font: inherit; display: grid; gap: 8px; padding: 12px; border: 2px solid seagreen; border-radius: 12px }
  .sizes input, .sizes button { font: inherit; padding: 8px }
</style>
<script>
  window.heard = [];
  document.addEventListener('keydown', ({ key, target }) => {
    if (target.closest('.sizes')) heard.push('key ' + key);
    else if (key === 'g') { heard.push('shortcut'); }
  });
  document.addEventListener('focusin', ({ target }) => target.closest('.sizes') && heard.push('focus'));
  (window.bellhop ||= []).push((chat) => chat.registerTool({
    name: 'choose_size',
    title: 'Choose a size',
    description: 'Lets the visitor choose a size.',
    inputSchema: {
      type: 'object',
      properties: { sizes: { type: 'array', items: { type: 'string' } } },
      required: ['sizes'],
    },
    render({ input, status, result, root, theme, respond, decline }) {
      root.dataset.scheme = theme.scheme;
      if (status === 'done') return Object.assign(document.createElement('p'), { id: 'chosen', textContent: 'Size ' + result.size });
      if (root.firstChild) return;
      const form = document.createElement('form');
      form.className = 'sizes';
      form.innerHTML = '<label>Your size <input name="size"></label><button>Take it</button><button type="button">None</button>';
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        respond({ size: form.size.value });
      });
      form.lastChild.addEventListener('click', () => decline());
      return form;
    },
  }));
</script>`;

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let lines: { type: string; text: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  const asked = [
    { say: 'Let me ask.' },
    { call: [{ name: 'choose_size', input: { sizes: ['S', 'M'] } }] },
    { say: 'Noted.' },
  ];
  world = await createWorld(await startOtherGateway([asked, [{ say: 'As you like.' }]]));
  context = await browser.newContext();
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
  world.put('/', { html: pageHtml(world).replace('</body>', `${OWN}</body>`), headers: {} });
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('A shirt, please');
});

afterEach(async () => {
  await context.close();
  await world.close();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

const form = () => page.locator('.sizes');

it('is a form of the page in the thread, whose answer the agent gets', async () => {
  await form().waitFor();
  // Its place is in the log, though it is an element of the page.
  const [inner, log] = await Promise.all([form().boundingBox(), visitor.log.boundingBox()]);
  expect(inner && log && inner.x >= log.x && inner.y >= log.y).toBe(true);
  expect(await form().evaluate((it) => getComputedStyle(it).borderTopColor)).toBe(
    'rgb(46, 139, 87)',
  );
  expect(await page.evaluate(() => document.querySelector('.sizes') !== null)).toBe(true);
  await visitor.log.getByText('Let me ask.').waitFor();
  await shoot(page, 'drawn-form');
  await form().getByLabel('Your size').fill('M');
  await form().getByRole('button', { name: 'Take it' }).click();
  await visitor.log.getByText('Noted.').waitFor();
  await page.locator('#chosen').getByText('Size M').waitFor();
  const events = await world.gateway.events(world.sessionId());
  const told = events.find(({ type }) => type === 'user.tool_result');
  expect(JSON.stringify(told)).toContain(JSON.stringify('{"size":"M"}'));
});

it('is drawn again after a reload, while it waits and once it is answered', async () => {
  await form().waitFor();
  await page.reload();
  await form().getByLabel('Your size').fill('S');
  await form().getByRole('button', { name: 'Take it' }).click();
  await page.locator('#chosen').getByText('Size S').waitFor();
  await visitor.log.getByText('Noted.').waitFor();
  await page.reload();
  await page.locator('#chosen').getByText('Size S').waitFor();
});

it('leaves the page its own events in it, and the chat’s keys to the chat', async () => {
  const field = form().getByLabel('Your size');
  await field.click();
  await page.keyboard.type('g');
  await visitor.composer.click();
  await page.keyboard.type('g');
  expect(await field.inputValue()).toBe('g');
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    'focus',
    'key g',
  ]);
});

it('is skipped by a message that is written instead', async () => {
  await form().waitFor();
  await visitor.write('Never mind');
  await visitor.log.getByText('As you like.').waitFor();
  expect(await form().count()).toBe(0);
});

it('is declined where the visitor doesn’t want to answer', async () => {
  await form().getByRole('button', { name: 'None' }).click();
  await visitor.log.getByText('Noted.').waitFor();
  expect(await form().count()).toBe(0);
});
