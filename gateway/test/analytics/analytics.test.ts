import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUP_DIMENSIONS } from '../../wire.ts';
import { createHarness, type Harness, type ReplyBody } from '../harness.ts';

let harness: Harness;
let account: string;
let projects = 0;
let entries = 0;

beforeAll(async () => {
  harness = await createHarness();
  account = (await harness.admin('POST', '/admin/account-tokens', { account: 'ada' })).body.token;
});
afterAll(() => harness.close());

interface Row {
  model?: string;
  operation?: string;
  client_id?: string;
  auth_method?: string;
  actor_type?: string;
  application?: string;
  credits_nano: number;
  request_count: number;
}
interface Sums {
  credits_nano: number;
  request_count: number;
  models: Row[];
}
interface Report {
  bucket_width: string;
  start_time: number;
  end_time: number;
  totals: Sums;
  buckets: (Sums & { start_time: number })[];
}

/** Asks for a report; every value of `query` becomes a parameter. */
async function ask(query: Record<string, unknown>, token: string | null = account) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  const reply = await harness.call('GET', `/v1/analytics?${search}`, undefined, token);
  return {
    status: reply.status,
    error: reply.body.error,
    report: reply.body as ReplyBody & Report,
  };
}

async function project(): Promise<string> {
  const id = `usage-${++projects}`;
  await harness.admin('PATCH', `/admin/projects/${id}`, {});
  return id;
}

/** Midnight UTC of 2026-03-02, a Monday: a day that no clock of these tests has reached by itself. */
const DAY = Date.UTC(2026, 2, 2) / 1000;

async function enter(
  project_id: string,
  at: number,
  fields: Partial<Row> & { credits?: bigint } = {},
) {
  const { credits = 100n, request_count = 1 } = fields;
  await harness.db.query(
    `INSERT INTO usage_ledger (entry_id, project_id, session_id, run_id, model, operation, client_id,
        auth_method, actor_type, application, credits_nano, request_count, input_tokens, output_tokens, created_at)
     VALUES ($1, $2, 'ses_x', 'run_x', $3, $4, $5, $6, $7, $8, $9, $10, 1, 1, $11)`,
    [
      `use_test_${++entries}`,
      project_id,
      fields.model ?? 'librarian',
      fields.operation ?? 'chat',
      fields.client_id ?? '',
      fields.auth_method ?? 'api_key',
      fields.actor_type ?? 'service',
      fields.application ?? 'third_party',
      credits,
      request_count,
      Math.round(at * 1000),
    ],
  );
}

describe('the window and its buckets', () => {
  it('gives a bucket for every day, the empty ones too', async () => {
    const project_id = await project();
    await enter(project_id, DAY + 3600);
    await enter(project_id, DAY + 2 * 86_400);
    const { report } = await ask({ project_id, start_time: DAY, end_time: DAY + 3 * 86_400 });
    expect(report).toMatchObject({
      bucket_width: '1d',
      start_time: DAY,
      end_time: DAY + 3 * 86_400,
    });
    expect(report.buckets.map((bucket) => [bucket.start_time, bucket.credits_nano])).toEqual([
      [DAY, 100],
      [DAY + 86_400, 0],
      [DAY + 2 * 86_400, 100],
    ]);
    expect(report.buckets[1]).toEqual({
      start_time: DAY + 86_400,
      credits_nano: 0,
      request_count: 0,
      models: [],
    });
  });

  it('counts the start and not the end', async () => {
    const project_id = await project();
    for (const at of [DAY - 0.001, DAY, DAY + 86_400 - 0.001, DAY + 86_400])
      await enter(project_id, at);
    const { report } = await ask({ project_id, start_time: DAY, end_time: DAY + 86_400 });
    expect(report.totals.request_count).toBe(2);
  });

  it.each([
    ['10m', 600],
    ['1h', 3600],
    ['1d', 86_400],
  ])('lays %s buckets on the UTC grid, wherever the window starts', async (bucket_width, width) => {
    const project_id = await project();
    const start_time = DAY + width + 17;
    await enter(project_id, DAY + 2 * width - 1);
    await enter(project_id, DAY + 2 * width);
    const { report } = await ask({
      project_id,
      bucket_width,
      start_time,
      end_time: start_time + 2 * width,
    });
    expect(report.buckets.map((bucket) => bucket.start_time)).toEqual([
      DAY + width,
      DAY + 2 * width,
      DAY + 3 * width,
    ]);
    expect(report.buckets.map((bucket) => bucket.request_count)).toEqual([1, 1, 0]);
  });

  it.each([
    ['10m', 86_400],
    ['1h', 604_800],
    ['1d', 2_592_000],
  ])('allows the largest window of %s and refuses a second more', async (bucket_width, most) => {
    const project_id = await project();
    expect(
      (await ask({ project_id, bucket_width, start_time: DAY, end_time: DAY + most })).status,
    ).toBe(200);
    const refused = await ask({
      project_id,
      bucket_width,
      start_time: DAY,
      end_time: DAY + most + 1,
    });
    expect(refused.status).toBe(400);
    expect(refused.error.type).toBe('invalid_request_error');
  });

  it('ends now where no end is given, with all that has happened', async () => {
    const project_id = await project();
    const now = harness.clock.now() / 1000;
    await enter(project_id, now);
    const { report } = await ask({
      project_id,
      start_time: Math.floor(now) - 3600,
      bucket_width: '1h',
    });
    expect(report.end_time).toBe(Math.floor(now));
    expect(report.totals.request_count).toBe(1);
  });

  it('does not fail a full window for the time that the request took', async () => {
    const project_id = await project();
    const start_time = Math.floor(harness.clock.now() / 1000) - 30 * 86_400;
    await harness.clock.advance(2000);
    expect((await ask({ project_id, start_time })).status).toBe(200);
    expect((await ask({ project_id, start_time: start_time - 86_400 })).status).toBe(400);
  });

  it('is empty for a project that has used nothing', async () => {
    const { report } = await ask({ project_id: 'nobody', start_time: DAY, end_time: DAY + 86_400 });
    expect(report.totals).toEqual({ credits_nano: 0, request_count: 0, models: [] });
  });
});

