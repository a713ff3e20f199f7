// Whatever sessions did, and whoever asked: what analytics reports is what their idle and error events say, no
// more and no less, however it is cut into buckets, filtered and grouped.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { type AnalyticsReport, GROUP_DIMENSIONS, type GroupDimension } from '../../wire.ts';
import { createHarness, type Harness, message, type SessionHandle } from '../harness.ts';

let harness: Harness;
let projects = 0;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const WIDTHS_S = { '10m': 600, '1h': 3600, '1d': 86_400 } as const;
const WINDOWS_S = { '10m': 86_400, '1h': 7 * 86_400, '1d': 30 * 86_400 } as const;
const CALLERS = ['visitor', 'owner', 'api_key', 'site'] as const;
const AGENTS = ['svc-coworker/1.0', 'curl/8', ''] as const;
/** Each turn of a script in the way it goes on and ends. */
const TURNS = {
  says: [{ say: 'Some words to charge for.' }],
  pauses: [{ call: [{ name: 'look' }] }, { say: 'Seen.' }],
  loads: [{ load: [{ name: 'look' }] }, { call: [{ name: 'look' }] }, { say: 'Seen.' }],
  fails: [{ say: 'Half' }, { fail: 'upstream_error' }],
  nothing: [],
} as const;

interface Run {
  caller: (typeof CALLERS)[number];
  userAgent: (typeof AGENTS)[number];
  ofSite: boolean;
  turn: keyof typeof TURNS;
  /** The kind of token that answers the pause, if there is a pause. */
  answerer: (typeof CALLERS)[number];
  laterMs: number;
}
const run: fc.Arbitrary<Run> = fc.record({
  caller: fc.constantFrom(...CALLERS),
  userAgent: fc.constantFrom(...AGENTS),
  ofSite: fc.boolean(),
  turn: fc.constantFrom(...(Object.keys(TURNS) as (keyof typeof TURNS)[])),
  answerer: fc.constantFrom(...CALLERS),
  laterMs: fc.integer({ min: 0, max: 3 * 3_600_000 }),
});

/** What one run cycle cost, as its events say, and who is to be named for it. */
type Charge = Record<GroupDimension, string> & { at: number; credits: number; requests: number };

const query = fc.record({
  width: fc.constantFrom('10m', '1h', '1d'),
  groupBy: fc.option(fc.subarray([...GROUP_DIMENSIONS], { minLength: 1 }), { nil: undefined }),
  filter: fc.constantFrom('', 'client_id', 'auth_method', 'actor_type', 'application'),
  which: fc.nat(),
  /** Where the window begins and ends between the first charge and the last, as parts of it. */
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
});

interface Scene {
  project: string;
  clientId: string;
  tokens: Record<'api_key' | 'site', string>;
}

async function scene(): Promise<Scene> {
  projects += 1;
  const project_id = `sums-${projects}`;
  const site = (await harness.admin('POST', '/admin/sites', { project_id })).body;
  const key = (await harness.admin('POST', '/admin/api-keys', { project_id })).body;
  return {
    project: project_id,
    clientId: site.client_id,
    tokens: { api_key: key.api_key, site: site.service_token },
  };
}

async function send(session: SessionHandle, token: string, userAgent: string, events: unknown) {
  const response = await harness.gateway.request(session.path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': userAgent },
    body: JSON.stringify({ events }),
  });
  expect(response.status).toBe(200);
  await harness.settled();
}

/** Plays the run; resolves to its charges. */
async function play(place: Scene, { turn, caller, answerer, ...run }: Run): Promise<Charge[]> {
  // A session has an owner or none, so its visitors are all of one kind.
  const isAnonymous = caller === 'visitor' || answerer === 'visitor';
  const used = await harness.session({
    project_id: place.project,
    script: [TURNS[turn]],
    ...(isAnonymous ? {} : { owner_id: 'ada' }),
    ...(run.ofSite ? { client_id: place.clientId } : {}),
  });
  const kind = (who: Run['caller']) =>
    who === 'owner' || who === 'visitor' ? (isAnonymous ? 'visitor' : 'owner') : who;
  const callers = [kind(caller), kind(answerer)];
  const tokenOf = (who: string) =>
    who === 'api_key' || who === 'site' ? place.tokens[who] : used.token;
  await send(used, tokenOf(callers[0] ?? ''), run.userAgent, [message('hi')]);
  const [id] = await used.pending();
  if (id !== undefined) {
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'x' }];
    const events = [{ type: 'user.tool_result', content }];
    await send(used, tokenOf(callers[1] ?? ''), run.userAgent, events);
  }
  const charges: Charge[] = [];
  let requests = 0;
  for (const event of await used.events()) {
    if (event.type === 'session.turn_usage') requests += 1;
    if (event.usage === undefined) continue;
    // A failed turn is billed, and not kept.
    if (event.type === 'session.error') requests += 1;
    const who = callers[charges.length] ?? '';
    const isVisitor = who === 'owner' || who === 'visitor';
    charges.push({
      at: Date.parse(event.created_at),
      credits: event.usage.credits_nano ?? 0,
      requests,
      model: 'scripted',
      operation: 'chat',
      client_id: who === 'site' || (isVisitor && run.ofSite) ? place.clientId : '',
      auth_method: isVisitor ? 'browser_session' : who === 'site' ? 'service_token' : 'api_key',
      actor_type: who === 'visitor' ? 'anonymous' : who === 'owner' ? 'authenticated' : 'service',
      application: run.userAgent.startsWith('svc-coworker')
        ? 'svc-coworker'
        : isVisitor
          ? 'svc-ai-chatbot'
          : run.userAgent === ''
            ? 'unknown'
            : 'third_party',
    });
    requests = 0;
  }
  return charges;
}

