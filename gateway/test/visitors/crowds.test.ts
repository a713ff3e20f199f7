import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/types.ts';
import { createHarness, type Harness, message, result, results } from '../harness.ts';
import { ask, makeSite, open, type PublicTicket } from './browser.ts';

let harness: Harness;

/** What one turn of the agent below costs, in nanocredits. */
const TURN = 3_000_000n;
const PRICE = { input: 1000n, output: 1000n, cache_read: 1n, cache_creation: 1n };
const USAGE = { model: 'costly', input_tokens: 1000, output_tokens: 2000 };
const TOOLS = [{ name: 'again', description: 'x', input_schema: { type: 'object' } }];

/** Takes a second, and calls the page's tool where it has one. */
const costly: Agent = {
  prices: new Map([['costly', PRICE]]),
  async *turn({ sleep, tools }) {
    await sleep(1000);
    const hasTool = tools.some(({ name }) => name === 'again');
    if (hasTool) yield { kind: 'tool_use', name: 'again', input: {} };
    else yield { kind: 'message', blocks: [{ type: 'text', text: 'Done.' }] };
    yield { kind: 'usage', usage: USAGE };
    if (!hasTool) yield { kind: 'end', stop_reason: 'end_turn' };
  },
};

beforeAll(async () => {
  harness = await createHarness({ agents: { costly } });
});
afterAll(() => harness.close());

async function capped(caps: object) {
  const site = await makeSite(harness);
  await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { agent: 'costly' });
  const path = `/admin/sites/${site.client_id}/public`;
  await harness.admin('PATCH', path, { caps });
  const today = async () => (await harness.admin('GET', path)).body.today as Record<string, number>;
  return { site, today, change: (body: object) => harness.admin('PATCH', path, body) };
}

const eventsOf = ({ session_id }: PublicTicket) => `/v1/sessions/${session_id}/events`;
const send = (ticket: PublicTicket, ...events: unknown[]) =>
  ask(harness, 'POST', eventsOf(ticket), { events }, ticket);
async function list(ticket: PublicTicket) {
  const path = `${eventsOf(ticket)}?limit=100`;
  return (await ask(harness, 'GET', path, undefined, ticket)).body.data;
}

async function run(): Promise<void> {
  for (let n = 0; n < 4; n += 1) await harness.clock.advance(1000);
  await harness.settled();
}

async function pending(ticket: PublicTicket): Promise<string[]> {
  const idles = (await list(ticket)).filter(({ type }) => type === 'session.status_idle');
  return (idles.at(-1)?.content.tool_use_ids as string[] | undefined) ?? [];
}

describe('a crowd that comes at once', () => {
  it('costs the owner no more than the day’s cap and one turn, and is asked to come again', async () => {
    const cap = 100n * TURN;
    const { site, today } = await capped({ credits_nano: Number(cap) });
    const tickets: PublicTicket[] = [];
    for (let n = 0; n < 60; n += 1) tickets.push((await open(harness, site)).ticket);
    await Promise.all(tickets.map((ticket) => send(ticket, message('Hello'))));
    await run();
    const spent = BigInt((await today()).credits_nano ?? 0);
    expect(spent).toBeGreaterThan(0n);
    expect(spent).toBeLessThanOrEqual(cap + TURN);
    const texts = await Promise.all(
      tickets.map(async (ticket) => JSON.stringify(await list(ticket))),
    );
    expect(texts.some((text) => text.includes('Many people are writing just now'))).toBe(true);
    expect(texts.some((text) => text.includes('come back tomorrow'))).toBe(false);
  });

  it('finds room again once the others’ answers are paid for', async () => {
    const { site } = await capped({ credits_nano: Number(100n * TURN) });
    const first = await Promise.all(
      Array.from({ length: 8 }, async () => (await open(harness, site)).ticket),
    );
    await Promise.all(first.map((ticket) => send(ticket, message('Hello'))));
    await run();
    const late = (await open(harness, site)).ticket;
    await send(late, message('Hello'));
    await run();
    expect(JSON.stringify(await list(late))).toContain('Done.');
  });
});

