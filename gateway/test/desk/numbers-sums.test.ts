// The sums that the page of numbers is made of stay what the rows say, whoever changes them.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';
import { addHistory } from '../many-conversations.ts';

const DAY_MS = 86_400_000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

type Sums = Record<string, number>;

async function numbers(projectId: string, days: string) {
  const query = `project_id=${projectId}&days=${days}`;
  const { status, body } = await harness.admin('GET', `/admin/numbers?${query}`);
  expect(status).toBe(200);
  return body as unknown as { totals: Sums; buckets: Sums[]; models: Sums[] };
}

/** As if nothing had ever been summed. */
async function forget(): Promise<void> {
  for (const table of [
    'hours',
    'days',
    'sessions',
    'charges',
    'thumbs',
    'waits',
    'dirty',
    'state',
  ]) {
    await harness.db.query(`DELETE FROM number_${table}`);
  }
}

/** What is told now, and what would be told if all were summed anew. */
async function toldAndTrue(projectId: string) {
  const told = [await numbers(projectId, '7'), await numbers(projectId, '1')];
  await forget();
  const anew = [await numbers(projectId, '7'), await numbers(projectId, '1')];
  expect(told).toEqual(anew);
  return told;
}

const history = (projectId: string, mark: string) =>
  addHistory(harness.db, {
    conversations: 60,
    until: harness.clock.now() - 10_000,
    days: 6,
    projectId,
    mark,
  });

it('a history that is there counts, and one that is brought in later does as well', async () => {
  await history('brought', 'a');
  expect((await numbers('brought', '7')).totals).toMatchObject({
    conversations: 60,
    visitor_messages: 60,
    agent_messages: 60,
    credits_nano: 60_000,
  });
  await history('brought', 'b');
  const [week] = await toldAndTrue('brought');
  expect(week?.totals).toMatchObject({ conversations: 120, visitor_messages: 120 });
  expect(week?.buckets.reduce((sum, one) => sum + (one.conversations ?? 0), 0)).toBe(120);
});

it('an erasure takes a conversation out of its hour, its day and the whole time; the credits stay', async () => {
  await history('erased', 'c');
  const before = await numbers('erased', '7');
  for (const id of ['c5', 'c30', 'c59']) await harness.admin('DELETE', `/admin/sessions/${id}`);
  const [week] = await toldAndTrue('erased');
  expect(week?.totals).toMatchObject({
    conversations: (before.totals.conversations ?? 0) - 3,
    visitor_messages: (before.totals.visitor_messages ?? 0) - 3,
    credits_nano: before.totals.credits_nano,
  });
});

it('a thumb on an old answer counts in the hour of the answer, and one that is taken back does not', async () => {
  await history('rated', 'd');
  expect((await numbers('rated', '7')).totals.thumbs_up).toBe(0);
  const give = (value: string | null) =>
    harness.admin('POST', '/admin/sessions/d40/feedback', { event_id: 'de2_40', value });
  expect((await give('up')).status).toBe(200);
  expect((await toldAndTrue('rated'))[0]?.totals.thumbs_up).toBe(1);
  await give(null);
  expect((await toldAndTrue('rated'))[0]?.totals.thumbs_up).toBe(0);
});

it('a conversation that goes on for days counts once in each of them, and once in all', async () => {
  await history('lasting', 'e');
  const old = harness.clock.now() - 4 * DAY_MS;
  await harness.db.query(
    `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, history_seq, words)
     SELECT 'e0', 3 + g, 'more' || g, 'user.message', '[]', ${old}::bigint - g * ${DAY_MS}::bigint, 1, 3 + g, ''
       FROM generate_series(1, 2) g`,
  );
  const [week] = await toldAndTrue('lasting');
  expect(week?.totals.conversations).toBe(60);
  expect(week?.buckets.reduce((sum, one) => sum + (one.conversations ?? 0), 0)).toBe(62);
});
