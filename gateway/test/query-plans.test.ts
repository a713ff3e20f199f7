// Every statement that the gateway makes while a shop's day is played finds its rows by an index, on tables that grow. The
// statements are recorded as they are made, so that a new one is among them without a word here.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { createHarness, type Harness, type Wire } from './harness.ts';
import { PATH_IDS } from './path-ids.ts';
import { openTestDatabase } from './test-database.ts';

const nameRow = z.object({
  name: z.string(),
});

const ROWS = 2000;
/** Tables with few rows whatever happens, or that are read whole by design. */
const SMALL =
  /^(?:secrets|signing_secrets|migrations|number_\w+|desk_people|push_keys|push_subscriptions|site_connections|desk_sign_ins|desk_passkeys|desk_passkey_challenges|webhooks|tool_servers|tags|desk_views|assignment_rules|assignment_rule_people|saved_replies)$/;
/** Reads a whole table once a minute; an index on the time would cost something at each count. */
const SWEEP = /^DELETE FROM limits WHERE full_at/;

/** A part of a plan, as EXPLAIN writes it. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

const explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.custom<Plan>() })]) });

/** Passes everything on, and keeps each statement with the values that it last had: the first sums of numbers are of all time. */
function recording(db: Db, kept: Map<string, readonly unknown[]>): Db {
  const over = (inner: Queryable): Queryable => ({
    query: (sql, params = []) => {
      kept.set(sql, params);
      return inner.query(sql, params);
    },
  });
  return {
    ...db,
    ...over(db),
    transaction: (work, options) => db.transaction((tx) => work(over(tx)), options),
  };
}

/**
 * What a plan reads without an index: whole tables, and whole indexes that no limit cuts short.
 * @param partial names of indexes that hold a part of their table, so that reading all of one is meant
 */
function unindexed(plan: Plan, partial: ReadonlySet<string>, isCut = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = plan;
  const isWhole =
    type === 'Seq Scan' ||
    (/^(?:Index|Index Only) Scan$|^Bitmap Index Scan$/.test(type) &&
      plan['Index Cond'] === undefined &&
      !partial.has(index) &&
      !isCut);
  const own = isWhole && !SMALL.test(table) ? [`${type} ${table}${index}`] : [];
  // What sorts or sums reads all that is below it, limit or not.
  const cuts = type === 'Limit' || (isCut && !/Sort|Aggregate|Hash|Materialize/.test(type));
  const below = (plan.Plans ?? []).flatMap((part) => unindexed(part, partial, cuts));
  return [...own, ...below];
}

describe('the gateway’s statements', () => {
  const kept = new Map<string, readonly unknown[]>();
  let harness: Harness;
  let db: Db;

  beforeAll(async () => {
    db = await openTestDatabase();
    harness = await createHarness({ db: recording(db, kept) });
    await fill(db);
    kept.clear();
    await playDay(harness);
  });
  afterAll(() => harness.close());

  it('find their rows by an index', async () => {
    expect(kept.size).toBeGreaterThan(100);
    const faults = await db.transaction(async (tx) => {
      // With few rows a whole table is read sooner than an index: so it is asked what there is, and not what is quick here.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin']) {
        await tx.query(`SET LOCAL enable_${way} = off`);
      }
      const partial = await readRows(
        tx,
        nameRow,
        `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL`,
      );
      const names = new Set(partial.map(({ name }) => name));
      const found: string[] = [];
      for (const [sql, params] of kept) {
        if (!/^\s*(?:SELECT|UPDATE|DELETE|INSERT|WITH)\b/i.test(sql) || SWEEP.test(sql)) continue;
        const [row] = await readRows(tx, explained, `EXPLAIN (FORMAT JSON) ${sql}`, params);
        const plan = row?.['QUERY PLAN'][0].Plan;
        const reads = plan === undefined ? [] : unindexed(plan, names);
        if (reads.length > 0) found.push(`${reads.join(', ')}: ${sql.replace(/\s+/g, ' ')}`);
      }
      return found;
    });
    expect(faults).toEqual([]);
  });

  it('would be told of, if one had none', async () => {
    const [row] = await readRows(
      db,
      explained,
      `EXPLAIN (FORMAT JSON) SELECT 1 FROM events WHERE error_code = 'cut_short'`,
    );
    const plan = row?.['QUERY PLAN'][0].Plan;
    expect(plan && unindexed(plan, new Set())).toEqual(['Seq Scan events']);
  });
});

