// The abilities that come with the plugin: each off until the owner has ticked it, whoever calls it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catchMail, type Mailbox } from './mailbox.ts';
import {
  askSession,
  nonceOf,
  reasonToSkip,
  type Site,
  signInByHand,
  startSite,
} from './support.ts';

const ALL = ['find-page', 'leave-message', 'my-orders', 'opening-hours', 'find-products']
  .concat(['add-to-cart', 'set-quantity', 'cart', 'discounts'])
  .map((name) => `bellhop/${name}`);

describe.skipIf(reasonToSkip() !== null)('the abilities that come with the plugin', () => {
  let site: Site;
  let box: Mailbox;

  beforeAll(async () => {
    site = await startSite();
    box = catchMail(site);
    site.putPlugin('shop', readFileSync(join(import.meta.dirname, '../faults/shop.php'), 'utf8'));
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    await choose(ALL);
    box.empty();
    box.breaks(false);
    await site.run(
      `$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%bellhop_rl_%'" ); wp_cache_flush();`,
    );
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const choose = (abilities: string[]) =>
    site.run(
      `update_option( 'bellhop_settings', array( 'tools' => array( 'abilities' ), 'abilities' => json_decode( '${JSON.stringify(abilities)}' ) ) + get_option( 'bellhop_settings' ) );`,
    );
  async function run(name: string, input?: object, headers: Record<string, string> = {}) {
    const reads = !['leave-message', 'add-to-cart', 'set-quantity'].includes(name);
    const url = new URL(`${site.url}/wp-json/wp-abilities/v1/abilities/bellhop/${name}/run`);
    for (const [key, value] of Object.entries(reads ? (input ?? {}) : {}))
      url.searchParams.set(`input[${key}]`, String(value));
    const reply = await fetch(url, {
      method: reads ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(reads ? {} : { body: JSON.stringify({ input }) }),
    });
    const cookie = reply.headers.getSetCookie().map((line) => line.split(';')[0]);
    return {
      status: reply.status,
      body: (await reply.json()) as unknown,
      cookie: cookie.join('; '),
    };
  }
  const store = (settings: object) =>
    site.run(
      `update_option( 'bellhop_settings', json_decode( '${JSON.stringify(settings)}', true ) + get_option( 'bellhop_settings' ) );`,
    );
  const message = { message: 'Call me, please.', email: 'ann@example.org', name: 'Ann' };

  it('do nothing for anybody unless the owner has ticked them', async () => {
    await choose([]);
    expect((await run('find-page', { query: 'rooms' })).status).toBeGreaterThanOrEqual(400);
    expect((await run('leave-message', message)).status).toBeGreaterThanOrEqual(400);
    expect(box.mails()).toEqual([]);
  });

  it('find published pages, and none that visitors can’t open', async () => {
    await site.run(
      `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_password' => 'x', 'post_title' => 'Rooms behind a door', 'post_content' => 'rooms' ) );
       wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'draft', 'post_title' => 'Rooms to be', 'post_content' => 'rooms' ) );`,
    );
    const { status, body } = await run('find-page', { query: 'twelve rooms' });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        title: 'Rooms',
        url: `${site.url}/rooms/`,
        excerpt: expect.stringContaining('twelve rooms'),
      },
    ]);
  });

  it('send a message to the site’s people, with the visitor’s address to answer to and no header of theirs', async () => {
    const sly = { ...message, name: 'Ann\r\nBcc: all@example.org' };
    expect(await run('leave-message', sly)).toMatchObject({ status: 200 });
    const [mail] = box.mails();
    expect(mail).toMatchObject({
      to: 'admin@example.com',
      headers: ['Reply-To: ann@example.org'],
      message: expect.stringContaining('Call me, please.'),
    });
    expect(mail?.subject).not.toContain('Bcc');
    for (const email of ['nobody', 'a@b.example\nBcc: c@d.example']) {
      expect((await run('leave-message', { ...message, email })).status).toBe(400);
    }
    expect(box.mails()).toHaveLength(1);
  });

  it('send no more than a few messages of one address in an hour', async () => {
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await run('leave-message', message)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(box.mails()).toHaveLength(3);
  });

  it('say so where mail can’t be sent', async () => {
    box.breaks(true);
    expect((await run('leave-message', message)).status).toBe(503);
  });

  it('tell a signed-in visitor of their own orders, and nobody else', async () => {
    expect((await run('my-orders')).status).toBeGreaterThanOrEqual(400);
    const cookie = await signInByHand(site);
    const nonce = await nonceOf(site, cookie);
    const { body } = await run('my-orders', undefined, { cookie, 'x-wp-nonce': nonce });
    expect(body).toEqual([
      { number: '4711', date: '2026-11-01', status: 'Shipped', total: '€ 49.00' },
    ]);
  });

  describe('opening hours', () => {
    /** As the site's clock may stand. */
    const at = (time: string) =>
      site.run(
        `echo Bellhop\\hours_now( new DateTimeImmutable( '${time}', new DateTimeZone( 'Europe/Berlin' ) ) );`,
      );
    beforeAll(() =>
      store({
        address: '1 Harbour Street',
        hours: ['', '9:00-12:00, 13:00-18:00', '9:00-18:00', '9:00-18:00', '9:00-18:00'].concat([
          '20:00-2:00',
          '',
        ]),
        holidays: ['2026-12-24 to 2026-12-26 Christmas', '2026-12-31 9:00-14:00 New Year’s Eve'],
      }),
    );

    it.each([
      ['2026-11-23 10:00', 'Open now until 12:00.'],
      ['2026-11-23 12:30', 'Closed now. Opens today at 13:00.'],
      ['2026-11-23 18:00', 'Closed now. Opens tomorrow at 09:00.'],
      ['2026-11-28 01:30', 'Open now until 02:00.'],
      ['2026-11-28 12:00', 'Closed now. Opens on Monday, 30 November 2026 at 09:00.'],
      ['2026-12-24 10:00', 'Closed now (Christmas). Opens on Monday, 28 December 2026 at 09:00.'],
      ['2026-12-31 13:59', 'Open now until 14:00.'],
      ['2026-12-31 15:00', 'Closed now (New Year’s Eve). Opens tomorrow at 20:00.'],
    ])('say at %s: %s', async (time, said) => {
      expect(await at(time)).toBe(said);
    });

    it('are told in the site’s time zone, with address, week and holidays', async () => {
      await site.run(`update_option( 'timezone_string', 'Asia/Tokyo' );`);
      const { status, body } = await run('opening-hours');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        address: '1 Harbour Street',
        local_time: expect.stringContaining('(Asia/Tokyo)'),
        now: expect.stringMatching(/^(Open now until|Closed now)/),
        week: { Monday: '9:00-12:00, 13:00-18:00', Sunday: 'closed' },
      });
      await site.run(`delete_option( 'timezone_string' );`);
    });

    it('are refused whole where a line can’t be read, with the line', async () => {
      const check = (settings: object) =>
        site.run(
          `$r = Bellhop\\change_settings( json_decode( '${JSON.stringify(settings)}', true ) ); echo is_wp_error( $r ) ? $r->get_error_message() : 'stored';`,
        );
      expect(await check({ hours: ['', '9 to 5', '', '', '', '', ''] })).toContain('“9 to 5”');
      expect(await check({ holidays: ['2026-02-30 Never'] })).toContain('“2026-02-30 Never”');
      expect(await check({ hours: ['', '9:00–17:00', '', '', '', '', ''] })).toBe('stored');
    });
  });

  describe('a shop', () => {
    it('finds products as cards, never hidden ones, and by price', async () => {
      const { body } = await run('find-products', { query: 'scarf warm' });
      expect(body).toEqual([
        {
          id: expect.any(Number),
          title: 'Blue wool scarf',
          text: 'Warm, from the islands.',
          price: '€ 20.00',
          link: expect.stringContaining('/blue-wool-scarf/'),
          in_stock: true,
        },
      ]);
      const all = (await run('find-products', { query: '' })).body as { title: string }[];
      expect(all.map(({ title }) => title).sort()).toEqual([
        'Blue wool scarf',
        'Green umbrella',
        'Wool jumper',
      ]);
      const cheap = await run('find-products', { query: '', max_price: 25 });
      expect(cheap.body).toHaveLength(1);
      const bySku = await run('find-products', { query: 'SKU-30' });
      expect(bySku.body).toMatchObject([{ title: 'Green umbrella', in_stock: false }]);
    });

    it('fills a visitor’s cart, which is nobody else’s, and tells its total and where to pay', async () => {
      const [scarf] = (await run('find-products', { query: 'scarf' })).body as { id: number }[];
      const added = await run('add-to-cart', { product_id: scarf?.id, quantity: 2 });
      expect(added).toMatchObject({ status: 200, body: { total: '€ 40.00' } });
      expect(added.cookie).toContain('shop_session=');
      const told = await run('cart', undefined, { cookie: added.cookie });
      expect(told.body).toEqual({
        items: [{ title: 'Blue wool scarf', quantity: 2, price: '€ 40.00' }],
        total: '€ 40.00',
        coupons: [],
        cart_url: `${site.url}/cart/`,
        checkout_url: `${site.url}/checkout/`,
      });
      expect((await run('cart')).body).toMatchObject({ items: [] });
    });

    it('tells the kinds that a product comes in, and puts the one into the cart that the visitor has chosen', async () => {
      const [jumper] = (await run('find-products', { query: 'jumper' })).body as {
        id: number;
        variations: { variation_id: number; kind: string; price: string; in_stock: boolean }[];
      }[];
      // One that leaves the colour open is bought on its own page.
      expect(jumper?.variations).toEqual([
        { variation_id: 9000, kind: 'Size: S, Colour: Blue', price: '€ 55.00', in_stock: true },
        { variation_id: 9001, kind: 'Size: L, Colour: Blue', price: '€ 60.00', in_stock: false },
        { variation_id: 9002, kind: 'Size: L, Colour: Green', price: '€ 65.00', in_stock: true },
      ]);
      const add = (variation?: number) =>
        run('add-to-cart', {
          product_id: jumper?.id,
          ...(variation === undefined ? {} : { variation_id: variation }),
        });
      for (const wrong of [undefined, 9003, 4711]) {
        expect(await add(wrong)).toMatchObject({
          status: 400,
          body: {
            message: expect.stringMatching(
              /offer_choices.*9002 \(Size: L, Colour: Green, € 65\.00\)/,
            ),
          },
        });
      }
      expect((await add(9001)).status).toBe(409);
      expect(await add(9002)).toMatchObject({
        status: 200,
        body: { items: [{ title: 'Wool jumper - L, Green', quantity: 1 }], total: '€ 65.00' },
      });
    });

    describe('asks before it changes a cart', () => {
      const ids = async () => {
        const found = (await run('find-products', { query: '' })).body;
        return Object.fromEntries(
          (found as { title: string; id: number }[]).map(({ title, id }) => [title, id]),
        );
      };
      async function ask(name: string, input: unknown, headers: Record<string, string> = {}) {
        const url = `${site.url}/wp-json/bellhop/v1/abilities/${name}/summary`;
        const reply = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ input }),
        });
        return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
      }

      it('in the shop’s words: what, how many and at what price', async () => {
        const { 'Blue wool scarf': scarf, 'Wool jumper': jumper } = await ids();
        const two = await ask('bellhop/add-to-cart', { product_id: scarf, quantity: 2 });
        expect(two).toEqual({
          status: 200,
          body: {
            title: 'Add 2 × Blue wool scarf, € 40.00?',
            lines: ['€ 20.00 each'],
            confirm: 'Add to cart',
            decline: 'No thanks',
          },
        });
        const kind = { product_id: jumper, variation_id: 9001 };
        expect((await ask('bellhop/add-to-cart', kind)).body).toMatchObject({
          title: 'Add Wool jumper, € 60.00?',
          lines: ['Size: L, Colour: Blue', 'Out of stock'],
        });
        expect((await ask('bellhop/add-to-cart', { product_id: jumper })).body).toMatchObject({
          title: 'Add Wool jumper to your cart?',
          lines: ['It comes in several kinds.'],
        });
      });

      it('and of the cart as it is now, which asking leaves as it is', async () => {
        const { 'Blue wool scarf': scarf } = await ids();
        const { cookie } = await run('add-to-cart', { product_id: scarf, quantity: 2 });
        const change = (quantity: number) =>
          ask('bellhop/set-quantity', { product_id: scarf, quantity }, { cookie });
        expect((await change(3)).body).toMatchObject({
          title: 'Change Blue wool scarf to 3, € 60.00?',
          lines: ['2 in your cart now'],
          confirm: 'Change',
        });
        expect((await change(0)).body).toMatchObject({
          title: 'Remove Blue wool scarf from your cart?',
          confirm: 'Remove',
          decline: 'Keep it',
        });
        expect((await run('cart', undefined, { cookie })).body).toMatchObject({
          items: [{ quantity: 2 }],
        });
      });

      it('nobody but those who may run it, and nothing that doesn’t fit', async () => {
        const { 'Blue wool scarf': scarf } = await ids();
        const add = 'bellhop/add-to-cart';
        expect((await ask(add, { product_id: 'x' })).status).toBe(400);
        expect((await ask('bellhop/cart', {})).status).toBe(404);
        expect((await ask(add, { product_id: 987654 })).body).toEqual({});
        const foreign = await ask(add, { product_id: scarf }, { origin: 'https://evil.example' });
        expect(foreign.status).toBe(403);
        await choose(['bellhop/cart']);
        expect((await ask(add, { product_id: scarf })).status).toBe(404);
      });

      it('for abilities of other plugins too, cut and in plain words, by a filter', async () => {
        site.putPlugin(
          'their-summary',
          `<?php add_filter( 'bellhop_ability_summaries', function ( $all ) { return $all + array( 'sample/leave-message' => function ( $input ) {
            return array( 'title' => '<b>Tell us</b> &amp; them?', 'lines' => array_fill( 0, 9, $input['message'] ), 'html' => '<i>', 'total' => array( 1 ) );
          } ); } );`,
        );
        await choose(['sample/leave-message']);
        const { body } = await ask('sample/leave-message', { message: 'x'.repeat(300) });
        expect(body).toEqual({ title: 'Tell us & them?', lines: Array(6).fill('x'.repeat(200)) });
        const catalog = (await (
          await fetch(`${site.url}/wp-json/bellhop/v1/abilities`)
        ).json()) as { abilities: Record<string, unknown>[] };
        expect(catalog.abilities).toMatchObject([
          { summary_url: expect.stringContaining('/abilities/sample/leave-message/summary') },
        ]);
        site.putPlugin('their-summary', null);
      });
    });

    it('changes how many the cart holds, and takes out what is no longer wanted', async () => {
      const [scarf] = (await run('find-products', { query: 'scarf' })).body as { id: number }[];
      const { cookie } = await run('add-to-cart', { product_id: scarf?.id, quantity: 2 });
      const set = (quantity: number, more = {}) =>
        run('set-quantity', { product_id: scarf?.id, quantity, ...more }, { cookie });
      expect(await set(3)).toMatchObject({ status: 200, body: { items: [{ quantity: 3 }] } });
      expect((await set(6)).status).toBe(409);
      expect((await set(1, { variation_id: 9002 })).status).toBe(404);
      expect(await set(0)).toMatchObject({ status: 200, body: { items: [], total: '€ 0.00' } });
      expect((await set(1)).status).toBe(404);
    });

    it('says why it refuses what is sold out, and knows no product that visitors can’t see', async () => {
      const [umbrella] = (await run('find-products', { query: 'umbrella' })).body as {
        id: number;
      }[];
      expect(await run('add-to-cart', { product_id: umbrella?.id })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('"Green umbrella"') },
      });
      const hidden = Number(
        await site.run(
          `echo array_search( 'Secret prototype', array_map( 'current', get_option( 'shop_products' ) ), true );`,
        ),
      );
      expect((await run('add-to-cart', { product_id: hidden })).status).toBe(404);
    });

    it('tells discounts in the owner’s words', async () => {
      await store({ discounts: 'WELCOME10 takes 10% off.' });
      expect((await run('discounts')).body).toBe('WELCOME10 takes 10% off.');
    });

    it('lets the agent show its finds as the chat’s own cards once finding them is ticked, and not before', async () => {
      const offered = [{ name: 'show_items', description: 'x', input_schema: { type: 'object' } }];
      const given = async () => {
        await site.run(
          `update_option( 'bellhop_settings', array( 'page_tools' => array( 'none' ) ) + get_option( 'bellhop_settings' ) );`,
        );
        const { body } = await askSession(`${site.url}/wp-json/bellhop/v1/session`, {
          body: { tools: offered },
        });
        const { client_tools } = await site.session(String(body.session_id));
        return client_tools.map(({ name }) => name);
      };
      expect(await given()).toContain('show_items');
      expect(await (await fetch(`${site.url}/`)).text()).toContain('data-cards="products"');
      await choose(['bellhop/find-page']);
      expect(await given()).not.toContain('show_items');
      expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-cards');
    });
  });
});
