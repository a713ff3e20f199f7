import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, message } from '../harness.ts';
import { ask, makeSite, open, SHOP, type TestSite } from './browser.ts';

let harness: Harness;
let site: TestSite;

beforeAll(async () => {
  harness = await createHarness();
  site = await makeSite(harness);
});
afterAll(() => harness.close());

const eventsOf = (sessionId: string) => `/v1/sessions/${sessionId}/events`;
const say = (text: string) => ({ events: [message(text)] });

describe('a site’s public id', () => {
  it('hands a guest a session, a token that opens it, and a secret to come back with', async () => {
    const { status, ticket, headers } = await open(harness, site);
    expect(status).toBe(200);
    expect(ticket).toEqual({
      session_id: expect.stringMatching(/^ses_/),
      token: expect.any(String),
      expires_at: expect.stringMatching(/Z$/),
      is_new: true,
      guest: expect.stringMatching(/^guest_[\w-]{43}$/),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe(SHOP);
    const sent = await ask(harness, 'POST', eventsOf(ticket.session_id), say('Hello'), ticket);
    expect(sent.status).toBe(200);
    const row = await harness.admin('GET', `/admin/sessions/${ticket.session_id}`);
    expect(row.body.client_id).toBe(site.client_id);
  });

  it('gives the same session again to whoever has the guest’s secret, with another token', async () => {
    const first = (await open(harness, site)).ticket;
    const again = (await open(harness, site, { session_id: first.session_id, guest: first.guest }))
      .ticket;
    expect(again.session_id).toBe(first.session_id);
    expect(again).not.toHaveProperty('is_new');
    expect(again.guest).toBe(first.guest);
    expect(again.token).not.toBe(first.token);
  });

  it('begins a new conversation of the same guest where the page asks for one', async () => {
    const first = (await open(harness, site)).ticket;
    const { session_id, guest } = first;
    const fresh = (await open(harness, site, { session_id, guest, new: true })).ticket;
    expect(fresh.session_id).not.toBe(first.session_id);
    expect(fresh.guest).toBe(first.guest);
  });

  it.each([
    ['no secret', () => undefined],
    ['a secret of another guest', async () => (await open(harness, site)).ticket.guest],
    ['a secret that is none', () => 'guest_short'],
    ['the name of the session’s owner in place of the secret', (owner: string) => owner],
  ])('gives a new session to somebody with another’s session_id and %s', async (_, secretOf) => {
    const theirs = (await open(harness, site)).ticket;
    const row = await harness.admin('GET', `/admin/sessions/${theirs.session_id}`);
    const guest = await secretOf(String(row.body.owner_id));
    const { ticket } = await open(harness, site, { session_id: theirs.session_id, guest });
    expect(ticket.session_id).not.toBe(theirs.session_id);
    expect(ticket.guest).not.toBe(theirs.guest);
    const read = await ask(harness, 'GET', eventsOf(theirs.session_id), undefined, ticket);
    expect(read.status).toBe(404);
  });

  it('takes a guest’s secret at no other site', async () => {
    const first = (await open(harness, site)).ticket;
    const other = await makeSite(harness);
    const { session_id, guest } = first;
    const there = (await open(harness, other, { session_id, guest })).ticket;
    expect(there.session_id).not.toBe(first.session_id);
    const back = (await open(harness, site, { session_id: there.session_id, guest })).ticket;
    expect(back.session_id).not.toBe(there.session_id);
  });

  it('opens no session that the site’s own server made, even one without an owner', async () => {
    const made = await harness.call('POST', '/admin/sessions', {}, site.service_token);
    const { ticket } = await open(harness, site, { session_id: made.body.session_id });
    expect(ticket.session_id).not.toBe(made.body.session_id);
  });

  it('offers the agent the tools of the page that asked last', async () => {
    const tools = [{ name: 'add_to_cart', description: 'Adds.', input_schema: { type: 'object' } }];
    const { ticket } = await open(harness, site, { tools });
    const { session_id, guest } = ticket;
    const toolsNow = async () =>
      (await harness.admin('GET', `/admin/sessions/${session_id}`)).body.client_tools;
    expect(await toolsNow()).toEqual(tools);
    await open(harness, site, { session_id, guest, tools: [] });
    expect(await toolsNow()).toEqual([]);
  });

  it('keeps its guests where it is replaced, and the id before opens nothing any more', async () => {
    const own = await makeSite(harness);
    const { session_id, guest } = (await open(harness, own)).ticket;
    const replaced = await harness.admin('POST', `/admin/sites/${own.client_id}/public-id`);
    const before = await open(harness, own, { session_id, guest });
    expect(before.status).toBe(404);
    expect(before.body.error.message).toContain('Copy the tag anew');
    const public_id = String(replaced.body.public_id);
    const after = await open(harness, { public_id }, { session_id, guest });
    expect(after.ticket.session_id).toBe(session_id);
  });

  it('is there for a site that an older gateway on the same database has registered', async () => {
    const own = await makeSite(harness);
    await harness.db.query('DELETE FROM public_sites WHERE client_id = $1', [own.client_id]);
    const { body } = await harness.admin('GET', `/admin/sites/${own.client_id}/public`);
    expect((await open(harness, { public_id: String(body.public_id) })).status).toBe(200);
  });

  it.each([
    ['switched off', '/public', { is_open: false }],
    ['of a suspended site', '', { status: 'suspended' }],
    ['of a revoked site', '', { status: 'revoked' }],
  ])('opens nothing while it is %s', async (_, path, change) => {
    const own = await makeSite(harness);
    await harness.admin('PATCH', `/admin/sites/${own.client_id}${path}`, change);
    expect((await open(harness, own)).status).toBe(403);
  });

  it.each([
    ['a session_id that is a number', { session_id: 7 }],
    ['tools that are no list', { tools: 'all' }],
    ['a guest that is no text', { guest: { a: 1 } }],
    ['new that is no boolean', { new: 'yes' }],
    ['a proof that is no text', { proof: 1 }],
  ])('refuses %s with a sentence, and makes no session', async (_, body) => {
    const before = (await harness.admin('GET', '/admin/sessions?limit=1')).body.data;
    const { status, body: refusal } = await open(harness, site, body);
    expect(status).toBe(400);
    expect(refusal.error.type).toBe('invalid_request_error');
    expect((await harness.admin('GET', '/admin/sessions?limit=1')).body.data).toEqual(before);
  });

  it.each(['site_pk_none', '..%2F..%2Fadmin', 'x'.repeat(500), '%00', "' OR 1=1 --"])(
    'is not “%s”',
    async (id) => {
      const reply = await ask(harness, 'POST', `/v1beta1/sites/${id}/session`, {});
      expect(reply.status).toBe(404);
    },
  );
});

describe('a guest', () => {
  it('deletes a conversation of their own for good, and nobody else’s', async () => {
    const own = (await open(harness, site)).ticket;
    const other = (await open(harness, site)).ticket;
    const path = `/v1beta1/sites/${site.public_id}/deletions`;
    const foreign = await ask(harness, 'POST', path, {
      session_id: own.session_id,
      guest: other.guest,
    });
    expect(foreign.status).toBe(404);
    const elsewhere = { origin: 'https://other.example' };
    const body = { session_id: own.session_id, guest: own.guest };
    expect((await ask(harness, 'POST', path, body, elsewhere)).status).toBe(403);
    expect((await harness.admin('GET', `/admin/sessions/${own.session_id}`)).status).toBe(200);
    expect((await ask(harness, 'POST', path, body)).status).toBe(204);
    expect((await harness.admin('GET', `/admin/sessions/${own.session_id}`)).status).toBe(404);
  });

  it('says of an answer of their own whether it helped', async () => {
    const own = (await open(harness, site)).ticket;
    await ask(harness, 'POST', eventsOf(own.session_id), say('Hello'), own);
    await harness.settled();
    const events = (await ask(harness, 'GET', eventsOf(own.session_id), undefined, own)).body.data;
    const answer = events.find(({ type }) => type === 'agent.message');
    const path = `/v1beta1/sites/${site.public_id}/feedback`;
    const rated = { session_id: own.session_id, event_id: answer?.id, value: 'up' };
    expect((await ask(harness, 'POST', path, rated)).status).toBe(404);
    expect((await ask(harness, 'POST', path, { ...rated, guest: own.guest })).status).toBe(204);
    const exported = await harness.admin('GET', `/admin/sessions/${own.session_id}/export`);
    expect(JSON.stringify(exported.body)).toContain('"value":"up"');
  });
});