describe('the rows', () => {
  it('groups by model and operation where nothing is said', async () => {
    const project_id = await project();
    await enter(project_id, DAY, { model: 'a', client_id: 'client_1' });
    await enter(project_id, DAY, { model: 'a', client_id: 'client_2', request_count: 3 });
    await enter(project_id, DAY, { model: 'a', operation: 'image' });
    const { report } = await ask({ project_id, start_time: DAY, end_time: DAY + 60 });
    expect(report.totals.models).toEqual([
      { model: 'a', operation: 'chat', credits_nano: 200, request_count: 4 },
      { model: 'a', operation: 'image', credits_nano: 100, request_count: 1 },
    ]);
    expect(report.buckets[0]?.models).toEqual(report.totals.models);
  });

  it.each(GROUP_DIMENSIONS)(
    'has the column %s when it is grouped by, and no other',
    async (dimension) => {
      const project_id = await project();
      await enter(project_id, DAY);
      const { report } = await ask({
        project_id,
        start_time: DAY,
        end_time: DAY + 60,
        group_by: dimension,
      });
      expect(Object.keys(report.totals.models[0] ?? {}).sort()).toEqual(
        [dimension, 'credits_nano', 'request_count'].sort(),
      );
    },
  );

  it('groups by every dimension at once', async () => {
    const project_id = await project();
    await enter(project_id, DAY, {
      client_id: 'client_1',
      auth_method: 'browser_session',
      actor_type: 'anonymous',
      application: 'svc-ai-chatbot',
    });
    await enter(project_id, DAY);
    const { report } = await ask({
      project_id,
      start_time: DAY,
      end_time: DAY + 60,
      group_by: GROUP_DIMENSIONS.join(','),
    });
    expect(report.totals.models).toEqual([
      {
        model: 'librarian',
        operation: 'chat',
        client_id: '',
        auth_method: 'api_key',
        actor_type: 'service',
        application: 'third_party',
        credits_nano: 100,
        request_count: 1,
      },
      {
        model: 'librarian',
        operation: 'chat',
        client_id: 'client_1',
        auth_method: 'browser_session',
        actor_type: 'anonymous',
        application: 'svc-ai-chatbot',
        credits_nano: 100,
        request_count: 1,
      },
    ]);
  });

  it('orders by credits, then by the dimensions in their order', async () => {
    const project_id = await project();
    await enter(project_id, DAY, { model: 'b', operation: 'chat', credits: 5n });
    await enter(project_id, DAY, { model: 'a', operation: 'image', credits: 5n });
    await enter(project_id, DAY, {
      model: 'a',
      operation: 'chat',
      client_id: 'client_2',
      credits: 5n,
    });
    await enter(project_id, DAY, {
      model: 'a',
      operation: 'chat',
      client_id: 'client_1',
      credits: 5n,
    });
    await enter(project_id, DAY, { model: 'z', credits: 6n });
    const { report } = await ask({
      project_id,
      start_time: DAY,
      end_time: DAY + 60,
      group_by: 'client_id,operation,model',
    });
    expect(
      report.totals.models.map(({ model, operation, client_id }) => [model, operation, client_id]),
    ).toEqual([
      ['z', 'chat', ''],
      ['a', 'chat', 'client_1'],
      ['a', 'chat', 'client_2'],
      ['a', 'image', ''],
      ['b', 'chat', ''],
    ]);
  });

  it('adds up exactly, beyond what a double holds', async () => {
    const project_id = await project();
    const huge = 9_007_199_254_740_993n;
    for (let i = 0; i < 3; i++) await enter(project_id, DAY, { credits: huge });
    const response = await harness.gateway.request(
      `/v1/analytics?project_id=${project_id}&start_time=${DAY}&end_time=${DAY + 60}`,
      { headers: { Authorization: `Bearer ${account}` } },
    );
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.text()).toContain(`"totals":{"credits_nano":${huge * 3n},`);
  });

  it.each([
    ['client_id', 'client_1'],
    ['auth_method', 'service_token'],
    ['actor_type', 'authenticated'],
    ['application', 'svc-agents'],
  ])('filters by %s', async (name, value) => {
    const project_id = await project();
    await enter(project_id, DAY, { [name]: value });
    await enter(project_id, DAY);
    const { report } = await ask({
      project_id,
      start_time: DAY,
      end_time: DAY + 60,
      [name]: value,
    });
    expect(report.totals.request_count).toBe(1);
  });

  it('keeps projects apart', async () => {
    const [mine, theirs] = [await project(), await project()];
    await enter(theirs, DAY);
    const { report } = await ask({ project_id: mine, start_time: DAY, end_time: DAY + 60 });
    expect(report.totals.request_count).toBe(0);
  });
});

