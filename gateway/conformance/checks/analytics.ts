// GET /v1/analytics

import { group } from '../check.ts';
import { cut, ensure, get, isInteger, same } from '../expect.ts';
import {
  expectError,
  expectStatus,
  expectSuccess,
  isEnd,
  message,
  type Reply,
  result,
  toolUseIds,
  type World,
} from '../world.ts';

const DAY_S = 86_400;
const now = () => Math.floor(Date.now() / 1000);

type Row = Record<string, unknown>;

const VALUES = {
  bucket_width: ['10m', '1h', '1d'],
  auth_method: [
    'browser_session',
    'api_key',
    'service_token',
    'okta',
    'internal_service',
    'unknown',
  ],
  actor_type: ['anonymous', 'authenticated', 'service', 'unknown'],
  application: [
    'svc-ai-chatbot',
    'svc-ai-playground',
    'svc-coworker',
    'svc-connector',
    'svc-agents',
    'svc-kb-sync',
    'third_party',
    'unknown',
  ],
};
const DIMENSIONS = ['model', 'operation', 'client_id', 'auth_method', 'actor_type', 'application'];

/** A project with an account that may look at it. */
async function setup(world: World, project = world.newProject()) {
  const token = await world.newAccountToken();
  const ask = (query: Record<string, string | number> = {}): Promise<Reply> => {
    const params = new URLSearchParams({ project_id: project, start_time: String(now() - 3_600) });
    for (const [name, value] of Object.entries(query)) params.set(name, String(value));
    return world.call('GET', `/v1/analytics?${params}`, { token });
  };
  return { project, token, ask };
}

/** Runs a session to its end; resolves to the exact charge of its cycles. */
async function use(
  world: World,
  options: { project_id: string; client_id?: string },
  token?: string,
  times = 1,
): Promise<number> {
  const session = await world.session({
    ...options,
    script: [[{ say: 'Something to charge for. '.repeat(times) }]],
  });
  expectSuccess(
    await session.call('POST', '', {
      ...(token === undefined ? {} : { token }),
      body: { events: [message('hi')] },
    }),
  );
  const events = await session.ended();
  return events
    .filter(isEnd)
    .reduce((sum, { usage }) => sum + Number(get(usage, 'credits_nano')), 0);
}

function report(reply: Reply) {
  expectSuccess(reply);
  const totals = get(reply.body, 'totals');
  const rows = get(totals, 'models');
  const buckets = get(reply.body, 'buckets');
  ensure(
    Array.isArray(rows) && Array.isArray(buckets),
    `no totals.models or buckets in ${cut(reply.text)}`,
  );
  const credits = get(totals, 'credits_nano');
  ensure(isInteger(credits), `totals.credits_nano is ${JSON.stringify(credits)}`);
  return { totals: totals as Row, rows: rows as Row[], buckets: buckets as Row[], credits };
}

const sum = (rows: readonly Row[], field: string) =>
  rows.reduce((total, row) => total + Number(row[field]), 0);

/** The interface doesn't name the count's field: it is the integer that isn't the credits. */
function countField(row: Row): string {
  const name = Object.keys(row).find(
    (key) => key !== 'credits_nano' && /count|requests/.test(key) && isInteger(row[key]),
  );
  ensure(name !== undefined, `no request count among ${Object.keys(row).join(', ')}`);
  return name;
}