describe('one conversation', () => {
  it('spends no more than the day’s cap and one turn, however often its page answers the agent', async () => {
    const cap = 10n * TURN;
    const { site, today } = await capped({ credits_nano: Number(cap), messages: 1 });
    const { ticket } = await open(harness, site, { tools: TOOLS });
    await send(ticket, message('Hello'));
    await run();
    for (let n = 0; n < 20; n += 1) {
      const ids = await pending(ticket);
      if (ids.length === 0) break;
      await send(ticket, results(...ids.map((id) => result(id, { content: 'again' }))));
      await run();
    }
    expect(BigInt((await today()).credits_nano ?? 0)).toBeLessThanOrEqual(cap + TURN);
    expect(JSON.stringify(await list(ticket))).toContain('as much as I may for today');
  });

  it('gets no run beyond the cap of messages by a word of its page that ends a pause', async () => {
    const { site, today } = await capped({ messages: 1 });
    const { ticket } = await open(harness, site, { tools: TOOLS });
    await send(ticket, message('Hello'));
    await run();
    const refused = await send(ticket, message('Go on', 'system.message'));
    expect(refused.status).toBe(429);
    expect((await today()).messages).toBe(1);
  });

  it('has what a page says beside a message counted as no message', async () => {
    const { site, today } = await capped({ messages: 2 });
    const { ticket } = await open(harness, site);
    for (const text of ['One', 'Two']) {
      const page = message('The visitor looks at a lamp', 'system.message');
      expect((await send(ticket, page, message(text))).status).toBe(200);
      await run();
    }
    expect((await today()).messages).toBe(2);
  });

  it('with a person goes on beyond the cap of messages, since it costs nothing', async () => {
    const { site } = await capped({ messages: 1 });
    const { ticket } = await open(harness, site);
    await send(ticket, message('Hello'));
    await run();
    await harness.admin('POST', `/admin/sessions/${ticket.session_id}/takeover`);
    expect((await send(ticket, message('Are you there?'))).status).toBe(200);
  });

  it('takes no tools that would cost more than the question', async () => {
    const { site } = await capped({});
    const tools = [{ name: 'big', description: 'x'.repeat(100_000) }];
    const { status, body } = await open(harness, site, { tools });
    expect(status).toBe(400);
    expect(body.error.message).toContain('65536 characters');
  });

  it('keeps the instructions that an operator has written for it', async () => {
    const { site } = await capped({});
    const { session_id, guest } = (await open(harness, site)).ticket;
    await harness.admin('PATCH', `/admin/sessions/${session_id}`, { system: 'A regular.' });
    await open(harness, site, { session_id, guest });
    const { body } = await harness.admin('GET', `/admin/sessions/${session_id}`);
    expect(body.system).toBe('A regular.');
  });
});

describe('an owner who switches the chat off', () => {
  it.each([
    ['by the public id', '/public', { is_open: false }],
    ['by suspending the site', '', { status: 'suspended' }],
    ['by revoking the site', '', { status: 'revoked' }],
  ])('%s stops messages, runs and streams of those who are there', async (_, path, body) => {
    const { site, today } = await capped({});
    const { ticket } = await open(harness, site, { tools: TOOLS });
    const stream = await harness.gateway.request(
      `/v1beta1/sessions/${ticket.session_id}/events/stream`,
      { headers: { Authorization: `Bearer ${ticket.token}` } },
    );
    await send(ticket, message('Hello'));
    await run();
    const ids = await pending(ticket);
    const before = await today();
    await harness.admin('PATCH', `/admin/sites/${site.client_id}${path}`, body);
    const answer = results(...ids.map((id) => result(id, { content: 'again' })));
    expect((await send(ticket, answer)).status).toBe(403);
    expect((await send(ticket, message('Again'))).status).toBe(403);
    await run();
    expect(await today()).toEqual(before);
    const over = stream.text();
    for (let n = 0; n < 3; n += 1) await harness.clock.advance(15_000);
    expect(await over).toContain('session.status_idle');
  });

  it('stops a run that is under way at its next turn', async () => {
    const { site, change, today } = await capped({});
    const { ticket } = await open(harness, site, { tools: TOOLS });
    await send(ticket, message('Hello'));
    await run();
    // Answered by the site's own server, which isn't refused.
    await change({ is_open: false });
    const before = await today();
    const ids = await pendingOf(ticket.session_id, site.service_token);
    const answered = await harness.call(
      'POST',
      eventsOf(ticket),
      { events: [results(...ids.map((id) => result(id, { content: 'again' })))] },
      site.service_token,
    );
    expect(answered.status).toBe(200);
    await run();
    expect((await today()).credits_nano).toBe(before.credits_nano);
  });
});

async function pendingOf(sessionId: string, token: string): Promise<string[]> {
  const path = `/v1/sessions/${sessionId}/events?limit=100`;
  const events = (await harness.call('GET', path, undefined, token)).body.data;
  const idles = events.filter(({ type }) => type === 'session.status_idle');
  return (idles.at(-1)?.content.tool_use_ids as string[] | undefined) ?? [];
}