/** Of everything that grows so much that a plan means something. */
async function fill(db: Db): Promise<void> {
  const rows = `FROM generate_series(1, ${ROWS}) g`;
  for (const sql of [
    `INSERT INTO projects (project_id, created_at) SELECT 'p' || g, g ${rows}`,
    `INSERT INTO collections (collection_id, project_id, name, created_at) SELECT 'c' || g, 'p' || g % 50 + 1, 'C' || g, g ${rows}`,
    `INSERT INTO documents (collection_id, uri_hash, position, uri, title, body)
     SELECT 'c' || g % 20 + 1, 'u' || g, g, 'https://shop.example/' || g, 'Page ' || g, 'x' ${rows}`,
    `INSERT INTO sites (site_id, client_id, project_id, name, created_at)
     SELECT 's' || g, 'k' || g, 'p' || g % 50 + 1, 'Shop ' || g, g ${rows}`,
    `INSERT INTO agents (agent_id, project_id, name, version, latest_version, created_at)
     SELECT 'a' || g, 'p' || g % 50 + 1, 'A' || g, 1, 1, g ${rows}`,
    `INSERT INTO agent_versions (agent_id, version, settings, author, created_at) SELECT 'a' || g, 1, '{}', 'admin', g ${rows}`,
    `INSERT INTO sessions (session_id, project_id, client_id, agent, owner_id, client_tools, message_seq, message_at, last_seq, last_event_at, created_at)
     SELECT 'x' || g, 'p' || g % 50 + 1, 'k' || g % 100 + 1, 'a' || g % 100 + 1, 'o' || g % 500, '[]', 5, g, 5, g, g ${rows}`,
    `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, history_seq, words)
     SELECT 'x' || g, n, 'e' || g || '-' || n, 'user.message', '[{"type":"text","text":"word"}]', g * 3600000::bigint, g, n, 'word' ${rows}, generate_series(1, 5) n`,
    `INSERT INTO runs (run_id, session_id, status, origin, created_at) SELECT 'r' || g, 'x' || g % 500 + 1, 'ended', '{}', g ${rows}`,
    `INSERT INTO tool_calls (session_id, tool_use_id, run_id, seq, state)
     SELECT 'x' || g, 't' || g, 'r' || g, 1, 'settled' ${rows}`,
    `INSERT INTO usage_ledger (entry_id, project_id, session_id, run_id, model, operation, client_id, auth_method,
       actor_type, application, credits_nano, request_count, input_tokens, output_tokens, created_at)
     SELECT 'l' || g, 'p' || g % 50 + 1, 'x' || g, 'r' || g, 'm', 'chat', '', 'x', 'y', '', 1, 1, 1, 1, g ${rows}`,
    `INSERT INTO webhooks (webhook_id, project_id, url, secrets, created_at) SELECT 'w' || g, 'p' || g % 50 + 1, 'https://x.example/', '[]', g ${rows}`,
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, payload, created_at) SELECT 'd' || g, 'w' || g % 100 + 1, 'run.ended', '{}', g ${rows}`,
    `INSERT INTO credentials (token_hash, kind, project_id, client_id, created_at, key_id)
     SELECT 'h' || g, 'service_token', 'p' || g % 50 + 1, 'k' || g, g, 'key' || g ${rows}`,
    `INSERT INTO admin_audit (at, actor, address, method, path, status, request_id)
     SELECT g, 'admin', '127.0.0.1', 'GET', '/admin/x', 200, 'q' ${rows}`,
    `INSERT INTO app_resources (session_id, digest, html, terms) SELECT 'x' || g, 'g' || g, '', '{}' ${rows}`,
    `INSERT INTO shown_apps (session_id, tool_use_id, digest, agent_id, server, url, resource, tool, input, result)
     SELECT 'x' || g, 't' || g, 'g' || g, 'a' || g, 's', 'u', 'ui://r', '{}', '{}', '{}' ${rows}`,
    `INSERT INTO feedback (event_id, session_id, value, given_at) SELECT 'e' || g || '-1', 'x' || g, 'up', g ${rows}`,
    `INSERT INTO conversation_ratings (session_id, asked_at, value, rated_at) SELECT 'x' || g, g, 'good', g ${rows}`,
    `INSERT INTO desk_people (person_id, login, name, role, created_at) SELECT 'm' || g, 'l' || g, 'M', 'agent', g ${rows}`,
    `INSERT INTO desk_reads (person_id, session_id, seq) SELECT 'm' || g % 10 + 1, 'x' || g, 1 ${rows}`,
    `INSERT INTO desk_sessions (token_hash, desk_session_id, person_id, address, device, created_at, seen_at, expires_at)
     SELECT 't' || g, 'ds' || g, 'm' || g, '127.0.0.1', 'Firefox', g, g, g ${rows}`,
    `INSERT INTO comparisons (agent_id, version_a, version_b, author, begun_at) SELECT 'a' || g, 1, 1, 'admin', g ${rows}`,
    `INSERT INTO compared_questions (agent_id, place, question) SELECT 'a' || g, 0, 'Blue?' ${rows}`,
    `INSERT INTO compared_answers (agent_id, place, side, session_id) SELECT 'a' || g, 0, 'a', 'x' || g ${rows}`,
    'ANALYZE',
  ]) {
    await db.query(sql);
  }
}

/** A visitor talks and uses a tool; a site reports; an owner looks at everything, takes over and deletes. */
async function playDay(harness: Harness): Promise<void> {
  const site = (await harness.admin('POST', '/admin/sites', { name: 'Fernway', project_id: 'p1' }))
    .body;
  await harness.call('POST', `/v1/sites/heartbeat`, { plugin_version: '1' }, site.service_token);
  const session = await harness.session({
    agent: 'scripted',
    client_id: site.client_id,
    owner_id: 'o1',
    script: [[{ call: [{ name: 'cart' }] }, { say: 'Done.' }], [{ say: 'Bye.' }]],
    client_tools: [{ name: 'cart' }],
  });
  await session.say('Put it in');
  await harness.settled();
  await session.answer('done');
  await harness.settled();
  const events = await session.events();
  await session.list(`?after_id=${events[1]?.id}`);
  await session.list('?order=desc&limit=2');
  await (await session.stream()).close();
  const answer = events.find(({ type }) => type === 'agent.message');
  const own = `/admin/sessions/${session.id}`;
  await harness.admin('POST', `${own}/feedback`, { event_id: answer?.id, value: 'up' });
  await harness.admin('POST', `${own}/takeover`, { name: 'Anna' });
  await harness.admin('POST', `${own}/messages`, { text: 'Hello.' });
  await harness.admin('POST', `${own}/handback`);
  const reply = await harness.gateway.request('/openapi.json');
  const { paths } = (await reply.json()) as { paths: Record<string, Wire> };
  for (const [path, calls] of Object.entries(paths)) {
    if (!('get' in calls) || /\/stream$|\/oidc/.test(path)) continue;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => PATH_IDS[name] ?? name);
    for (const query of [
      '',
      '?project_id=p1',
      '?q=Shop',
      '?client_id=k1&unread=true',
      '?owner_id=o1',
      '?agent=a1',
      '?assigned_to=me&status=waiting_visitor',
      '?tag=t1&status=all',
      '?status=waiting_us',
      '?status=closed',
      '?status=snoozed',
    ]) {
      await harness.admin('GET', filled + query);
    }
    const { body } = await harness.admin('GET', `${filled}?limit=2`);
    if (body.next_page) await harness.admin('GET', `${filled}?limit=2&page=${body.next_page}`);
  }
  await harness.admin('PATCH', '/admin/projects/p1', { retention_days: 1 });
  await harness.clock.advance(3_700_000);
  await harness.admin('DELETE', own);
  await harness.admin('POST', '/admin/erasures', { owner_id: 'o1', project_id: 'p1' });
  await harness.admin('DELETE', '/admin/agents/a7');
  await harness.admin('DELETE', '/admin/collections/c7');
}