/** Sums of charges by the grouped dimensions, in the documented order. */
function rowsOf(charges: readonly Charge[], groupBy: readonly GroupDimension[]) {
  const sums = new Map<string, Record<string, unknown>>();
  for (const charge of charges) {
    if (charge.requests === 0) continue;
    const labels = Object.fromEntries(groupBy.map((name) => [name, charge[name]]));
    const key = JSON.stringify(labels);
    const sum = sums.get(key) ?? { ...labels, credits_nano: 0, request_count: 0 };
    sum.credits_nano = Number(sum.credits_nano) + charge.credits;
    sum.request_count = Number(sum.request_count) + charge.requests;
    sums.set(key, sum);
  }
  const text = (row: Record<string, unknown>) =>
    GROUP_DIMENSIONS.map((name) => String(row[name] ?? '')).join('\0');
  return [...sums.values()].sort(
    (a, b) => Number(b.credits_nano) - Number(a.credits_nano) || (text(a) < text(b) ? -1 : 1),
  );
}

const total = (charges: readonly Charge[]) => ({
  credits_nano: charges.reduce((sum, { credits }) => sum + credits, 0),
  request_count: charges.reduce((sum, { requests }) => sum + requests, 0),
});

describe('whatever was asked and answered', () => {
  it('the report is the sum of the sessions’ own events, in every bucket, filter and grouping', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(run, { minLength: 1, maxLength: 6 }),
        fc.array(query, { minLength: 4, maxLength: 8 }),
        async (runs, queries) => {
          const place = await scene();
          const charges: Charge[] = [];
          for (const one of runs) {
            await harness.clock.advance(one.laterMs);
            charges.push(...(await play(place, one)));
          }
          const account = (await harness.admin('POST', '/admin/account-tokens')).body.token;
          const first = Math.floor((charges[0]?.at ?? 0) / 1000);
          const span = Math.floor((charges.at(-1)?.at ?? 0) / 1000) + 1 - first;
          for (const { width, groupBy, filter, which, from, to } of queries) {
            const w = width as keyof typeof WIDTHS_S;
            const start = first + Math.floor(span * Math.min(from, to));
            const end = Math.min(
              start + WINDOWS_S[w],
              first + Math.ceil(span * Math.max(from, to)) + 1,
            );
            const value =
              filter === ''
                ? ''
                : (charges[which % charges.length]?.[filter as GroupDimension] ?? '');
            const expected = charges.filter(
              (charge) =>
                charge.at >= start * 1000 &&
                charge.at < end * 1000 &&
                // Usage without a site can't be selected by client_id.
                (value === '' || charge[filter as GroupDimension] === value),
            );
            const search = new URLSearchParams({
              project_id: place.project,
              start_time: String(start),
              end_time: String(end),
              bucket_width: width,
              ...(groupBy === undefined ? {} : { group_by: groupBy.join() }),
              ...(value === '' ? {} : { [filter]: value }),
            });
            const reply = await harness.call('GET', `/v1/analytics?${search}`, undefined, account);
            expect(reply.status).toBe(200);
            const report = reply.body as unknown as AnalyticsReport;
            const groups = groupBy ?? (['model', 'operation'] as const);
            expect(report.totals).toEqual({ ...total(expected), models: rowsOf(expected, groups) });
            for (const bucket of report.buckets) {
              const begins = bucket.start_time * 1000;
              const inside = expected.filter(
                ({ at }) => at >= begins && at < begins + WIDTHS_S[w] * 1000,
              );
              expect(begins % (WIDTHS_S[w] * 1000)).toBe(0);
              const { start_time, ...sums } = bucket;
              expect(sums).toEqual({ ...total(inside), models: rowsOf(inside, groups) });
            }
            const inBuckets = report.buckets.reduce(
              (sum, one) => sum + Number(one.credits_nano),
              0,
            );
            expect(inBuckets).toBe(report.totals.credits_nano);
          }
        },
      ),
      { numRuns: cases(30) },
    );
  });
});
