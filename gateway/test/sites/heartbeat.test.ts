import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function setUp() {
  const site = (await harness.admin('POST', '/admin/sites', { project_id: 'beats' })).body;
  const beat = (body?: unknown, token: string | null = site.service_token, id = site.client_id) =>
    harness.call('POST', `/v1/sites/${id}/heartbeat`, body, token);
  const state = async () => (await harness.admin('GET', `/admin/sites/${site.client_id}`)).body;
  return { site, beat, state };
}

const ABILITY = {
  name: 'shop/get-order',
  label: 'Get an order',
  description: 'Tells where an order is.',
  category: 'shop',
  input_schema: { type: 'object', properties: { id: { type: 'string' } } },
  output_schema: { type: 'object' },
  meta: { annotations: { readonly: true } },
  run_url: 'https://shop.example/wp-json/wp-abilities/v1/abilities/shop/get-order/run',
};

const SITE_INFO = {
  active_plugins: ['WooCommerce', 'Bellhop'],
  php_version: '8.3.1',
  wp_version: '6.9',
  active_theme: 'Fern',
  locale: 'de_DE',
  server_software: 'nginx/1.27',
  db_version: '11.4',
  memory_limit: '256M',
  timezone: 'Europe/Berlin',
  active_plugin_count: 2,
  ssl_valid: true,
  is_multisite: false,
  wp_debug: false,
};

