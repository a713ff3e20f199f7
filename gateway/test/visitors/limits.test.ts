import { solveChallenge } from 'altcha-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, message, WITHOUT_LIMITS } from '../harness.ts';
import { ask, makeSite, open } from './browser.ts';

let harness: Harness;

const NEVER = { perSecond: 1 / 86_400, burst: 3 };

interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** As a browser answers a challenge. */
async function solve({ maxnumber, ...challenge }: Challenge): Promise<string> {
  const { promise } = solveChallenge(challenge.challenge, challenge.salt, 'SHA-256', maxnumber);
  const solution = await promise;
  const payload = { ...challenge, number: solution?.number };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

const challengeOf = (body: unknown) => (body as { challenge: Challenge }).challenge;

describe('many new conversations', () => {
  beforeAll(async () => {
    harness = await createHarness({
      options: {
        ...WITHOUT_LIMITS,
        publicSessions: { ...WITHOUT_LIMITS.publicSessions, easyPerSite: NEVER },
      },
    });
  });
  afterAll(() => harness.close());

  it('cost each of their visitors some work beyond a site’s limit, which serves once', async () => {
    const site = await makeSite(harness);
    for (let n = 0; n < 3; n += 1) expect((await open(harness, site)).status).toBe(200);
    const { status, body, headers } = await open(harness, site);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('1');
    expect(body.error.request_id).toBe(headers.get('x-request-id'));
    expect(challengeOf(body)).toEqual({
      algorithm: 'SHA-256',
      challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
      maxnumber: 200,
      salt: expect.any(String),
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const proof = await solve(challengeOf(body));
    expect((await open(harness, site, { proof })).status).toBe(200);
    expect((await open(harness, site, { proof })).status).toBe(429);
  });

  it('leave those who are there alone: a token is had again without any work', async () => {
    const site = await makeSite(harness);
    const { session_id, guest } = (await open(harness, site)).ticket;
    for (let n = 0; n < 5; n += 1) await open(harness, site);
    const again = await open(harness, site, { session_id, guest });
    expect(again.ticket.session_id).toBe(session_id);
  });

  it.each([
    ['of another site', async (_: string, other: string) => other],
    ['changed', async (proof: string) => proof.replace(/^.{4}/, 'eyJ4')],
    ['a wrong number', async (proof: string) => renumber(proof, (number) => number + 1)],
    ['a negative number', async (proof: string) => renumber(proof, () => -1)],
    ['empty', async () => ''],
    ['no JSON', async () => 'bm9uZQ=='],
    ['very long', async () => 'A'.repeat(100_000)],
  ])('take no proof that is %s', async (_, forge) => {
    const site = await makeSite(harness);
    const other = await makeSite(harness);
    for (let n = 0; n < 3; n += 1) {
      await open(harness, site);
      await open(harness, other);
    }
    const mine = await solve(challengeOf((await open(harness, site)).body));
    const theirs = await solve(challengeOf((await open(harness, other)).body));
    const { status } = await open(harness, site, { proof: await forge(mine, theirs) });
    expect(status).toBe(429);
  });

  it('take no proof that was solved ten minutes ago', async () => {
    const site = await makeSite(harness);
    for (let n = 0; n < 3; n += 1) await open(harness, site);
    const proof = await solve(challengeOf((await open(harness, site)).body));
    await harness.clock.advance(11 * 60_000);
    expect((await open(harness, site, { proof })).status).toBe(429);
  });
});

function renumber(proof: string, change: (number: number) => number): string {
  const read = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
  const changed = { ...read, number: change(read.number) };
  return Buffer.from(JSON.stringify(changed)).toString('base64');
}

describe('one address', () => {
  it('gets so many new conversations in an hour, whatever work it does', async () => {
    const own = await createHarness({
      options: {
        ...WITHOUT_LIMITS,
        publicSessions: { ...WITHOUT_LIMITS.publicSessions, perAddress: NEVER },
      },
    });
    const site = await makeSite(own);
    for (let n = 0; n < 3; n += 1) expect((await open(own, site)).status).toBe(200);
    const { status, body, headers } = await open(own, site);
    expect(status).toBe(429);
    expect(body.challenge).toBeUndefined();
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1000);
    expect((await open(own, await makeSite(own))).status).toBe(200);
    await own.close();
  });
});

describe('a site’s caps for a day', () => {
  beforeAll(async () => {
    harness = await createHarness();
  });
  afterAll(() => harness.close());

  async function capped(caps: object) {
    const site = await makeSite(harness);
    const path = `/admin/sites/${site.client_id}/public`;
    await harness.admin('PATCH', path, { caps });
    return { site, state: async () => (await harness.admin('GET', path)).body };
  }

  const say = (ticket: { session_id: string; token: string }, text = 'Hello') =>
    ask(
      harness,
      'POST',
      `/v1/sessions/${ticket.session_id}/events`,
      { events: [message(text)] },
      ticket,
    );

  it('have defaults, which the owner reads', async () => {
    const site = await makeSite(harness);
    const { body } = await harness.admin('GET', `/admin/sites/${site.client_id}/public`);
    expect(body.caps).toEqual({ sessions: 1000, messages: 5000, credits_nano: 5_000_000_000 });
    expect(body.today).toEqual({ sessions: 0, messages: 0, credits_nano: 0 });
  });

  it('of conversations let no more begin until the next day, and those that are there go on', async () => {
    const { site, state } = await capped({ sessions: 2 });
    const { ticket } = await open(harness, site);
    await open(harness, site);
    const refused = await open(harness, site);
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toContain('conversations of today');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect((await say(ticket)).status).toBe(200);
    expect((await state()).today).toMatchObject({ sessions: 2, messages: 1 });
    await harness.clock.advance(86_400_000);
    expect((await open(harness, site)).status).toBe(200);
    expect((await state()).today).toMatchObject({ sessions: 1, messages: 0 });
  });

  it('say in the list of sites how much of the one that is used most is gone', async () => {
    const { site } = await capped({ sessions: 4, messages: 0, credits_nano: null });
    const listed = async () => {
      const { body } = await harness.admin('GET', `/admin/sites?q=${site.client_id}`);
      return body.data[0];
    };
    // A cap of nothing is used up from the beginning.
    expect(await listed()).toMatchObject({ most_used_percent: 100 });
    const path = `/admin/sites/${site.client_id}/public`;
    await harness.admin('PATCH', path, { caps: { messages: null } });
    expect(await listed()).toMatchObject({ most_used_percent: 0 });
    await open(harness, site);
    await open(harness, site);
    await open(harness, site);
    expect(await listed()).toMatchObject({ most_used_percent: 75 });
    await harness.clock.advance(86_400_000);
    expect(await listed()).toMatchObject({ most_used_percent: 0 });
    await harness.admin('PATCH', path, { caps: { sessions: null } });
    expect(await listed()).toMatchObject({ most_used_percent: null });
  });

  it('of conversations hold where many ask at once', async () => {
    const { site, state } = await capped({ sessions: 3 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(harness, site)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await state()).today).toMatchObject({ sessions: 3 });
  });

  it('of messages refuse the next one and store nothing of it', async () => {
    const { site } = await capped({ messages: 2 });
    const { ticket } = await open(harness, site);
    for (const text of ['One', 'Two']) expect((await say(ticket, text)).status).toBe(200);
    await harness.settled();
    const refused = await say(ticket, 'Three');
    expect(refused.status).toBe(429);
    const path = `/v1/sessions/${ticket.session_id}/events`;
    const list = await ask(harness, 'GET', path, undefined, ticket);
    expect(JSON.stringify(list.body)).not.toContain('Three');
    const made = await harness.call('POST', '/admin/sessions', {}, site.service_token);
    const server = `/v1/sessions/${made.body.session_id}/events`;
    const sent = await harness.call(
      'POST',
      server,
      { events: [message('Hi')] },
      site.service_token,
    );
    expect(sent.status).toBe(200);
  });

  it('of money ask no agent any more, and the visitor reads that', async () => {
    const { site, state } = await capped({ credits_nano: 1 });
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { agent: 'scripted' });
    const { ticket } = await open(harness, site);
    // The site's public id brings no script: one is written as the operator's calls would.
    await harness.db.query('UPDATE sessions SET script = $2 WHERE session_id = $1', [
      ticket.session_id,
      JSON.stringify([[{ say: 'This cost something.' }], [{ say: 'This as well.' }]]),
    ]);
    await say(ticket);
    await harness.settled();
    expect(
      Number(((await state()).today as { credits_nano: number }).credits_nano),
    ).toBeGreaterThan(0);
    await say(ticket, 'Again');
    await harness.settled();
    const path = `/v1/sessions/${ticket.session_id}/events`;
    const list = await ask(harness, 'GET', path, undefined, ticket);
    const text = JSON.stringify(list.body.data.at(-2));
    expect(text).toContain('I have answered as much as I may for today');
  });

  it('may be lifted', async () => {
    const { site } = await capped({ sessions: 0 });
    expect((await open(harness, site)).status).toBe(429);
    const path = `/admin/sites/${site.client_id}/public`;
    await harness.admin('PATCH', path, { caps: { sessions: null } });
    expect((await open(harness, site)).status).toBe(200);
  });

  it.each([
    ['a negative number', { caps: { sessions: -1 } }],
    ['a part of a message', { caps: { messages: 1.5 } }],
    ['text', { caps: { credits_nano: 'all' } }],
  ])('are not %s', async (_, body) => {
    const site = await makeSite(harness);
    const path = `/admin/sites/${site.client_id}/public`;
    expect((await harness.admin('PATCH', path, body)).status).toBe(400);
  });
});
