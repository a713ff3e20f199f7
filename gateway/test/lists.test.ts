// Every call that /openapi.json says can be read stays of a bounded size, however many rows there are.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../test/rings.ts';
import { createHarness, type Harness, type ReplyBody, type Wire } from './harness.ts';
import { PATH_IDS } from './path-ids.ts';

const MAX_BYTES = 3_000_000;
/** Streams, and files that are as long as what they are of. */
const NO_LIST = /\/stream$|\/export(?:s)?$|\/files\/|\/desk\/oidc|\/numbers|\/analytics/;

/** Lists without pages, and why they can't grow. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/admin/sessions/{session_id}/runs': 'the 100 newest',
  '/admin/signing-secrets': 'two generations of each purpose',
  '/admin/webhooks/{webhook_id}/deliveries': 'the 100 newest',
  '/admin/desk/sessions': 'the 200 seen last',
  '/admin/desk/me/passkeys': 'at most 20 of a person',
  '/admin/desk/tags': 'at most 500',
  '/admin/desk/rules': 'at most 100',
  '/admin/desk/views': 'at most 100 of a person',
  '/admin/desk/replies': 'at most 500 of a person',
  '/admin/desk/colleagues': 'the first 200 by name',
  '/admin/conversations/{session_id}/notes': 'at most 500',
  '/admin/numbers/topics': 'the 20 most frequent',
  '/admin/numbers/unanswered': 'the 100 newest groups',
};
/** Goes on by what was last seen, in a parameter of another name. */
const OTHERWISE = ['/admin/audit', '/admin/conversations/{session_id}/events'];

/** What /openapi.json says of a call that is read. */
interface Call {
  path: string;
  parameters?: { in: string; name: string }[];
  responses: Record<
    string,
    { content?: { 'application/json'?: { schema?: { properties?: Record<string, Wire> } } } }
  >;
}
const listOf = ({ responses }: Call) =>
  responses[200]?.content?.['application/json']?.schema?.properties?.data?.type === 'array';
const parametersOf = ({ parameters = [] }: Call) => parameters.map(({ name }) => name);

const filled = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => PATH_IDS[name] ?? name);

describe('lists of 3,000 rows', () => lists(3000));
// What makes the rows takes a minute.
describe('lists of 100,000 rows', OUTER, () => lists(100_000));

