// Pages that want nothing selected, copied or pasted: inside the chat it works.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

const TYPES = `'copy', 'cut', 'paste', 'contextmenu', 'selectstart', 'dragstart', 'mousedown', 'beforeinput'`;
const REFUSE_KEYS = `if (event.ctrlKey && 'acvxACVX'.includes(event.key)) { event.preventDefault(); event.stopPropagation(); }`;

const PAGES: Record<string, string> = {
  'styles and handlers in attributes': `<style>* { user-select: none !important; -webkit-user-select: none !important; -webkit-touch-callout: none; }
    *::selection { background: transparent; color: inherit; }</style>
    <script>document.oncopy = document.oncut = document.onpaste = document.oncontextmenu = document.onselectstart =
      document.ondragstart = document.onmousedown = () => false;
    document.onkeydown = (event) => { ${REFUSE_KEYS} return !event.ctrlKey; };</script>`,
  'listeners on the document': `<script>
    for (const type of [${TYPES}]) document.addEventListener(type, (event) => { event.preventDefault(); event.returnValue = false; });
    document.addEventListener('keydown', (event) => { ${REFUSE_KEYS} });</script>`,
  'listeners that capture on the document': `<script>
    for (const type of [${TYPES}]) document.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); event.cancelBubble = true; }, true);
    document.addEventListener('keydown', (event) => { ${REFUSE_KEYS} event.stopImmediatePropagation(); }, true);</script>`,
  'listeners that capture on the window, set later': `<script>
    setTimeout(() => { for (const type of [${TYPES}]) addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true); 
    addEventListener('keydown', (event) => { ${REFUSE_KEYS} }, true); window.isLate = true; }, 6000);</script>`,
};

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
    await startReferenceGateway({ script: [[{ say: 'The lamp costs ninety.' }]] }),
  );
  context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await context.newPage();
  visitor = visitorOf(page);
});
afterEach(async () => {
  await context.close();
  await world.close();
});

const copied = () => page.evaluate(() => navigator.clipboard.readText());

async function talk(head: string): Promise<void> {
  world.put('/', pageHtml(world, {}, '<p id="text">Some words of the page</p>', head));
  await page.goto(`${world.site}/`);
  await visitor.open();
  // What guards the composer comes with the conversation's part, a moment after the panel: until then such a page refuses
  // what is typed.
  await until('the composer to take what is typed', async () => {
    await visitor.composer.fill('How much is it?');
    return (await visitor.composer.inputValue()) === 'How much is it?';
  });
  await visitor.composer.press('Enter');
  await visitor.log.getByText('The lamp costs ninety.').waitFor();
}

describe('in the chat on a page that refuses it by', () => {
  it.each(Object.entries(PAGES))(
    '%s one selects, copies, cuts and pastes',
    OUTER,
    async (name, head) => {
      await talk(head);
      if (name.includes('later')) await page.waitForFunction('window.isLate');
      const answer = visitor.log.getByText('The lamp costs ninety.');
      await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));

      // By the mouse, as visitors select.
      const box = await answer.boundingBox();
      if (!box) throw new Error('The answer is not to be seen.');
      await page.mouse.move(box.x + 1, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 1, box.y + box.height - 4, { steps: 5 });
      await page.mouse.up();
      await page.keyboard.press('Control+c');
      expect(await copied()).toContain('lamp costs');

      await visitor.composer.click();
      await page.keyboard.press('Control+v');
      expect(await visitor.composer.inputValue()).toContain('lamp costs');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+x');
      expect(await visitor.composer.inputValue()).toBe('');

      const isRefused = await answer.evaluate((it) => {
        const event = new MouseEvent('contextmenu', {
          bubbles: true,
          cancelable: true,
          composed: true,
        });
        return !it.dispatchEvent(event);
      });
      expect(isRefused).toBe(false);
    },
  );

  it('a listener that captures on the window and was there first one copies, cuts and pastes', async () => {
    await talk(`<script>
      for (const type of ['copy', 'cut', 'paste']) addEventListener(type, (event) => event.preventDefault(), true);
      addEventListener('keydown', (event) => { if (event.ctrlKey && 'cx'.includes(event.key)) event.preventDefault(); }, true);</script>`);
    await visitor.composer.fill('Ninety is much');
    // What does it in the browser's place is fetched with the first of these keys: no finger is as quick as this test.
    await until('the words to be cut', async () => {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+x');
      return (await visitor.composer.inputValue()) === '';
    });
    expect(await copied()).toBe('Ninety is much');
    await page.keyboard.press('Control+v');
    expect(await visitor.composer.inputValue()).toBe('Ninety is much');
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await page.keyboard.press('Control+c');
    expect(await copied()).toBe('nothing yet');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    expect(await copied()).toBe('Ninety is much');
  });

  it('anything, and the page itself stays as protected as it was', async () => {
    await talk(PAGES['listeners on the document'] ?? '');
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    const isRefused = await page.locator('#text').evaluate((it) => {
      const event = new Event('copy', { bubbles: true, cancelable: true });
      return !it.dispatchEvent(event);
    });
    expect(isRefused).toBe(true);
  });
});
