// The heartbeat by WP-Cron: what it sends, when, and what each answer of the gateway leads to.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectPlugin } from '../run/plugin.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

interface Beat {
  site_info: { active_plugins: string[]; active_plugin_count: number; [field: string]: unknown };
  plugin_status: string;
  abilities?: { name: string; description: string; run_url: string; input_schema: unknown }[];
}

describe.skipIf(reasonToSkip() !== null)('the heartbeat', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ settings: { abilities: ['faults/many-099'] } });
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    site.set({});
    site.gateway.interceptor = null;
    await site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, {
      status: 'active',
    });
    await connectPlugin(site, site.gateway.url, site.credentials, {
      abilities: ['faults/many-099'],
    });
    await site.run('Bellhop\\start_over();');
    site.gateway.requests.length = 0;
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const bodies = () => site.gateway.requests.filter(({ line }) => line.endsWith('/heartbeat'));
  async function beat(): Promise<Beat> {
    await site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
    const body = bodies().at(-1)?.body;
    if (body === undefined) throw new Error('No heartbeat was sent.');
    return JSON.parse(body) as Beat;
  }
  const state = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await site.run('echo wp_json_encode( Bellhop\\state() );'));
  const secondsToNext = async (): Promise<number> =>
    Number(await site.run(`echo wp_next_scheduled( 'bellhop_heartbeat' ) - time();`));
  const token = () => site.run('echo Bellhop\\service_token();');

  it('tells of the environment in the interface’s words', async () => {
    const { site_info, plugin_status } = await beat();
    expect(plugin_status).toBe('active');
    expect(site_info).toEqual({
      active_plugins: ['Bellhop'],
      active_plugin_count: 1,
      php_version: expect.stringMatching(/^\d+\.\d+/),
      wp_version: expect.stringMatching(/^7\./),
      active_theme: 'Twenty Twenty-Five',
      locale: 'en_US',
      server_software: expect.any(String),
      db_version: expect.any(String),
      memory_limit: expect.any(String),
      timezone: expect.any(String),
      ssl_valid: false,
      is_multisite: false,
      wp_debug: true,
    });
  });

  it('sends abilities once, leaves them out while they are the same, and sends them when they change', async () => {
    const first = await beat();
    expect(first.abilities?.length).toBeGreaterThan(10);
    expect(first.abilities?.find(({ name }) => name === 'faults/fine')).toMatchObject({
      run_url: `${site.url}/wp-json/wp-abilities/v1/abilities/faults/fine/run`,
      input_schema: {},
    });
    expect(await beat()).not.toHaveProperty('abilities');
    site.set({ many: 2 });
    expect((await beat()).abilities).toHaveLength((first.abilities?.length ?? 0) + 2);
    expect(await beat()).not.toHaveProperty('abilities');
  });

  it('sends an empty list when there are none any more', async () => {
    await beat();
    site.set({ none: true });
    await site.run(`update_option( 'test_unregister', 1 );`);
    site.putPlugin(
      'empty',
      `<?php add_action( 'wp_abilities_api_init', function () {
      foreach ( wp_get_abilities() as $a ) { wp_unregister_ability( $a->get_name() ); } }, 999 );`,
    );
    expect((await beat()).abilities).toEqual([]);
    const record = await site.gateway.admin('GET', `/admin/sites/${site.credentials.client_id}`);
    expect(record).toMatchObject({ abilities: [] });
    site.putPlugin('empty', null);
  });

  it.each([
    ['500', 'Plugin ', 500],
    ['fewer, where their names are long,', 'A very long name '.repeat(8), 250],
  ])('names %s of 601 plugins and tells that there are 601', async (_what, name, least) => {
    site.putPlugin(
      'many-plugins',
      `<?php
      add_filter( 'option_active_plugins', function ( $files ) {
        foreach ( range( 1, 600 ) as $i ) { $files[] = "many/p$i.php"; } return $files; } );
      add_action( 'bellhop_heartbeat', function () {
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        $all = get_plugins();
        foreach ( range( 1, 600 ) as $i ) { $all["many/p$i.php"] = array( 'Name' => '${name}' . $i ); }
        wp_cache_set( 'plugins', array( '' => $all ), 'plugins' ); }, 1 );`,
    );
    const { site_info } = await beat();
    const { body } = bodies().at(-1) ?? { body: '' };
    site.putPlugin('many-plugins', null);
    expect(site_info.active_plugin_count).toBe(601);
    expect(site_info.active_plugins.length).toBeGreaterThanOrEqual(least);
    expect(site_info.active_plugins.length).toBeLessThanOrEqual(500);
    expect(Buffer.byteLength(body)).toBeLessThan(65_536);
    expect(await state()).toMatchObject({ status: 'active' });
  });

  it('counts text in characters, as the gateway does, and bodies in bytes', async () => {
    site.putPlugin(
      'wide-words',
      `<?php add_action( 'wp_abilities_api_init', function () {
        register_fault( 'wide', '__return_true', array(), array(), array(), str_repeat( '𝒜', 2500 ) );
        $odd = array( 'type' => 'object', 'properties' => array( 'constructor' => array( 'type' => 'string' ) ) );
        register_fault( 'odd-key', '__return_true', array(), array(), $odd );
      }, 20 );`,
    );
    const { abilities } = await beat();
    site.putPlugin('wide-words', null);
    const wide = abilities?.find(({ name }) => name === 'faults/wide');
    expect(wide).toMatchObject({ description: '𝒜'.repeat(2000) });
    // Neither refuses the whole beat.
    expect(await state()).toMatchObject({ status: 'active' });
    const record = await site.gateway.admin('GET', `/admin/sites/${site.credentials.client_id}`);
    expect(record).toMatchObject({
      abilities: expect.arrayContaining([
        expect.objectContaining({ name: 'faults/wide', description: '𝒜'.repeat(2000) }),
        expect.objectContaining({ name: 'faults/odd-key' }),
      ]),
    });
  });

  it('cuts abilities that have no room in 64 KiB, keeps those that visitors use, and says so', async () => {
    site.set({ many: 100 });
    const { abilities } = await beat();
    const { body } = bodies().at(-1) ?? { body: '' };
    expect(Buffer.byteLength(body)).toBeLessThan(65_536);
    expect(abilities?.map(({ name }) => name)).toContain('faults/many-099');
    const { status, abilities_left } = await state();
    expect(status).toBe('active');
    expect(abilities_left).toBeGreaterThan(10);
    // What was cut is no reason to send it all again.
    expect(await beat()).not.toHaveProperty('abilities');
  });

  it('asks less of a gateway that takes less than the interface says, instead of asking the same again', async () => {
    site.gateway.interceptor = async (request) =>
      request.url.endsWith('/heartbeat') && (await request.clone().text()).length > 10_000
        ? error(413, 'request_too_large')
        : null;
    site.set({ many: 40 });
    const sizes = [];
    for (let i = 0; i < 4; i++) {
      await beat();
      sizes.push(bodies().at(-1)?.body.length ?? 0);
    }
    expect(sizes[0]).toBeGreaterThan(30_000);
    expect(sizes.at(-1)).toBeLessThan(10_000);
    expect(await state()).toMatchObject({ status: 'active' });
  });

  it('keeps the credentials of a suspended site, says so, slows down, and recovers by itself', async () => {
    await site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, {
      status: 'suspended',
    });
    await beat();
    expect(await state()).toMatchObject({
      status: 'suspended',
      message: expect.stringContaining('suspended'),
    });
    expect(await token()).toBe(site.credentials.service_token);
    expect(await secondsToNext()).toBeGreaterThan(6 * 3600);
    await site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, {
      status: 'active',
    });
    await beat();
    expect(await state()).toMatchObject({ status: 'active', failures: 0 });
    expect(await secondsToNext()).toBeLessThan(4000);
  });

  it('forgets the credentials of a revoked site, and nothing else', async () => {
    await site.run(
      `$s = get_option( 'bellhop_settings' ); $s['title'] = 'Kept'; update_option( 'bellhop_settings', $s );`,
    );
    await site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, {
      status: 'revoked',
    });
    const reply = await fetch(
      `${site.gateway.url}/v1/sites/${site.credentials.client_id}/heartbeat`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${site.credentials.service_token}` },
      },
    );
    expect([reply.status, await reply.json()]).toMatchObject([
      404,
      { error: 'site_authorization_revoked' },
    ]);
    await beat();
    expect(await token()).toBe('');
    const settings = JSON.parse(await site.run('echo wp_json_encode( Bellhop\\settings() );'));
    expect(settings).toMatchObject({ client_id: '', title: 'Kept', gateway_url: site.gateway.url });
    expect(await state()).toMatchObject({ status: 'revoked' });
    expect(await site.run(`var_export( wp_next_scheduled( 'bellhop_heartbeat' ) );`)).toBe('false');
    const page = await (await fetch(`${site.url}/`)).text();
    expect(page).not.toContain('bellhop.js');
  });

  it.each([
    ['the standard 404', () => error(404, 'not_found_error'), 'not_found'],
    ['a 404 of HTML', () => new Response('<h1>Not Found</h1>', { status: 404 }), 'not_a_gateway'],
    [
      'a 404 with another word',
      () => Response.json({ error: 'gone' }, { status: 404 }),
      'not_a_gateway',
    ],
    ['a 401', () => error(401, 'authentication_error'), 'bad_token'],
    ['a 403 for another reason', () => error(403, 'permission_error'), 'forbidden'],
    [
      'a 403 with the code in its own place',
      () =>
        Response.json(
          { error: { message: 'x', type: 'permission_error', code: 'site_not_active' } },
          { status: 403 },
        ),
      'suspended',
    ],
    ['a 500', () => error(500, 'api_error'), 'unavailable'],
    ['a 200 of HTML', () => new Response('<h1>Welcome</h1>'), 'not_a_gateway'],
    ['an empty 200', () => new Response(''), 'not_a_gateway'],
  ])('keeps the credentials at %s', async (_what, answer, status) => {
    site.gateway.interceptor = answer;
    await beat();
    expect(await token()).toBe(site.credentials.service_token);
    expect(await state()).toMatchObject({ status, failures: expect.any(Number) });
    expect(await secondsToNext()).toBeGreaterThan(3000);
  });

  it('waits longer after each failure, and as long as the gateway asks', async () => {
    site.gateway.interceptor = () => error(503, 'service_unavailable', { 'retry-after': '3600' });
    const waits = [];
    for (let i = 0; i < 5; i++) {
      await beat();
      waits.push(await secondsToNext());
    }
    expect(waits[0]).toBeGreaterThanOrEqual(3590);
    expect(waits.at(-1)).toBeGreaterThan(8 * 3600);
    expect(waits.at(-1)).toBeLessThan(14 * 3600);
  });

  it('comes about hourly, not at the full hour, and soon after plugins or themes have changed', async () => {
    await beat();
    const wait = await secondsToNext();
    expect(wait).toBeGreaterThan(3200);
    expect(wait).toBeLessThan(4000);
    await site.run(`do_action( 'activated_plugin', 'x/x.php', false );`);
    expect(await secondsToNext()).toBeLessThanOrEqual(30);
    await beat();
    await site.run(`do_action( 'switch_theme', 'x', wp_get_theme(), wp_get_theme() );`);
    expect(await secondsToNext()).toBeLessThanOrEqual(30);
    await site.wp('cron', 'event', 'delete', 'bellhop_heartbeat', '--quiet');
    await (await fetch(`${site.url}/`)).text();
    expect(await secondsToNext()).toBeGreaterThan(0);
  });

  it('gives the catalog again to a gateway that has lost it', async () => {
    await beat();
    site.gateway.interceptor = () =>
      Response.json({ abilities_sync_status: 'never_synced', plugin_status: 'active' });
    expect(await beat()).not.toHaveProperty('abilities');
    site.gateway.interceptor = null;
    expect((await beat()).abilities?.length).toBeGreaterThan(0);
  });
});

function error(status: number, type: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error: { message: 'For a test.', type, code: status, request_id: 'r' } },
    { status, headers },
  );
}