describe('a heartbeat', () => {
  it('may say nothing at all', async () => {
    const { beat } = await setUp();
    const expected = { abilities_sync_status: 'never_synced', plugin_status: 'active' };
    for (const body of [undefined, {}]) {
      const reply = await beat(body);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(expected);
    }
  });

  it('keeps every field of the environment', async () => {
    const { beat, state } = await setUp();
    expect((await beat({ site_info: SITE_INFO, plugin_status: 'active' })).status).toBe(200);
    expect((await state()).site_info).toEqual(SITE_INFO);
    expect((await state()).last_heartbeat_at).toEqual(expect.any(String));
  });

  it('leaves what it omits as it was', async () => {
    const { beat, state } = await setUp();
    await beat({ site_info: SITE_INFO, plugin_status: 'paused', abilities: [ABILITY] });
    const reply = await beat({});
    expect(reply.body).toEqual({ abilities_sync_status: 'synced', plugin_status: 'paused' });
    expect(await state()).toMatchObject({ site_info: SITE_INFO, abilities: [ABILITY] });
  });

  it('replaces the abilities, and clears them with an empty array', async () => {
    const { beat, state } = await setUp();
    expect((await beat({ abilities: [ABILITY] })).body.abilities_sync_status).toBe('synced');
    await beat({ abilities: [{ ...ABILITY, name: 'shop/other' }] });
    expect((await state()).abilities).toMatchObject([{ name: 'shop/other' }]);
    await beat({ abilities: [] });
    expect((await state()).abilities).toEqual([]);
  });

  it('takes the empty array that PHP writes for an empty object', async () => {
    const { beat, state } = await setUp();
    const reply = await beat({
      site_info: [],
      abilities: [{ ...ABILITY, meta: [], output_schema: [] }],
    });
    expect(reply.status).toBe(200);
    expect((await state()).abilities).toMatchObject([{ meta: {}, output_schema: {} }]);
  });

  it('counts the plugins beyond the 500 that it keeps', async () => {
    const { beat, state } = await setUp();
    await beat({
      site_info: { active_plugins: Array.from({ length: 520 }, (_, index) => `p${index}`) },
    });
    const info = (await state()).site_info as {
      active_plugins: string[];
      active_plugin_count: number;
    };
    expect(info.active_plugins).toHaveLength(500);
    expect(info.active_plugin_count).toBe(520);
  });

  it.each([
    ['site_info as text', { site_info: 'x' }, 'site_info'],
    ['plugins as text', { site_info: { active_plugins: 'a' } }, 'active_plugins'],
    ['a plugin that is no text', { site_info: { active_plugins: [1] } }, 'active_plugins'],
    ['a number as version', { site_info: { php_version: 8.3 } }, 'php_version'],
    ['a count with a fraction', { site_info: { active_plugin_count: 1.5 } }, 'active_plugin_count'],
    ['a flag as text', { site_info: { ssl_valid: 'yes' } }, 'ssl_valid'],
    ['a flag as number', { site_info: { wp_debug: 1 } }, 'wp_debug'],
    ['a plugin status that is no text', { plugin_status: true }, 'plugin_status'],
    ['abilities as object', { abilities: {} }, 'abilities'],
    ['an ability that is no object', { abilities: ['x'] }, 'abilities[0]'],
    [
      'a schema that is no object',
      { abilities: [{ ...ABILITY, input_schema: 'x' }] },
      'abilities[0].input_schema',
    ],
    ['a label that is no text', { abilities: [{ ...ABILITY, label: 1 }] }, 'abilities[0].label'],
  ])('refuses %s with 400, naming the field, and keeps nothing of it', async (_, body, field) => {
    const { beat, state } = await setUp();
    const reply = await beat(body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(field);
    expect(await state()).toMatchObject({
      site_info: null,
      abilities: [],
      last_heartbeat_at: null,
    });
  });

  it('takes text of any length, as far as its body has room, and of any characters', async () => {
    const { beat, state } = await setUp();
    // The plugin cuts at 2,000 characters; this has 4,000 units of UTF-16, and 8,000 bytes.
    const description = '𝒜'.repeat(2000);
    const label = 'a\0b\ud800';
    const active_theme = 'x'.repeat(40_000);
    const reply = await beat({
      site_info: { active_theme, wp_version: '6\0' },
      abilities: [{ ...ABILITY, description, label }],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).not.toHaveProperty('left_out');
    expect(await state()).toMatchObject({
      site_info: { active_theme, wp_version: '6\0' },
      abilities: [{ description, label }],
    });
  });

  it('takes schemas and meta with keys of any name', async () => {
    const { beat, state } = await setUp();
    const schema =
      '{"properties":{"constructor":{"type":"string"},"__proto__":{"type":"string"},"prototype":{}}}';
    const text = `{"abilities":[{"name":"a","input_schema":${schema},"meta":${schema}}]}`;
    expect((await beat(text)).status).toBe(200);
    const [kept] = (await state()).abilities as { input_schema: unknown; meta: unknown }[];
    expect(JSON.stringify(kept?.input_schema)).toBe(schema);
    expect(JSON.stringify(kept?.meta)).toBe(schema);
  });

  it('takes null for what is left out', async () => {
    const { beat, state } = await setUp();
    await beat({ site_info: SITE_INFO, plugin_status: 'paused', abilities: [ABILITY] });
    const nothing = Object.fromEntries(Object.keys(SITE_INFO).map((name) => [name, null]));
    for (const body of [
      { site_info: null, plugin_status: null, abilities: null },
      { site_info: nothing },
    ]) {
      const reply = await beat(body);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ abilities_sync_status: 'synced', plugin_status: 'paused' });
      expect(await state()).toMatchObject({ site_info: SITE_INFO, abilities: [ABILITY] });
    }
    const fields = Object.fromEntries(Object.keys(ABILITY).map((name) => [name, null]));
    expect((await beat({ abilities: [{ ...fields, name: 'bare' }] })).status).toBe(200);
    expect((await state()).abilities).toEqual([
      {
        name: 'bare',
        label: '',
        description: '',
        category: '',
        input_schema: {},
        output_schema: {},
        meta: {},
        run_url: '',
      },
    ]);
  });

  it('changes the fields of the environment that are sent, and no others', async () => {
    const { beat, state } = await setUp();
    await beat({ site_info: SITE_INFO });
    await Promise.all([
      beat({ site_info: { php_version: '8.4.0' } }),
      beat({ site_info: { wp_debug: true } }),
      beat({ site_info: {} }),
    ]);
    expect((await state()).site_info).toEqual({
      ...SITE_INFO,
      php_version: '8.4.0',
      wp_debug: true,
    });
  });

  it.each([
    [
      'a second ability of one name',
      { abilities: [ABILITY, { ...ABILITY, label: '2' }] },
      /^abilities\[1\].*shop\/get-order/,
    ],
    [
      'an ability without a name',
      { abilities: [ABILITY, { label: 'x' }] },
      /^abilities\[1\].*name/,
    ],
    ['no ability at all', { abilities: [ABILITY, null] }, /^abilities\[1\]/],
    ['a plugin status with NUL', { abilities: [ABILITY], plugin_status: 'a\0' }, /^plugin_status/],
    [
      'a count below zero',
      { abilities: [ABILITY], site_info: { active_plugin_count: -1 } },
      /^site_info\.active_plugin_count/,
    ],
    [
      'a script as run_url',
      { abilities: [{ ...ABILITY, run_url: 'javascript:alert(1)' }] },
      /^abilities\[0\]\.run_url/,
    ],
    [
      'a path as run_url',
      { abilities: [{ ...ABILITY, run_url: '/run' }] },
      /^abilities\[0\]\.run_url/,
    ],
  ])('leaves out %s, names it, and takes the rest', async (_, body, named) => {
    const { beat, state } = await setUp();
    const reply = await beat(body);
    expect(reply.status).toBe(200);
    expect(reply.body.left_out).toEqual([expect.stringMatching(named)]);
    expect((await state()).abilities).toMatchObject([{ name: ABILITY.name, label: ABILITY.label }]);
  });

  it('names no more than a few of many', async () => {
    const { beat } = await setUp();
    const reply = await beat({ abilities: Array(5000).fill(null) });
    expect(reply.status).toBe(200);
    const named = reply.body.left_out as string[];
    expect(named).toHaveLength(21);
    expect(named.at(-1)).toBe('… and 4980 more');
    const long = 'n'.repeat(20_000);
    const twice = await beat({ abilities: [{ name: long }, { name: long }] });
    expect(JSON.stringify(twice.body.left_out).length).toBeLessThan(300);
  });

  it('takes 64 KiB and refuses one byte more with 413', async () => {
    const { beat } = await setUp();
    const frame = JSON.stringify({ x: '' }).length;
    const body = (bytes: number) => JSON.stringify({ x: 'a'.repeat(bytes - frame) });
    expect((await beat(body(64 * 1024))).status).toBe(200);
    const reply = await beat(body(64 * 1024 + 1));
    expect(reply.status).toBe(413);
    expect(reply.body.error.code).toBe(413);
  });

  it('counts bytes, not characters', async () => {
    const { beat } = await setUp();
    expect((await beat(JSON.stringify({ x: 'ä'.repeat(40_000) }))).status).toBe(413);
  });
});

