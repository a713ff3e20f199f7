// A visitor of a shop: finds a product in the chat as a card, presses its button, agrees, and has it in the shop's own cart.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('a visitor of a shop', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    site.putPlugin('name-session', null);
    site.putPlugin('shop', readFileSync(join(import.meta.dirname, '../faults/shop.php'), 'utf8'));
    await site.settle({
      tools: ['abilities'],
      abilities: ['bellhop/find-products', 'bellhop/add-to-cart', 'bellhop/cart'],
    });
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('sees what was found as a card, presses “Add to cart”, agrees, and finds it in the cart', async () => {
    const id = Number(
      await site.run(
        `echo array_search( 'Blue wool scarf', array_map( 'current', get_option( 'shop_products' ) ), true );`,
      ),
    );
    const card = { title: 'Blue wool scarf', price: '€ 20.00', button: 'Add to cart' };
    site.provider.scripts.set('', [
      [
        { call: [{ name: 'bellhop__find-products', input: { query: 'scarf' } }] },
        { call: [{ name: 'show_items', input: { items: [card] } }] },
        { say: 'Here is one.' },
      ],
      [
        { call: [{ name: 'bellhop__add-to-cart', input: { product_id: id, quantity: 2 } }] },
        { say: 'It is in your cart.' },
      ],
    ]);
    await page.addInitScript(() => {
      // As WooCommerce's script and its blocks do, a page's small cart listens to these two.
      const heard: string[] = [];
      const jquery = (element: Element) => ({
        trigger: (name: string) => heard.push(`${element.tagName} ${name}`),
      });
      Object.assign(window, { heard, jQuery: jquery });
      document.addEventListener('wc-blocks_added_to_cart', ({ target }) =>
        heard.push(`${(target as Element).tagName} wc-blocks_added_to_cart`),
      );
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('A warm scarf, please');
    await visitor.log.getByText('Here is one.').waitFor();
    // What the model was told is what the shop has.
    expect(JSON.stringify(site.provider.asked.at(-1)?.body.messages)).toContain('€ 20.00');
    expect(await heard()).toEqual([]);
    await visitor.log.getByRole('button', { name: 'Add to cart' }).click();
    // The question has the shop's words and its price, and no number of the product.
    const question = visitor.log.getByRole('group', { name: 'Add 2 × Blue wool scarf, € 40.00?' });
    await question.waitFor();
    const words = (await question.innerText()).split(/\n+/);
    expect(words).toEqual([
      'Add 2 × Blue wool scarf, € 40.00?',
      '€ 20.00 each',
      'Details',
      'Don’t ask again in this chat',
      'Add to cart',
      'No thanks',
    ]);
    if (process.env.BELLHOP_SHOTS !== undefined)
      await page.screenshot({ path: join(process.env.BELLHOP_SHOTS, 'shop-question.png') });
    await visitor.answer('yes');
    await visitor.log.getByText('It is in your cart.').waitFor();
    // The page's own small cart is told, once, in both of the shop's ways.
    expect(await heard()).toEqual(['BODY wc-blocks_added_to_cart', 'BODY wc_fragment_refresh']);
    const cart = await page.evaluate(async () => {
      const reply = await fetch('/wp-json/wp-abilities/v1/abilities/bellhop/cart/run');
      return (await reply.json()) as unknown;
    });
    expect(cart).toMatchObject({ items: [{ title: 'Blue wool scarf', quantity: 2 }] });
    expect(site.debugLog()).toBe('');
  });

  it('chooses among the kinds of a product with a press, and has that kind in the cart', async () => {
    await site.settle({
      tools: ['abilities'],
      abilities: ['bellhop/find-products', 'bellhop/add-to-cart', 'bellhop/cart'],
      cards: true,
    });
    const id = Number(
      await site.run(
        `echo array_search( 'Wool jumper', array_map( 'current', get_option( 'shop_products' ) ), true );`,
      ),
    );
    const options = ['Size S, blue', 'Size L, green'];
    site.provider.scripts.set('', [
      // The two turns of the test above are over.
      [],
      [],
      [
        { call: [{ name: 'bellhop__add-to-cart', input: { product_id: id } }] },
        { call: [{ name: 'offer_choices', input: { question: 'Which one?', options } }] },
        {
          call: [{ name: 'bellhop__add-to-cart', input: { product_id: id, variation_id: 9002 } }],
        },
        { say: 'The green one is in your cart.' },
      ],
    ]);
    const other = await (await browser.newContext()).newPage();
    other.setDefaultTimeout(60_000);
    await other.goto(`${site.url}/`);
    const visitor = visitorOf(other);
    await visitor.open();
    await visitor.write('A wool jumper, please');
    await visitor.answer('yes');
    await visitor.log.getByRole('button', { name: 'Size L, green' }).click();
    expect(JSON.stringify(site.provider.asked.at(-1)?.body.messages)).toContain('offer_choices');
    await visitor.answer('yes');
    await visitor.log.getByText('The green one is in your cart.').waitFor();
    const cart = await other.evaluate(async () => {
      const reply = await fetch('/wp-json/wp-abilities/v1/abilities/bellhop/cart/run');
      return (await reply.json()) as unknown;
    });
    expect(cart).toMatchObject({ items: [{ title: 'Wool jumper - L, Green', quantity: 1 }] });
    expect(site.debugLog()).toBe('');
  });
});