function lists(count: number): void {
  let harness: Harness;
  let paths: [path: string, call: Call][] = [];

  beforeAll(async () => {
    harness = await createHarness();
    const rows = `FROM generate_series(1, ${count}) g`;
    const words = `repeat('word ', 40)`;
    /** Of some rows at both ends of their lists so much that a page of them would be too long. */
    const much = (short: string) =>
      `CASE WHEN g <= 120 OR g > ${count} - 120 THEN repeat('x', 60000) ELSE ${short} END`;
    for (const sql of [
      `INSERT INTO projects (project_id, created_at) SELECT 'p' || g, g ${rows}`,
      `INSERT INTO collections (collection_id, project_id, name, synonyms, created_at)
       SELECT 'c' || g, 'p1', 'C' || g, '[["' || ${much("'a'")} || '"]]', g ${rows}`,
      `INSERT INTO sites (site_id, client_id, project_id, name, abilities, abilities_synced_at, created_at)
       SELECT 's' || g, 'k' || g, 'p1', 'Shop ' || g, '[{"name":"a/' || ${much(words)} || '"}]', 1, g ${rows}`,
      `INSERT INTO agents (agent_id, project_id, name, version, latest_version, created_at)
       SELECT 'a' || g, 'p1', 'A' || g, 1, 1, g ${rows}`,
      `INSERT INTO agent_versions (agent_id, version, settings, author, created_at)
       SELECT 'a' || g, 1, '{"instructions":"' || ${much(words)} || '"}', 'admin', g ${rows}`,
      `INSERT INTO agent_versions (agent_id, version, settings, author, created_at)
       SELECT 'a1', g, '{"instructions":"' || ${much(words)} || '"}', 'admin', g
         FROM generate_series(2, 300) g`,
      `INSERT INTO sessions (session_id, project_id, client_id, agent, client_tools, message_seq, message_at, last_seq, created_at)
       SELECT 'x' || g, 'p1', CASE WHEN g <= 100 THEN 'k1' ELSE 'k' || g END, 'a' || g % 1000, '[]', 1, g, 1, g ${rows}`,
      `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, history_seq, words)
       SELECT 'x1', g, 'e' || g, 'user.message', '[{"type":"text","text":"' || ${words} || '"}]', g, 1, g, '' ${rows}`,
      `INSERT INTO desk_people (person_id, login, name, role, created_at) VALUES ('ann', 'ann', 'Ann', 'owner', 1)`,
      `INSERT INTO desk_invitations (invitation_id, token_hash, role, invited_by, created_at, expires_at)
       SELECT 'i' || g, 'h' || g, 'agent', 'ann', g, 4000000000000 ${rows}`,
      `INSERT INTO learned_answers (learned_id, project_id, agent, collection_id, uri, question, answer, is_correction, name, created_at)
       SELECT 'l' || g, 'p1', 'a1', 'c1', 'answer:' || g, 'Q', ${much(words)}, false, 'Ann', g ${rows}`,
      `INSERT INTO runs (run_id, session_id, status, origin, created_at) SELECT 'r' || g, 'x1', 'ended', '{}', g ${rows}`,
      `INSERT INTO webhooks (webhook_id, project_id, url, secrets, created_at)
       SELECT 'w' || g, 'p1', 'https://shop.example/' || g, '[]', g ${rows}`,
      `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, payload, created_at)
       SELECT 'd' || g, 'w1', 'run.ended', '{}', g ${rows}`,
      `INSERT INTO credentials (token_hash, kind, project_id, created_at, key_id)
       SELECT 'h' || g, 'api_key', 'p1', g, 'key' || g ${rows}`,
      `INSERT INTO desk_people (person_id, login, name, role, picture, created_at)
       SELECT 'm' || g, 'l' || g, 'M' || g, 'agent', ${much('NULL')}, g ${rows}`,
      `INSERT INTO desk_sessions (token_hash, desk_session_id, person_id, address, device, created_at, seen_at, expires_at)
       SELECT 't' || g, 'ds' || g, 'm1', '127.0.0.1', 'Firefox', 1, ${harness.clock.now()}, ${harness.clock.now() + 1e9} ${rows}`,
      `INSERT INTO tool_servers (agent_id, server, url_hash, first_at)
       VALUES ('a1', 'shop', encode(sha256('https://shop.example/mcp'), 'hex'), 1)`,
      `INSERT INTO server_tools (agent_id, server, url_hash, tool, allowed, offered, offered_digest, offered_at)
       SELECT 'a1', 'shop', encode(sha256('https://shop.example/mcp'), 'hex'), 't' || g, tool, tool, 'd', g
         FROM (SELECT g, '{"title":null,"description":"' || repeat('x', 60000) || '","input_schema":{},"annotations":null}' AS tool
                 FROM generate_series(1, 250) g) made`,
      `UPDATE agent_versions SET settings = '{"tool_servers":[{"name":"shop","url":"https://shop.example/mcp","tools":["*"]}]}'
        WHERE agent_id = 'a1' AND version = 1`,
      `INSERT INTO admin_audit (at, actor, address, method, path, status, request_id)
       SELECT g, 'admin', '127.0.0.1', 'GET', '/admin/x', 200, 'q' ${rows}`,
      `INSERT INTO documents (collection_id, uri_hash, position, uri, title, body)
       SELECT 'c1', 'u' || g, g, 'https://shop.example/' || g, 'Page ' || g, 'x' FROM generate_series(1, 5000) g`,
    ]) {
      await harness.db.query(sql);
    }
    const reply = await harness.gateway.request('/openapi.json');
    const document = (await reply.json()) as {
      paths: Record<string, { get?: Omit<Call, 'path'> }>;
    };
    paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get === undefined || !path.startsWith('/admin') || NO_LIST.test(path)
        ? []
        : [[path, { ...get, path }]],
    );
  });
  afterAll(() => harness.close());

  it('each stays of a bounded size', async () => {
    expect(paths.length).toBeGreaterThan(20);
    const sizes: [path: string, status: number, bytes: number][] = [];
    for (const [path] of paths) {
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

  it('each that can grow goes on from page to page, without a gap and without a row twice', async () => {
    const lists = paths.filter(([, call]) => listOf(call) && !(call.path in BOUNDED));
    expect(lists.length).toBeGreaterThan(10);
    for (const [path, call] of lists) {
      if (OTHERWISE.includes(path)) continue;
      expect([path, parametersOf(call)]).toEqual([path, expect.arrayContaining(['page', 'limit'])]);
      const seen: string[] = [];
      let page = '';
      for (let pages = 0; pages < 4; pages += 1) {
        const { status, body } = await harness.admin('GET', `${filled(path)}?limit=15${page}`);
        expect([path, page, status, body.error]).toEqual([path, page, 200, undefined]);
        seen.push(...(body.data as unknown as Wire[]).map((row) => JSON.stringify(row)));
        page = `&page=${(body as ReplyBody).next_page}`;
      }
      expect([path, seen.length, new Set(seen).size]).toEqual([path, 60, 60]);
      for (const wrong of ['page=made-up', 'limit=100000', 'limit=0']) {
        const { status } = await harness.admin('GET', `${filled(path)}?${wrong}`);
        expect([path, wrong, status]).toEqual([path, wrong, 400]);
      }
    }
  });

  it('each is whole where its pages end early because their rows are long', async () => {
    for (const [path, count] of [
      ['/admin/agents/a1/versions', 300],
      ['/admin/agents/a1/server-tools', 250],
    ] as const) {
      let [rows, query, pages] = [0, '', 0];
      for (;;) {
        const { body } = await harness.admin('GET', `${path}${query}`);
        rows += (body.data as unknown as Wire[]).length;
        pages += 1;
        if (!body.next_page) break;
        query = `?page=${body.next_page}`;
      }
      expect([path, rows]).toEqual([path, count]);
      expect(pages).toBeGreaterThan(2);
    }
  });

  it.each([
    ['/admin/agents', 'A777', 'a777', 'agent_id'],
    ['/admin/collections', 'C777', 'c777', 'collection_id'],
    ['/admin/desk/people', 'M777', 'm777', 'person_id'],
    ['/admin/sites', 'Shop 777', 's777', 'site_id'],
  ])('%s finds by words of names', async (path, words, id, field) => {
    const { body } = await harness.admin('GET', `${path}?q=${encodeURIComponent(words)}`);
    expect((body.data as unknown as Wire[]).map((row) => row[field])).toContain(id);
    const none = await harness.admin('GET', `${path}?q=nobody%20is%20called%20so`);
    expect(none.body.data).toEqual([]);
  });

  it('the desk’s filters find sites by words of their names', async () => {
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
