// A browser that translates the page puts <font> elements in the place of text nodes, also inside the widget's shadow
// root. The chat goes on beneath it: nothing breaks, nothing stands twice, and nothing keeps an old word.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import type { Step } from './support/test-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

const SETUP = `<script>
(window.bellhop ||= []).push((chat) => {
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a lamp into the cart.',
    execute: () => ({ pieces: 1 }),
  });
});
</script>`;

const SCRIPT: Step[][] = [
  [{ say: 'The **lamp** is in stock.\n\nIt costs *ninety* euros.\n\n- white\n- black' }],
  [{ call: [{ name: 'add_to_cart', input: { lamp: 1 } }] }, { say: 'It lies in the cart.' }],
  [{ say: 'You are welcome.' }],
];

/** Says each text in capitals, by a replacement of its node as translators of browsers do. */
function translate(): void {
  const seen = new WeakSet<Node>();
  const change = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text);
    for (const node of found) {
      const parent = node.parentElement;
      if (!parent || parent.closest('font, textarea, style, script, .notranslate, [translate=no]'))
        continue;
      if (seen.has(node) || node.data.trim() === '') continue;
      seen.add(node);
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = node.data.toUpperCase();
      outer.append(inner);
      parent.replaceChild(outer, node);
    }
  };
  const watched = new WeakSet<ShadowRoot>();
  const watch = (): void => {
    for (const host of document.querySelectorAll('*')) {
      const root = host.shadowRoot;
      if (!root || watched.has(root)) continue;
      watched.add(root);
      change(root);
      new MutationObserver(() => change(root)).observe(root, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }
  };
  new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', watch);
}

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
const errors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context.close();
  await world.close();
});

const times = async (text: string, where = visitor.log): Promise<number> =>
  (await where.innerText()).toLowerCase().split(text.toLowerCase()).length - 1;
/** Of the chat's own words, what the button beside the text field says. */
const isReady = async (): Promise<boolean> => {
  const box = visitor.panel.locator('.composer-box');
  return (await times('send', box)) === 1 && (await times('stop', box)) === 0;
};

describe('a chat on a page that the browser translates', () => {
  it('goes on, says nothing twice and keeps no old word', async () => {
    world = await createWorld(await startReferenceGateway({ script: SCRIPT }));
    world.put('/', pageHtml(world, {}, '', SETUP));
    context = await browser.newContext();
    page = await context.newPage();
    visitor = visitorOf(page);
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(translate);
    await page.goto(`${world.site}/`);
    await visitor.open();

    await visitor.write('Is the lamp in stock?');
    await until('the answer', () => times('is in stock.'));
    await until('Send is back', isReady);

    for (const once of ['is in stock.', 'ninety', 'white', 'black', 'Is the lamp in stock?'])
      expect([once, await times(once)]).toEqual([once, 1]);

    // The translator was at work.
    expect(await visitor.log.innerText()).toContain('IS IN STOCK.');

    await visitor.write('Put it into my cart');
    await visitor.answer('yes');
    await until('the answer', () => times('It lies in the cart.'));
    await until('Send is back', isReady);
    expect(await times('no thanks')).toBe(0);
    expect(await times('It lies in the cart.')).toBe(1);
    expect(await times('Put it into my cart')).toBe(1);

    await visitor.write('Thank you');
    await until('the answer', () => times('You are welcome.'));
    await page.reload();
    await visitor.openByScript();
    await until('all of it', () => times('You are welcome.'));
    for (const once of ['is in stock.', 'It lies in the cart.', 'You are welcome.', 'Thank you'])
      expect([once, await times(once)]).toEqual([once, 1]);
    expect(errors).toEqual([]);
  });
});
