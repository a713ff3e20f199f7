// The checks can fail: the reference gateway, broken in one place by a wrapper, is caught by the check for it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../../test/rings.ts';
import { createAgentRegistry } from '../../agents/registry.ts';
import { GROUPS } from '../../conformance/checks/index.ts';
import { runChecks } from '../../conformance/runner.ts';
import { createGateway, type Gateway } from '../../gateway.ts';
import { INTENT_MUTANTS } from '../intent-mutants.ts';
import librarian from '../librarian.ts';
import {
  answers,
  asks,
  eachEvent,
  json,
  type Mutant,
  type NamedMutant,
  type Next,
} from '../mutant-gateway.ts';
import { PUBLIC_SESSION_MUTANTS } from '../public-session-mutants.ts';
import { openTestDatabase } from '../test-database.ts';

const ADMIN_KEY = 'conformance-admin-key';
const BASE = 'http://gateway.test';

const MUTANTS: readonly NamedMutant[] = [
  ['limit is ignored', 'list.limit', asks((url) => url.searchParams.delete('limit'))],
  ['order is ignored', 'list.order', asks((url) => url.searchParams.delete('order'))],
  ['after_id is ignored', 'list.after-id', asks((url) => url.searchParams.delete('after_id'))],
  [
    'page wins over after_id',
    'list.page-and-after-id',
    asks((url) => url.searchParams.has('page') && url.searchParams.delete('after_id')),
  ],
  ['a walk never ends', 'list.pages', asks((url) => url.searchParams.delete('page'))],
  [
    'thoughts are shown to all',
    'replies.thoughts',
    asks((url) => url.searchParams.set('include_thinking', 'true')),
  ],
  [
    'ids change',
    'list.durable',
    eachEvent((event) => {
      event.id = `${event.id}${Math.random()}`;
    }),
  ],
  [
    'processed_at is always null',
    'runs.processed',
    eachEvent((event) => {
      event.processed_at = null;
    }),
  ],
  [
    'usage is everywhere',
    'runs.usage-where',
    eachEvent((event) => {
      event.usage ??= {};
    }),
  ],
  [
    'error_code is lost',
    'runs.failures',
    eachEvent((event) => {
      delete event.error_code;
    }),
  ],
  [
    'every end is end_turn',
    'interrupts.interrupt',
    answers((reply) => {
      reply.text = reply.text.replaceAll('user_cancelled', 'end_turn');
    }),
  ],
  [
    'a cancelled call is no conflict',
    'client-tools.late-result',
    answers((reply) => {
      if (reply.status === 409) reply.status = 400;
    }),
  ],
  [
    'a lost code is not unclassified',
    'tool-results.unclassified',
    answers((reply) => {
      reply.text = reply.text.replaceAll('unclassified', 'internal_error');
    }),
  ],
  [
    'no challenge',
    'access.no-token',
    answers((reply) => {
      reply.headers.delete('www-authenticate');
    }),
  ],
  [
    'refusals are 403',
    'access.expired',
    answers((reply) => {
      if (reply.status === 401) reply.status = 403;
    }),
  ],
  [
    'no request id',
    'errors.request-id',
    answers((reply) => {
      reply.headers.delete('x-request-id');
    }),
  ],
  [
    'one request id for all',
    'errors.request-id',
    answers((reply) => {
      reply.headers.set('x-request-id', 'a'.repeat(32));
    }),
  ],
  [
    'bad requests crash',
    'errors.no-leak',
    answers((reply) => {
      if (reply.status === 400) reply.status = 500;
    }),
  ],
  [
    'no CORS on refusals',
    'cors.replies',
    answers((reply) => {
      if (reply.status >= 400) reply.headers.delete('access-control-allow-origin');
    }),
  ],
  [
    'a stale binding is overwritten',
    'sites.expected',
    answers((reply) => {
      if (reply.status === 409) reply.status = 200;
    }),
  ],
  [
    '413 is 400',
    'heartbeat.size',
    answers((reply) => {
      if (reply.status === 413) reply.status = 400;
    }),
  ],
  [
    'a suspended site reads as revoked',
    'heartbeat.suspended',
    answers((reply) => {
      if (reply.status === 403) reply.status = 404;
    }),
  ],
  [
    'credits are rounded',
    'analytics.exact',
    json((body) => {
      if (body.totals) (body.totals as { credits_nano: number }).credits_nano += 1;
    }),
  ],
  [
    'bucket_width is not echoed',
    'analytics.shape',
    json((body) => {
      if (body.bucket_width) body.bucket_width = '1d';
    }),
  ],
  [
    'a summary takes its turns out of the list',
    'compaction.originals-kept',
    json((body) => {
      const { data } = body as { data?: { type: string }[] };
      if (data?.some(({ type }) => type === 'session.compaction')) body.data = data.slice(1);
    }),
  ],
  [
    'nothing is compacted',
    'compaction.automatic',
    json((body) => {
      const { data } = body as { data?: { type: string }[] };
      if (data) body.data = data.filter(({ type }) => type !== 'session.compaction');
    }),
  ],
  [
    'context_tokens is something else',
    'runs.context-tokens',
    eachEvent(({ content }) => {
      const idle = content as { context_tokens?: number };
      if (idle.context_tokens !== undefined) idle.context_tokens += 1;
    }),
  ],
  [
    'events are of types of its own',
    'runs.content-by-type',
    eachEvent((event) => {
      if (event.type === 'session.status_running') event.type = 'session.started';
    }),
  ],
  [
    'a loaded tool looks like one that ran',
    'client-tools.tool-loaded',
    answers((reply) => {
      reply.text = reply.text.replaceAll('"status":"tool_loaded"', '"content":"ok"');
    }),
  ],
  [
    'created_at goes back',
    'list.created-at',
    eachEvent((event) => {
      if (event.type === 'agent.message') event.created_at = '2001-01-01T00:00:00.000Z';
    }),
  ],
  [
    'a documented value is unknown',
    'analytics.values',
    answers((reply, request) => {
      if (request.url.includes('internal_service')) reply.status = 400;
    }),
  ],
  [
    'a suspended site goes on',
    'access.site-status',
    answers((reply) => {
      if (reply.status === 403) reply.status = 200;
    }),
  ],
  [
    'a cycle is counted twice',
    'analytics.cycles',
    answers((reply) => {
      reply.text = reply.text.replace(/"credits_nano":(\d+)/g, (_, credits) =>
        reply.text.includes('"totals"')
          ? `"credits_nano":${2 * Number(credits)}`
          : `"credits_nano":${credits}`,
      );
    }),
  ],
  [
    'a message is taken while the run is about to pause',
    'client-tools.message-in-flight',
    answers((reply) => {
      if (reply.status !== 400 || !reply.text.includes('still in flight')) return;
      reply.status = 200;
      reply.text = JSON.stringify({
        data: [{ id: 'evt_taken', type: 'user.message', processed_at: null, content: [] }],
      });
    }),
  ],
  [
    'a database that is away is a crash',
    'errors.unavailable',
    answers((reply) => {
      if (reply.status === 503) reply.status = 500;
    }),
  ],
  [
    'NUL in an id is a crash',
    'errors.odd-ids',
    async (request, next) => {
      const hasNul = /"tool_use_id":"[^"]*\\u0000/.test(await request.clone().text());
      return hasNul ? new Response('{"error":{}}', { status: 500 }) : next(request);
    },
  ],
  [
    'a refusal repeats an endless id',
    'errors.endless-ids',
    async (request, next) => {
      const text = await request.clone().text();
      const response = await next(request);
      return response.status === 400 ? new Response(text, response) : response;
    },
  ],
  ...INTENT_MUTANTS,
  ...PUBLIC_SESSION_MUTANTS,
  [
    'too many requests crash',
    'errors.rate-limit',
    answers((reply) => {
      if (reply.status === 429) reply.status = 500;
    }),
  ],
];