export const analytics = group('analytics', {
  shape: [
    'The report echoes bucket_width (1d by default) and has totals and buckets',
    async (world) => {
      const { project, ask } = await setup(world);
      await use(world, { project_id: project });
      const reply = await ask();
      const { totals, buckets } = report(reply);
      same(get(reply.body, 'bucket_width'), '1d', 'bucket_width');
      ensure(buckets.length > 0, 'no buckets');
      countField(totals);
      for (const width of ['10m', '1h', '1d'])
        same(get((await ask({ bucket_width: width })).body, 'bucket_width'), width, 'bucket_width');
      world.note(
        `success is HTTP ${reply.status}; fields: ${Object.keys(reply.body as object).join(', ')}; of a bucket: ${Object.keys(buckets[0] ?? {}).join(', ')}`,
      );
    },
  ],
  exact: [
    'Credits are exact: the sum of usage.credits_nano over the ended cycles',
    async (world) => {
      const { project, ask } = await setup(world);
      const spent =
        (await use(world, { project_id: project })) + (await use(world, { project_id: project }));
      const { credits, totals, rows, buckets } = report(await ask());
      same(
        [credits, sum(rows, 'credits_nano'), sum(buckets, 'credits_nano')],
        [spent, spent, spent],
        'totals, rows and buckets',
      );
      const count = countField(totals);
      ensure(Number(totals[count]) >= 2, `${count} is ${totals[count]} after two runs`);
      same(
        [sum(rows, count), sum(buckets, count)],
        [totals[count], totals[count]],
        'counts of rows and buckets',
      );
    },
  ],
  grouping: [
    'Rows are grouped by model and operation, unless group_by says otherwise',
    async (world) => {
      const { project, ask } = await setup(world);
      await use(world, { project_id: project });
      const optional = ['client_id', 'auth_method', 'actor_type', 'application'];
      const [plain] = report(await ask()).rows;
      ensure(
        typeof plain?.model === 'string' && typeof plain.operation === 'string',
        `a row without model or operation: ${JSON.stringify(plain)}`,
      );
      for (const name of optional)
        ensure(!(name in plain), `${name} in a row that isn't grouped by it`);
      for (const name of optional) {
        const [row] = report(await ask({ group_by: `model,${name}` })).rows;
        ensure(typeof row?.[name] === 'string', `no ${name} with group_by=model,${name}`);
      }
      expectError(await ask({ group_by: 'colour' }), 400);
      expectError(await ask({ group_by: 'model,colour' }), 400);
    },
  ],
  callers: [
    'Usage is told apart by site, credential and actor; without a site client_id is empty',
    async (world) => {
      const { project, ask } = await setup(world);
      const site = await world.newSite(project);
      await use(world, { project_id: project, client_id: site.clientId });
      await use(world, { project_id: project }, await world.newApiKey(project));
      const { rows } = report(await ask({ group_by: 'client_id,auth_method' }));
      const pairs = rows.map((row) => [row.client_id, row.auth_method]);
      for (const pair of [
        [site.clientId, 'browser_session'],
        ['', 'api_key'],
      ]) {
        ensure(
          pairs.some((other) => JSON.stringify(other) === JSON.stringify(pair)),
          `no row for ${JSON.stringify(pair)} among ${JSON.stringify(pairs)}`,
        );
      }
      const actors = report(await ask({ group_by: 'actor_type,application' })).rows;
      world.note(
        `actor_type and application: ${actors.map((row) => `${row.actor_type}/${row.application}`).join(', ')}`,
      );
    },
  ],
  filters: [
    'Filters select: by site, auth_method, actor_type and application',
    async (world) => {
      const { project, ask } = await setup(world);
      const site = await world.newSite(project);
      const ofSite = await use(world, { project_id: project, client_id: site.clientId });
      const direct = await use(world, { project_id: project }, await world.newApiKey(project));
      same(report(await ask({ client_id: site.clientId })).credits, ofSite, 'credits of the site');
      same(report(await ask({ auth_method: 'api_key' })).credits, direct, 'credits by API key');
      same(report(await ask({ auth_method: 'okta' })).credits, 0, 'credits by okta');
      for (const name of ['actor_type', 'application']) {
        const { rows } = report(await ask({ group_by: name }));
        for (const row of rows)
          same(
            report(await ask({ [name]: String(row[name]) })).credits,
            row.credits_nano,
            `credits of ${name}=${row[name]}`,
          );
      }
    },
  ],
  'filters-invalid': [
    'An unknown bucket_width, auth_method, actor_type or application is refused with 400',
    async (world) => {
      const { ask } = await setup(world);
      for (const name of ['bucket_width', 'auth_method', 'actor_type', 'application'])
        expectError(await ask({ [name]: 'nonsense' }), 400);
    },
  ],
  window: [
    'The window is limited: 10m to 24 hours, 1h to 7 days, 1d to 30 days',
    async (world) => {
      const { ask } = await setup(world);
      for (const [bucket_width, days] of [
        ['10m', 1],
        ['1h', 7],
        ['1d', 30],
      ] as const) {
        const end_time = now();
        const start_time = end_time - days * DAY_S;
        expectSuccess(await ask({ bucket_width, start_time, end_time }));
        expectError(await ask({ bucket_width, start_time: start_time - 1, end_time }), 400);
      }
    },
  ],
  bounds: [
    'start_time is inclusive, end_time exclusive; end_time defaults to now',
    async (world) => {
      const { project, ask } = await setup(world);
      const before = now();
      const spent = await use(world, { project_id: project });
      await world.sleep(1_100);
      same(report(await ask({ start_time: before - 1 })).credits, spent, 'credits up to now');
      same(
        report(await ask({ start_time: before - 60, end_time: before - 30 })).credits,
        0,
        'credits of an earlier window',
      );
      same(
        report(await ask({ start_time: before - 60, end_time: now() + 60 })).credits,
        spent,
        'credits of the whole window',
      );
      const reversed = await ask({ start_time: before, end_time: before - 10 });
      ensure(reversed.status < 500, `answered ${reversed.status}`);
      world.note(`an end before the start answers ${reversed.status}`);
    },
  ],
  numbers: [
    'start_time and end_time are integers of Unix seconds',
    async (world) => {
      const { ask } = await setup(world);
      for (const value of ['yesterday', '1.5', '', '1e99']) {
        expectError(await ask({ start_time: value }), 400);
        expectError(await ask({ end_time: value }), 400);
      }
    },
  ],
  required: [
    'Without project_id or start_time the request is answered somehow, not crashed on',
    async (world) => {
      const { project, token } = await setup(world);
      for (const [missing, query] of [
        ['project_id', `start_time=${now() - 60}`],
        ['start_time', `project_id=${project}`],
      ]) {
        const reply = await world.call('GET', `/v1/analytics?${query}`, { token });
        expectStatus(reply, 200, 400);
        world.note(`without ${missing} it answers ${reply.status}`);
      }
    },
  ],
  order: [
    'totals.models are ordered by credits, descending, then by the dimensions, ascending',
    async (world) => {
      const { project, ask } = await setup(world);
      const site = await world.newSite(project);
      // The dearest in the middle of the alphabet, so that neither order is the other by chance.
      await use(world, { project_id: project, client_id: site.clientId }, undefined, 2);
      await use(world, { project_id: project }, undefined, 9);
      await use(world, { project_id: project }, await world.newApiKey(project));
      await use(world, { project_id: project }, (await world.newSite(project)).token);
      const names = ['model', 'operation', 'client_id', 'auth_method', 'actor_type', 'application'];
      const { rows } = report(await ask({ group_by: names.join(',') }));
      const sorted = [...rows].sort(
        (a, b) =>
          Number(b.credits_nano) - Number(a.credits_nano) ||
          names
            .map((name) => compare(String(a[name]), String(b[name])))
            .find((order) => order !== 0) ||
          0,
      );
      ensure(rows.length >= 4, `expected at least four rows, got ${rows.length}`);
      same(rows, sorted, 'the order');
    },
  ],
  access: [
    'Analytics need an account: neither an API key nor a site’s token is enough',
    async (world) => {
      const { project } = await setup(world);
      const path = `/v1/analytics?project_id=${project}&start_time=${now() - 60}`;
      for (const token of [await world.newApiKey(project), (await world.newSite(project)).token]) {
        expectError(await world.call('GET', path, { token }), 401, 403);
      }
    },
  ],

  values: [
    'Every documented value of a filter, and every dimension, is taken',
    async (world) => {
      const { ask } = await setup(world);
      for (const [name, values] of Object.entries(VALUES))
        for (const value of values) expectSuccess(await ask({ [name]: value }));
      for (const name of DIMENSIONS) expectSuccess(await ask({ group_by: name }));
      expectSuccess(await ask({ group_by: DIMENSIONS.join(',') }));
    },
  ],
  cycles: [
    'Each cycle of a run is counted once: a pause, its end, and a failure',
    async (world) => {
      const { project, ask } = await setup(world);
      const session = await world.session({
        project_id: project,
        client_tools: [{ name: 't', description: 'Does.', input_schema: { type: 'object' } }],
        script: [
          [{ say: 'look' }, { call: [{ name: 't' }] }, { say: 'seen' }],
          [{ say: 'half' }, { fail: 'upstream_error' }],
        ],
      });
      await session.say('go');
      const [id] = toolUseIds(await session.ended());
      await session.send(result(String(id)));
      await session.ended(2);
      await session.say('again');
      const ends = (await session.ended(3)).filter(isEnd);
      const charges = ends.map(({ usage }) => Number(get(usage, 'credits_nano')));
      same(ends.length, 3, 'ends');
      const { credits, rows } = report(await ask());
      const spent = charges.reduce((total, charge) => total + charge, 0);
      same([credits, sum(rows, 'credits_nano')], [spent, spent], 'totals and rows');
    },
  ],
  projects: [
    'A project’s usage is its own',
    async (world) => {
      const [one, two] = [await setup(world), await setup(world)];
      const spent = await use(world, { project_id: one.project });
      same(report(await one.ask()).credits, spent, 'credits of the project');
      same(report(await two.ask()).credits, 0, 'credits of another');
    },
  ],
  'bucket-sums': [
    'In every width the buckets add up to the totals, row by row',
    async (world) => {
      const { project, ask } = await setup(world);
      const site = await world.newSite(project);
      await use(world, { project_id: project, client_id: site.clientId });
      await use(world, { project_id: project });
      for (const bucket_width of ['10m', '1h', '1d']) {
        const { rows, buckets } = report(await ask({ bucket_width, group_by: 'model,client_id' }));
        for (const row of rows) {
          const parts = buckets
            .flatMap((bucket) => bucket.models as Row[])
            .filter((part) => part.model === row.model && part.client_id === row.client_id);
          same(sum(parts, 'credits_nano'), row.credits_nano, `${bucket_width}: credits of a row`);
        }
      }
    },
  ],
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
