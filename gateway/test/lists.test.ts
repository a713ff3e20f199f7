// Every call that /openapi.json says can be read stays of a bounded size, however many rows there are.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../test/rings.ts';
import { createHarness, type Harness, type ReplyBody, type Wire } from './harness.ts';

const MAX_BYTES = 3_000_000;
/** Streams, and files that are as long as what they are of. */
const NO_LIST = /\/stream$|\/export(?:s)?$|\/files\/|\/desk\/oidc|\/numbers|\/analytics/;

const IDS: Readonly<Record<string, string>> = {
  site_id: 's1',
  client_id: 'k1',
  session_id: 'x1',
  agent_id: 'a1',
  collection_id: 'c1',
  webhook_id: 'w1',
};

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? name);

describe('lists of 3,000 rows', () => lists(3000));
// What makes the rows takes a minute.
describe('lists of 100,000 rows', OUTER, () => lists(100_000));

function lists(count: number): void {
  let harness: Harness;
  let paths: string[] = [];

  beforeAll(async () => {
    harness = await createHarness();
    const rows = `FROM generate_series(1, ${count}) g`;
    const words = `repeat('word ', 40)`;
    for (const sql of [
      `INSERT INTO projects (project_id, created_at) SELECT 'p' || g, g ${rows}`,
      `INSERT INTO collections (collection_id, project_id, name, created_at) SELECT 'c' || g, 'p1', 'C' || g, g ${rows}`,
      `INSERT INTO sites (site_id, client_id, project_id, name, abilities, abilities_synced_at, created_at)
       SELECT 's' || g, 'k' || g, 'p1', 'Shop ' || g, '[{"name":"a/' || ${words} || '"}]', 1, g ${rows}`,
      `INSERT INTO agents (agent_id, project_id, name, version, latest_version, created_at)
       SELECT 'a' || g, 'p1', 'A' || g, 1, 1, g ${rows}`,
      `INSERT INTO agent_versions (agent_id, version, settings, author, created_at)
       SELECT 'a' || g, 1, '{"instructions":"' || ${words} || '"}', 'admin', g ${rows}`,
      `INSERT INTO sessions (session_id, project_id, client_id, agent, client_tools, message_seq, message_at, last_seq, created_at)
       SELECT 'x' || g, 'p1', 'k' || g, 'a' || g % 1000, '[]', 1, g, 1, g ${rows}`,
      `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, history_seq, words)
       SELECT 'x1', g, 'e' || g, 'user.message', '[{"type":"text","text":"' || ${words} || '"}]', g, 1, g, '' ${rows}`,
      `INSERT INTO runs (run_id, session_id, status, origin, created_at) SELECT 'r' || g, 'x1', 'ended', '{}', g ${rows}`,
      `INSERT INTO webhooks (webhook_id, project_id, url, secrets, created_at)
       SELECT 'w' || g, 'p1', 'https://shop.example/' || g, '[]', g ${rows}`,
      `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, payload, created_at)
       SELECT 'd' || g, 'w1', 'run.ended', '{}', g ${rows}`,
      `INSERT INTO credentials (token_hash, kind, project_id, created_at, key_id)
       SELECT 'h' || g, 'api_key', 'p1', g, 'key' || g ${rows}`,
      `INSERT INTO desk_people (person_id, login, name, role, created_at)
       SELECT 'm' || g, 'l' || g, 'M' || g, 'agent', g ${rows}`,
      `INSERT INTO admin_audit (at, actor, address, method, path, status, request_id)
       SELECT g, 'admin', '127.0.0.1', 'GET', '/admin/x', 200, 'q' ${rows}`,
      `INSERT INTO documents (collection_id, uri_hash, position, uri, title, body)
       SELECT 'c1', 'u' || g, g, 'https://shop.example/' || g, 'Page ' || g, 'x' FROM generate_series(1, 5000) g`,
    ]) {
      await harness.db.query(sql);
    }
    const reply = await harness.gateway.request('/openapi.json');
    const document = (await reply.json()) as { paths: Record<string, Wire> };
    paths = Object.entries(document.paths)
      .filter(([path, calls]) => 'get' in calls && path.startsWith('/admin') && !NO_LIST.test(path))
      .map(([path]) => path);
  });
  afterAll(() => harness.close());

  it('each stays of a bounded size', async () => {
    expect(paths.length).toBeGreaterThan(20);
    const sizes: [path: string, status: number, bytes: number][] = [];
    for (const path of paths) {
      const reply = await harness.gateway.request(filled(path), {
        headers: { Authorization: 'Bearer test-admin-key' },
      });
      sizes.push([path, reply.status, (await reply.text()).length]);
    }
    expect(sizes.filter(([, , bytes]) => bytes > MAX_BYTES)).toEqual([]);
    // Those that need more than an id say so.
    expect(sizes.filter(([, status]) => status >= 500)).toEqual([]);
    expect(sizes.filter(([, status]) => status === 200).length).toBeGreaterThan(15);
  });

  it.each(['/admin/sites', '/admin/projects', '/admin/webhooks'])(
    '%s goes on from page to page, without a gap and without a row twice',
    async (path) => {
      const seen = new Set<string>();
      let page = '';
      for (let pages = 0; pages < 5; pages += 1) {
        const { status, body } = await harness.admin('GET', `${path}?limit=50${page}`);
        expect(status).toBe(200);
        for (const row of body.data as unknown as Wire[]) seen.add(JSON.stringify(row));
        page = `&page=${(body as ReplyBody).next_page}`;
      }
      expect(seen.size).toBe(250);
      expect((await harness.admin('GET', `${path}?page=made-up`)).status).toBe(400);
      expect((await harness.admin('GET', `${path}?limit=100000`)).status).toBe(400);
    },
  );

  it('sites are found by words of their names, in the list and in the desk’s filters', async () => {
    const { body } = await harness.admin('GET', '/admin/sites?q=Shop 777');
    expect((body.data as unknown as Wire[]).map(({ site_id }) => site_id)).toContain('s777');
    const filters = (await harness.admin('GET', '/admin/desk/filters?q=Shop 777')).body as Wire;
    expect(filters.sites).toContainEqual({ client_id: 'k777', name: 'Shop 777' });
  });

  it('a report that would have more sums than anybody reads says so', async () => {
    await harness.db.query(
      `INSERT INTO usage_ledger (entry_id, project_id, session_id, run_id, model, operation, client_id, auth_method,
        actor_type, application, credits_nano, request_count, input_tokens, output_tokens, created_at)
     SELECT 'l' || g, 'p1', '', '', 'model-' || g, 'chat', '', 'x', 'y', '', 1, 1, 1, 1, ${harness.clock.now()}::bigint - g
       FROM generate_series(1, 30000) g`,
    );
    const { body } = await harness.admin('POST', '/admin/account-tokens', {});
    const query = new URLSearchParams({
      project_id: 'p1',
      start_time: String(Math.floor(harness.clock.now() / 1000) - 3600),
      group_by: 'model',
    });
    const reply = await harness.call('GET', `/v1/analytics?${query}`, undefined, body.token);
    expect([reply.status, JSON.stringify(reply.body).slice(0, 300)]).toEqual([
      400,
      expect.stringContaining('more than 20000 sums'),
    ]);
  });
}
