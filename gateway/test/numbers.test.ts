import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

it('counts what happened in a project, by day and in all', async () => {
  const project_id = 'counted';
  const script = [[{ say: 'One.' }, { call: [{ name: 'cart' }] }, { say: 'Two.' }]];
  const session = await harness.session({ project_id, script });
  await session.say('first');
  await harness.settled();
  const [call] = await session.pending();
  const block = { type: 'tool_result', tool_use_id: call, is_error: true, error_code: 'timeout' };
  await session.send([{ type: 'user.tool_result', content: [block] }]);
  await harness.settled();
  await harness.clock.advance(86_400_000);
  const failing = [[{ fail: 'upstream_error' }]];
  await (await harness.session({ project_id, script: failing })).say('second');
  await harness.settled();
  await (await harness.session({ project_id: 'another', script })).say('elsewhere');
  await harness.settled();

  const { body } = await harness.admin('GET', `/admin/numbers?project_id=${project_id}&days=7`);
  const totals = body.totals as Record<string, number>;
  expect(totals).toMatchObject({
    conversations: 2,
    visitor_messages: 2,
    agent_messages: 2,
    failed_runs: 1,
    tools: 1,
    failed_tools: 1,
  });
  expect(totals.credits_nano).toBeGreaterThan(0);
  const buckets = body.buckets as Record<string, number>[];
  expect(buckets).toHaveLength(7);
  expect(buckets.map(({ visitor_messages }) => visitor_messages).slice(-2)).toEqual([1, 1]);
  expect(body.models).toMatchObject([{ name: 'scripted', credits_nano: totals.credits_nano }]);
});

it('has hours for a day, an empty project as zeros, and refuses other spans', async () => {
  const { body } = await harness.admin('GET', '/admin/numbers?project_id=nothing&days=1');
  expect(body).toMatchObject({ bucket_width: '1h', totals: { conversations: 0, credits_nano: 0 } });
  expect(body.buckets).toHaveLength(24);
  expect((await harness.admin('GET', '/admin/numbers?days=3650')).status).toBe(400);
});

it('lists the projects with what is kept of them', async () => {
  await harness.admin('PATCH', '/admin/projects/kept', { retention_days: 30 });
  const { body } = await harness.admin('GET', '/admin/projects');
  expect(body.data).toContainEqual({
    project_id: 'kept',
    agent_execution: true,
    credits_nano: null,
    retention_days: 30,
    default_agent: null,
  });
});