describe('what is refused', () => {
  const valid = { project_id: 'p', start_time: DAY, end_time: DAY + 60 };
  it.each([
    ['no project', { project_id: '' }],
    ['a project id that can be none', { project_id: "x' OR 1=1" }],
    ['a start that is no number', { start_time: 'yesterday' }],
    ['a start with a fraction', { start_time: '1.5' }],
    ['a negative start', { start_time: -1 }],
    ['an end before the start', { end_time: DAY - 1 }],
    ['an end at the start', { end_time: DAY }],
    ['an end that is no number', { end_time: '' }],
    ['an unknown width', { bucket_width: '5m' }],
    ['an empty client_id', { client_id: '' }],
    ['an unknown auth_method', { auth_method: 'password' }],
    ['an unknown actor_type', { actor_type: 'robot' }],
    ['an unknown application', { application: 'svc-nothing' }],
    ['an unknown dimension', { group_by: 'model,colour' }],
    ['an empty group_by', { group_by: '' }],
    ['a column that is no dimension', { group_by: 'entry_id' }],
  ])('%s: 400', async (_, wrong) => {
    expect((await ask({ ...valid, ...wrong })).status).toBe(400);
  });

  it('a missing project or start: 400, naming it', async () => {
    expect((await ask({ start_time: DAY })).error.message).toContain('project_id');
    expect((await ask({ project_id: 'p' })).error.message).toContain('start_time');
  });

  it('credentials other than an account’s: 403; none: 401', async () => {
    const key = (await harness.admin('POST', '/admin/api-keys')).body.api_key;
    const site = (await harness.admin('POST', '/admin/sites')).body.service_token;
    const visitor = (await harness.session()).token;
    for (const token of [key, site, visitor]) {
      const { status, error } = await ask(valid, token);
      expect(status).toBe(403);
      expect(error.type).toBe('permission_error');
    }
    for (const token of [null, 'nonsense', 'a.b.c'])
      expect((await ask(valid, token)).status).toBe(401);
  });

  it('an account that is for another project: 403', async () => {
    const token = (await harness.admin('POST', '/admin/account-tokens', { project_id: 'mine' }))
      .body.token;
    expect((await ask({ ...valid, project_id: 'mine' }, token)).status).toBe(200);
    expect((await ask({ ...valid, project_id: 'theirs' }, token)).status).toBe(403);
  });
});

describe('from the events to the report', () => {
  it('sums up to the usage of the session’s idle and error events', async () => {
    const project_id = await project();
    const site = (await harness.admin('POST', '/admin/sites', { project_id })).body;
    const before = Math.floor(harness.clock.now() / 1000) - 3600;
    const session = await harness.session({
      client_id: site.client_id,
      script: [
        [{ say: 'One.' }],
        [{ call: [{ name: 'lookup', input: {} }] }, { say: 'Two, at some length.' }],
        [{ say: 'Three.' }, { fail: 'upstream_error' }],
      ],
    });
    await session.say('one');
    await harness.settled();
    await session.say('two');
    await harness.settled();
    await session.answer('found');
    await harness.settled();
    await session.say('three');
    await harness.settled();

    const ends = (await session.events()).filter((event) => event.usage !== undefined);
    expect(ends.map((event) => event.type)).toEqual([
      'session.status_idle',
      'session.status_idle',
      'session.status_idle',
      'session.error',
    ]);
    const charged = ends.reduce((sum, event) => sum + (event.usage?.credits_nano ?? 0), 0);
    expect(charged).toBeGreaterThan(0);
    const { report } = await ask({
      project_id,
      start_time: before,
      group_by: 'client_id,auth_method,application',
    });
    expect(report.totals.credits_nano).toBe(charged);
    expect(report.totals.models).toMatchObject([
      { client_id: site.client_id, auth_method: 'browser_session', application: 'svc-ai-chatbot' },
    ]);
    expect(report.buckets.reduce((sum, bucket) => sum + bucket.credits_nano, 0)).toBe(charged);
  });
});