describe('whose heartbeat it is', () => {
  it('tells a suspended site 403 site_not_active, and takes its beats again later', async () => {
    const { site, beat } = await setUp();
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'suspended' });
    const reply = await beat({});
    expect(reply.status).toBe(403);
    expect(reply.body.error).toMatchObject({ code: 'site_not_active', type: 'permission_error' });
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'active' });
    expect((await beat({})).status).toBe(200);
  });

  it('tells a revoked site 404 with the body that ends its credentials', async () => {
    const { site, beat } = await setUp();
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'revoked' });
    const reply = await beat({});
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({
      error: 'site_authorization_revoked',
      message: expect.any(String),
    });
  });

  it('never says "revoked" of a site that is unknown or another’s', async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    await harness.admin('PATCH', `/admin/sites/${theirs.site.client_id}`, { status: 'revoked' });
    for (const id of ['client_nowhere', theirs.site.client_id, 'a b', mine.site.site_id]) {
      const reply = await mine.beat({}, mine.site.service_token, encodeURIComponent(id));
      expect(reply.status).toBe(404);
      expect(reply.body.error).toMatchObject({ type: 'not_found_error' });
    }
  });

  it('takes an API key of the site’s project, and no other', async () => {
    const { beat } = await setUp();
    const key = async (project_id: string) =>
      (await harness.admin('POST', '/admin/api-keys', { project_id })).body.api_key;
    expect((await beat({}, await key('beats'))).status).toBe(200);
    expect((await beat({}, await key('elsewhere'))).status).toBe(404);
  });

  it('refuses strangers with 401, visitors and accounts with 403', async () => {
    const { beat } = await setUp();
    expect((await beat({}, null)).status).toBe(401);
    expect((await beat({}, 'bhs_wrong')).status).toBe(401);
    expect((await beat({}, (await harness.session()).token)).status).toBe(403);
    const account = (await harness.admin('POST', '/admin/account-tokens')).body.token;
    expect((await beat({}, account)).status).toBe(403);
  });

  it('answers every body without an error of its own', async () => {
    const { beat } = await setUp();
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }));
    const ability = fc.record(
      { name: value, label: value, input_schema: value, meta: value, run_url: value },
      { requiredKeys: [] },
    );
    const info = fc.record(
      { active_plugins: value, php_version: value, active_plugin_count: value },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.record(
            {
              site_info: fc.oneof(info, value),
              plugin_status: value,
              abilities: fc.oneof(fc.array(ability), value),
            },
            { requiredKeys: [] },
          ),
          fc.string({ unit: 'binary' }),
        ),
        async (body) => {
          expect([200, 400]).toContain((await beat(body)).status);
        },
      ),
      { numRuns: cases(120) },
    );
    expect(harness.reported).toEqual([]);
  });
});
