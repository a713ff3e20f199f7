// PATCH /v1/sites/{site_id} and POST /v1/sites/{client_id}/heartbeat

import { group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { expectError, expectStatus, expectSuccess, type Reply, type World } from '../world.ts';

async function setup(world: World) {
  const project = world.newProject();
  const site = await world.newSite(project);
  const patch = (body: unknown, id = site.siteId, token = site.token): Promise<Reply> =>
    world.call('PATCH', `/v1/sites/${id}`, { token, body });
  const beat = (body: unknown = {}, id = site.clientId, token = site.token): Promise<Reply> =>
    world.call('POST', `/v1/sites/${id}/heartbeat`, { token, body });
  return { project, site, patch, beat };
}

/** The binding after a PATCH that succeeded. */
function bound(reply: Reply): unknown {
  expectSuccess(reply);
  const id = get(reply.body, 'kb_collection_id');
  ensure(
    id === null || typeof id === 'string',
    `kb_collection_id is ${JSON.stringify(id)}; it is always present`,
  );
  return id;
}

export const sites = group('sites', {
  bind: [
    'PATCH sets the primary collection, null clears it; the reply is the site',
    async (world) => {
      const { project, patch } = await setup(world);
      const id = await world.newCollection(project);
      const reply = await patch({ kb_collection_id: id });
      same([bound(reply), get(reply.body, 'status')], [id, 'active'], 'the site');
      same(bound(await patch({ kb_collection_id: null })), null, 'after clearing');
      world.note(
        `success is HTTP ${reply.status}; the site record has ${Object.keys(reply.body as object).join(', ')}`,
      );
    },
  ],
  'client-id': [
    'The site is found by its client_id as well',
    async (world) => {
      const { project, site, patch } = await setup(world);
      const id = await world.newCollection(project);
      same(bound(await patch({ kb_collection_id: id }, site.clientId)), id, 'the binding');
      same(bound(await patch({ kb_collection_id: null }, site.siteId)), null, 'the same site');
    },
  ],
  expected: [
    'expected_kb_collection_id makes the update conditional: 409 where the binding differs, and nothing changes',
    async (world) => {
      const { project, patch } = await setup(world);
      const [a, b] = [await world.newCollection(project), await world.newCollection(project)];
      expectError(await patch({ kb_collection_id: a, expected_kb_collection_id: b }), 409);
      same(
        bound(await patch({ kb_collection_id: a, expected_kb_collection_id: null })),
        a,
        'null expected, unbound',
      );
      expectError(await patch({ kb_collection_id: b, expected_kb_collection_id: null }), 409);
      expectError(await patch({ kb_collection_id: null, expected_kb_collection_id: b }), 409);
      same(
        bound(await patch({ kb_collection_id: b, expected_kb_collection_id: a })),
        b,
        'the right one expected',
      );
      same(
        bound(await patch({ kb_collection_id: null, expected_kb_collection_id: b })),
        null,
        'cleared',
      );
    },
  ],
  race: [
    'Of several conditional updates at once only one succeeds',
    async (world) => {
      const { project, patch } = await setup(world);
      const ids = await Promise.all(Array.from({ length: 5 }, () => world.newCollection(project)));
      const replies = await Promise.all(
        ids.map((id) => patch({ kb_collection_id: id, expected_kb_collection_id: null })),
      );
      same(
        replies.map(({ status }) => (status < 300 ? 200 : status)).sort(),
        [200, 409, 409, 409, 409],
        'statuses',
      );
    },
  ],
  invalid: [
    'A missing, empty, unknown or foreign kb_collection_id is refused with 400',
    async (world) => {
      const { patch } = await setup(world);
      const foreign = await world.newCollection(world.newProject());
      for (const body of [
        {},
        { kb_collection_id: '' },
        { kb_collection_id: 5 },
        { kb_collection_id: foreign },
        { kb_collection_id: 'nothing' },
        [],
        { expected_kb_collection_id: null },
      ]) {
        expectError(await patch(body), 400);
      }
    },
  ],
  'not-found': [
    'An unknown site, and one the caller is not authorized for, are both 404',
    async (world) => {
      const [own, other] = [await setup(world), await setup(world)];
      expectError(await own.patch({ kb_collection_id: null }, 'nothing'), 404);
      expectError(await own.patch({ kb_collection_id: null }, other.site.siteId), 404);
      expectError(await own.patch({ kb_collection_id: null }, other.site.clientId), 404);
    },
  ],
});

const ability = (name: string) => ({
  name,
  label: 'Label',
  description: 'Does it.',
  category: 'shop',
  input_schema: { type: 'object' },
  output_schema: { type: 'object' },
  meta: {},
  run_url: 'https://a.example/run',
});

const SITE_INFO = {
  active_plugins: ['a', 'b'],
  php_version: '8.3',
  wp_version: '6.9',
  active_theme: 'T',
  locale: 'de_DE',
  server_software: 'nginx',
  db_version: '11',
  memory_limit: '256M',
  timezone: 'Europe/Berlin',
  active_plugin_count: 700,
  ssl_valid: true,
  is_multisite: false,
  wp_debug: false,
};

export const heartbeat = group('heartbeat', {
  empty: [
    'Every field is optional; the reply has abilities_sync_status and plugin_status',
    async (world) => {
      const { beat } = await setup(world);
      const reply = await beat();
      expectSuccess(reply);
      for (const field of ['abilities_sync_status', 'plugin_status'])
        ensure(
          typeof get(reply.body, field) === 'string',
          `${field} is ${JSON.stringify(get(reply.body, field))}`,
        );
      same(get(reply.body, 'abilities_sync_status'), 'never_synced', 'before any catalog');
      world.note(`success is HTTP ${reply.status}`);
    },
  ],
  full: [
    'Environment, status and abilities are taken',
    async (world) => {
      const { beat } = await setup(world);
      const reply = await beat({
        site_info: SITE_INFO,
        plugin_status: 'active',
        abilities: [ability('shop/search')],
      });
      expectSuccess(reply);
      same(get(reply.body, 'plugin_status'), 'active', 'plugin_status');
    },
  ],
  abilities: [
    'Abilities replace the catalog, an empty array clears it, and without them it stays',
    async (world) => {
      const { beat } = await setup(world);
      const seen: string[] = [];
      for (const body of [{ abilities: [ability('a')] }, {}, { abilities: [] }, {}]) {
        const reply = await beat(body);
        expectSuccess(reply);
        seen.push(String(get(reply.body, 'abilities_sync_status')));
      }
      same(seen[1], seen[0], 'the status after a heartbeat without abilities');
      same(seen[3], seen[2], 'the status after another without abilities');
      world.note(`abilities_sync_status with a catalog: ${seen[0]}; cleared: ${seen[2]}`);
    },
  ],
  invalid: [
    'Fields of the wrong type are refused with 400',
    async (world) => {
      const { beat } = await setup(world);
      for (const body of [
        [],
        { site_info: 'x' },
        { site_info: { php_version: 8 } },
        { site_info: { active_plugins: 'a' } },
        { site_info: { active_plugins: [5] } },
        { site_info: { ssl_valid: 'yes' } },
        { site_info: { active_plugin_count: 1.5 } },
        { plugin_status: 5 },
        { abilities: {} },
        { abilities: ['a'] },
        { abilities: [{ ...ability('a'), input_schema: 'x' }] },
      ]) {
        expectError(await beat(body), 400);
      }
    },
  ],
  'many-plugins': [
    'A list of 500 plugins with a larger true count is taken',
    async (world) => {
      const { beat } = await setup(world);
      const active_plugins = Array.from({ length: 500 }, (_, n) => `plugin-${n}`);
      expectSuccess(await beat({ site_info: { active_plugins, active_plugin_count: 1_200 } }));
      const more = await beat({ site_info: { active_plugins: [...active_plugins, 'one-more'] } });
      ensure(more.status < 500, `501 plugins answered ${more.status}`);
      world.note(`501 plugins answer ${more.status}`);
    },
  ],
  size: [
    'A body above 64 KiB is refused with 413; one of 64 KiB is taken',
    async (world) => {
      const { site } = await setup(world);
      // 500 plugins, so that no single field is of a size that a gateway might object to.
      const sized = (bytes: number) => {
        const names = Array.from({ length: 500 }, () => 'x'.repeat(120));
        const body = () => JSON.stringify({ site_info: { active_plugins: names } });
        for (let at = 0; body().length < bytes; at += 1) {
          names[at] = 'x'.repeat(Math.min(200, 120 + bytes - body().length));
        }
        return body();
      };
      const path = `/v1/sites/${site.clientId}/heartbeat`;
      expectSuccess(await world.call('POST', path, { token: site.token, text: sized(65_536) }));
      expectError(await world.call('POST', path, { token: site.token, text: sized(65_537) }), 413);
      // The limit is in bytes, not in characters.
      const wide = JSON.stringify({
        site_info: { active_plugins: Array(500).fill('€'.repeat(50)) },
      });
      expectError(await world.call('POST', path, { token: site.token, text: wide }), 413);
    },
  ],
  suspended: [
    'A registration that is not active gets 403 site_not_active, and recovers',
    async (world) => {
      const { site, beat } = await setup(world);
      await world.admin('PATCH', `/sites/${site.clientId}`, { status: 'suspended' });
      const reply = await beat();
      expectStatus(reply, 403);
      ensure(reply.text.includes('site_not_active'), `no site_not_active in ${reply.text}`);
      world.note(
        `site_not_active stands in ${['error.code', 'error.type', 'error'].find((path) => get(reply.body, path) === 'site_not_active') ?? 'error.message'}`,
      );
      await world.admin('PATCH', `/sites/${site.clientId}`, { status: 'active' });
      expectSuccess(await beat());
    },
  ],
  revoked: [
    'A revoked registration gets 404 with error site_authorization_revoked and a message',
    async (world) => {
      const { site, beat } = await setup(world);
      await world.admin('PATCH', `/sites/${site.clientId}`, { status: 'revoked' });
      const reply = await beat();
      expectStatus(reply, 404);
      same(get(reply.body, 'error'), 'site_authorization_revoked', 'error');
      ensure(typeof get(reply.body, 'message') === 'string', 'no message');
    },
  ],
  foreign: [
    'Another site’s token can’t report for this one, and does not read as a revocation',
    async (world) => {
      const [own, other] = [await setup(world), await setup(world)];
      const reply = await own.beat({}, other.site.clientId);
      expectStatus(reply, 401, 403, 404);
      ensure(
        !reply.text.includes('site_authorization_revoked'),
        'a foreign site reads as revoked: clients would clear their credentials',
      );
      const unknown = await own.beat({}, 'nothing');
      expectStatus(unknown, 401, 403, 404);
      ensure(
        !unknown.text.includes('site_authorization_revoked'),
        'an unknown site reads as revoked',
      );
      world.note(`a foreign site answers ${reply.status}, an unknown one ${unknown.status}`);
    },
  ],

  'each-field': [
    'Each field may be left out while the others stand',
    async (world) => {
      const { beat } = await setup(world);
      for (const [name, value] of Object.entries(SITE_INFO)) {
        expectSuccess(await beat({ site_info: { [name]: value } }));
        const { [name]: _, ...others } = SITE_INFO as Record<string, unknown>;
        expectSuccess(await beat({ site_info: others }));
      }
      expectSuccess(await beat({ site_info: {} }));
      expectSuccess(await beat({ plugin_status: 'active' }));
    },
  ],
  'status-kept': [
    'A heartbeat without plugin_status still tells it',
    async (world) => {
      const { beat } = await setup(world);
      await beat({ plugin_status: 'active' });
      const reply = await beat({ abilities: [] });
      expectSuccess(reply);
      const status = get(reply.body, 'plugin_status');
      ensure(typeof status === 'string', `plugin_status is ${JSON.stringify(status)}`);
      world.note(`plugin_status after a heartbeat that leaves it out: ${status}`);
    },
  ],
});
