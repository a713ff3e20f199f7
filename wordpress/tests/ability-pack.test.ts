// The abilities that come with the plugin: each off until the owner has ticked it, whoever calls it.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catchMail, type Mailbox } from './mailbox.ts';
import { reasonToSkip, type Site, signInByHand, startSite } from './support.ts';

const ALL = ['bellhop/find-page', 'bellhop/leave-message', 'bellhop/my-orders'];

describe.skipIf(reasonToSkip() !== null)('the abilities that come with the plugin', () => {
  let site: Site;
  let box: Mailbox;

  beforeAll(async () => {
    site = await startSite();
    box = catchMail(site);
    // WooCommerce's calls that are made for orders, as its documentation has them.
    site.putPlugin(
      'shop',
      `<?php
      function wc_get_order_status_name( $status ) { return ucfirst( $status ); }
      function wc_get_orders( $asked ) {
        $order = new class {
          public function get_date_created() { return new class { public function date( $format ) { return '2026-11-01'; } }; }
          public function get_order_number() { return '4711'; }
          public function get_status() { return 'shipped'; }
          public function get_formatted_order_total() { return '<span>€&nbsp;49.00</span>'; }
        };
        return 1 === $asked['customer_id'] ? array( $order ) : array();
      }`,
    );
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
    const reads = name !== 'leave-message';
    const url = new URL(`${site.url}/wp-json/wp-abilities/v1/abilities/bellhop/${name}/run`);
    for (const [key, value] of Object.entries(reads ? (input ?? {}) : {}))
      url.searchParams.set(`input[${key}]`, String(value));
    const reply = await fetch(url, {
      method: reads ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(reads ? {} : { body: JSON.stringify({ input }) }),
    });
    return { status: reply.status, body: (await reply.json()) as unknown };
  }
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
    const address = `${site.url}/wp-admin/admin-ajax.php?action=bellhop_nonce`;
    const nonce = await (await fetch(address, { headers: { cookie } })).text();
    const { body } = await run('my-orders', undefined, { cookie, 'x-wp-nonce': nonce });
    expect(body).toEqual([
      { number: '4711', date: '2026-11-01', status: 'Shipped', total: '€ 49.00' },
    ]);
  });
});