let gateway: Gateway | null = null;
let close: () => Promise<void> = async () => {};

beforeAll(async () => {
  const db = await openTestDatabase();
  // So slow to forgive that even a busy machine's burst meets the limit.
  const rateLimit = { perSecond: 1, burst: 300 };
  const opened = await createGateway({
    db,
    agents: createAgentRegistry([{ ...librarian, name: 'concierge' }]),
    options: { adminKey: ADMIN_KEY, rateLimit },
  });
  gateway = opened;
  close = async () => {
    await opened.close();
    await db.close();
  };
});

afterAll(() => close());

async function verdictOf(id: string, mutant: Mutant) {
  const groups = GROUPS.map(({ name, checks }) => ({
    name,
    checks: checks.filter((check) => check.id === id),
  }));
  const next: Next = (request) => gateway?.fetch(request) ?? Promise.reject(new Error('not open'));
  const fetch: typeof globalThis.fetch = (input, init) => mutant(new Request(input, init), next);
  const [result] = await runChecks(groups, { baseUrl: BASE, adminKey: ADMIN_KEY, fetch });
  return result;
}

describe('a gateway without names for what is sent', () => {
  const silent = answers((reply) => {
    reply.headers.delete('bellhop-intents');
  });
  const checks = GROUPS.flatMap((group) => group.checks).filter(({ id }) =>
    id.startsWith('intents.'),
  );

  it.each(checks.map(({ id }) => id))('is not held to %s, and the report says why', async (id) => {
    expect(await verdictOf(id, silent)).toMatchObject({
      verdict: 'skip',
      reason: 'this gateway doesn’t say Bellhop-Intents',
    });
  });
});

/** What the check says of the gateway as it is; asked once for all mutants that it must catch. */
const asItIs = new Map<string, Promise<string | undefined>>();
function unbroken(id: string): Promise<string | undefined> {
  const known = asItIs.get(id);
  if (known !== undefined) return known;
  const asked = verdictOf(id, (request, next) => next(request)).then((found) => found?.verdict);
  asItIs.set(id, asked);
  return asked;
}

const groupOf = (id: string) => id.replace(/\..*/, '');

/** The first of each group is played with every change; checks seldom lose their point. */
const FIRST: ReadonlySet<NamedMutant> = new Set(
  MUTANTS.filter(
    (mutant) => MUTANTS.find(([, id]) => groupOf(id) === groupOf(mutant[1])) === mutant,
  ),
);

describe('a gateway that breaks a rule is caught', () => {
  for (const mutant of MUTANTS) {
    const [broken, id, wrapper] = mutant;
    it(`${broken}: ${id}`, FIRST.has(mutant) ? {} : OUTER, async () => {
      expect(await unbroken(id)).toBe('pass');
      const caught = await verdictOf(id, wrapper);
      expect(caught?.verdict).toBe(caught?.check.isBeyond === true ? 'differ' : 'fail');
      expect(caught?.reason).not.toContain('the request failed');
    });
  }
});
