// What earlier versions of the gateway have stored: each recording of gateway/test/stored is opened by this version, which then
// goes on as the same gateway. `node gateway/test/stored/record.ts NAME` makes a recording.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyImage } from '../../test/doubles/memory-database.ts';
import { createVirtualClock } from '../../test/doubles/virtual-clock.ts';
import { OUTER } from '../../test/rings.ts';
import type { Head } from '../archive/format.ts';
import { readArchive } from '../archive/read-archive.ts';
import { MIGRATIONS } from '../kernel/db/migrations/index.ts';
import { openUnmigrated } from '../kernel/db/open.ts';
import { readRows } from '../kernel/db/rows.ts';
import { createHarness, type Harness } from './harness.ts';
import type { Papers } from './stored/record.ts';

const idRow = z.object({
  id: z.string(),
});

const FOLDER = join(import.meta.dirname, 'stored');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
/** From the oldest version to the newest. */
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.replace('.jsonl', ''))
  .toSorted();
const stepsOf = (name: string) =>
  (JSON.parse(read(`${name}.jsonl`).split('\n')[0] ?? '') as Head).migrations;
const ALL = MIGRATIONS.map(({ id }) => id);

const open: Harness[] = [];
afterAll(async () => {
  for (const { gateway, db } of open) {
    await gateway.close();
    await db.close();
  }
});

/** This version's gateway on what that one has stored, soon after it stopped. */
async function upgraded(name: string): Promise<{ harness: Harness; papers: Papers }> {
  const papers = JSON.parse(read(`${name}.json`)) as Papers;
  const db = await openUnmigrated({ image: await emptyImage() });
  async function* lines() {
    yield* read(`${name}.jsonl`).split('\n');
  }
  await readArchive(db, lines());
  const harness = await createHarness({
    db,
    clock: createVirtualClock({ startAt: papers.at + 60_000 }),
    postWebhook: async () => 200,
  });
  open.push(harness);
  return { harness, papers };
}

/** This version's gateway opens what that one has stored, and goes on as the same gateway. */
async function goesOn(name: string): Promise<void> {
  const { harness, papers } = await upgraded(name);
  const { session_id: id, token, service_token } = papers;
  const steps = await readRows(harness.db, idRow, 'SELECT id FROM migrations ORDER BY id');
  expect(steps.map((step) => step.id)).toEqual(ALL);

  // The visitor's token still opens their conversation, which is whole.
  const path = `/v1/sessions/${id}/events`;
  const list = async () =>
    (await harness.call('GET', `${path}?limit=100`, undefined, token)).body.data;
  const before = await list();
  expect(before.map(({ type }) => type)).toEqual([
    'user.message',
    'session.status_running',
    'agent.message',
    'session.turn_usage',
    'session.status_idle',
    'user.message',
    'session.status_running',
    'agent.tool_use',
    'session.turn_usage',
    'session.status_idle',
  ]);
  expect(before[2]?.content[0]?.text).toBe('A parcel takes three days.');

  // The tool's result that was due then is taken now, and the run goes on to its end.
  const [call] = (before[9]?.content.tool_use_ids ?? []) as string[];
  const result = { type: 'tool_result', tool_use_id: call, content: 'done' };
  const events = [{ type: 'user.tool_result', content: [result] }];
  expect((await harness.call('POST', path, { events }, token)).status).toBe(200);
  await harness.settled();
  const after = await list();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.at(-1)?.content).toMatchObject({ stop_reason: 'end_turn' });
  expect(after.find(({ content }) => content[0]?.text === 'It is in your cart.')).toBeDefined();

  // The shop's own token, its knowledge, and what there was of agents, webhooks and feedback.
  const site = (await harness.admin('GET', '/admin/sites')).body.data[0] as { name?: string };
  expect(site.name).toBe('Fernway');
  const made = await harness.call('POST', '/admin/sessions', { agent: 'scripted' }, service_token);
  expect(made.status).toBe(201);
  const [shipping] = (await harness.admin('GET', '/admin/collections')).body.data as unknown as {
    collection_id: string;
    documents: number;
  }[];
  expect(shipping?.documents).toBe(1);
  const known = stepsOf(name);
  const names = async (path: string) =>
    (await harness.admin('GET', path)).body.data.map((one) => (one as { name?: string }).name);
  if (known.includes('040-agents')) expect(await names('/admin/agents')).toContain('Porter');
  if (known.includes('033-webhooks')) expect(await names('/admin/webhooks')).toHaveLength(1);
  if (known.includes('055-feedback')) {
    const { data } = (await harness.admin('GET', `/admin/conversations/${id}/events`)).body;
    expect(data.filter((event) => 'feedback' in event)).toHaveLength(1);
  }
  if (known.includes('098-backend-sessions')) {
    const kept = await harness.db.query('SELECT state FROM backend_sessions');
    expect(kept.length).toBeGreaterThan(0);
  }
  expect(harness.reported).toEqual([]);
}

describe('what the gateway stores', () => {
  it('is recorded with each step of the schema that there is', () => {
    // Where a step is new: node gateway/test/stored/record.ts until-058
    const recorded = new Set(NAMES.flatMap(stepsOf));
    expect(ALL.filter((id) => !recorded.has(id))).toEqual([]);
    expect([...recorded].filter((id) => !ALL.includes(id))).toEqual([]);
    expect(NAMES.length).toBeGreaterThan(3);
  });

  it.each([NAMES[0] ?? '', NAMES.at(-1) ?? ''])('by the version %s is opened, and goes on', goesOn);

  it.each(NAMES.slice(1, -1))('by the version %s is opened, and goes on', OUTER, goesOn);
});
