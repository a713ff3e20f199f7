import { describe, expect, it } from 'vitest';
import { createDeskScene, ELSEWHERE, OWN_PAGE } from '../desk-people.ts';
import { ADMIN_KEY } from '../harness.ts';

const desk = createDeskScene();

const INVITATIONS = '/admin/desk/invitations';
const DAY_MS = 86_400_000;

async function invited(body: object = { role: 'agent' }): Promise<string> {
  const made = await desk.owner.call('POST', INVITATIONS, body);
  expect(made.status).toBe(201);
  return made.body.token;
}

describe('an invitation', () => {
  it('lets somebody in once, by a login, a name and a password of their own', async () => {
    const token = await invited({ role: 'lead' });
    const bea = desk.browser();
    const arrival = { token, login: 'Bea@shop.example', name: 'Bea', password: 'my own words' };
    const arrived = await bea.call('POST', `${INVITATIONS}/accept`, arrival);
    expect(arrived.body).toEqual({ login: 'bea@shop.example', is_signed_in: true });
    expect((await bea.call('GET', '/admin/desk/me')).body).toMatchObject({
      name: 'Bea',
      role: 'lead',
      login: 'bea@shop.example',
    });
    const again = await desk
      .browser()
      .call('POST', `${INVITATIONS}/accept`, { ...arrival, login: 'eve' });
    expect(again.status).toBe(404);
    expect(again.body.error.message).toContain('used or has expired');
  });

  it('stays as it was for programs that only look where it leads', async () => {
    const token = await invited();
    for (let look = 0; look < 3; look += 1) {
      const seen = await desk.browser().call('POST', `${INVITATIONS}/look`, { token });
      expect([seen.status, seen.body.role, seen.body.login]).toEqual([200, 'agent', null]);
    }
    expect((await desk.harness.gateway.request(`/desk?invite=${token}`)).status).not.toBe(500);
    const arrival = { token, login: 'lou', name: 'Lou', password: 'my own words' };
    expect((await desk.browser().call('POST', `${INVITATIONS}/accept`, arrival)).status).toBe(200);
  });

  it('isn’t used up by a login that somebody has already, nor by a short password', async () => {
    const token = await invited();
    const arrival = { token, login: 'anna@shop.example', name: 'Anna', password: 'my own words' };
    const taken = await desk.browser().call('POST', `${INVITATIONS}/accept`, arrival);
    expect(taken.status).toBe(409);
    const short = { ...arrival, login: 'anna2', password: 'short' };
    expect((await desk.browser().call('POST', `${INVITATIONS}/accept`, short)).status).toBe(400);
    const good = { ...arrival, login: 'anna2' };
    expect((await desk.browser().call('POST', `${INVITATIONS}/accept`, good)).status).toBe(200);
  });

  it('lets in one of two who use it at the same time', async () => {
    const token = await invited();
    const replies = await Promise.all(
      ['mia', 'max'].map((login) =>
        desk.browser().call('POST', `${INVITATIONS}/accept`, {
          token,
          login,
          name: login,
          password: 'my own words',
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('ends after a week, or when an owner takes it back', async () => {
    const old = await invited();
    await desk.harness.clock.advance(7 * DAY_MS + 1);
    const owner = await desk.signedIn('owner');
    const expired = await desk.browser().call('POST', `${INVITATIONS}/look`, { token: old });
    expect(expired.status).toBe(404);
    const made = await owner.call('POST', INVITATIONS, { role: 'viewer' });
    const { data } = (await owner.call('GET', INVITATIONS)).body;
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain(made.body.token);
    await owner.call('DELETE', `${INVITATIONS}/${made.body.invitation_id}`);
    const seen = await desk
      .browser()
      .call('POST', `${INVITATIONS}/look`, { token: made.body.token });
    expect(seen.status).toBe(404);
  });

  it('stores its link as a hash alone, and the audit has none of it', async () => {
    const owner = await desk.signedIn('owner');
    const { token } = (await owner.call('POST', INVITATIONS, { role: 'agent' })).body;
    const arrival = { token, login: 'uli', name: 'Uli', password: 'my own words' };
    const rows = await desk.harness.db.query('SELECT * FROM desk_invitations');
    expect(rows.length).toBeGreaterThan(0);
    await desk.browser().call('POST', `${INVITATIONS}/accept`, arrival);
    const audit = await desk.harness.db.query('SELECT * FROM admin_audit');
    expect(JSON.stringify([rows, audit])).not.toContain(token);
    expect(JSON.stringify(audit)).toContain(`${INVITATIONS}/accept`);
  });

  it('makes an address that tries links wait', async () => {
    const statuses: number[] = [];
    const guesser = desk.browser(ELSEWHERE);
    for (let tries = 0; tries < 14; tries += 1) {
      const { status } = await guesser.call('POST', `${INVITATIONS}/look`, { token: `no${tries}` });
      statuses.push(status);
    }
    expect(statuses.slice(0, 3)).toEqual([404, 404, 404]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is refused to a page of another site', async () => {
    const owner = await desk.signedIn('owner');
    const { token } = (await owner.call('POST', INVITATIONS, { role: 'agent' })).body;
    const arrival = { token, login: 'zoe', name: 'Zoe', password: 'my own words' };
    const foreign = { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' };
    const reply = await desk.browser().call('POST', `${INVITATIONS}/accept`, arrival, foreign);
    expect(reply.status).toBe(403);
  });
});

describe('a link for a new password', () => {
  it('lets a person choose one, ends where they were signed in, and the link before it', async () => {
    const owner = await desk.signedIn('owner');
    const people = (await owner.call('GET', '/admin/desk/people?q=anna@')).body.data;
    const anna = people[0] as unknown as { person_id: string };
    const path = `/admin/desk/people/${anna.person_id}/password-link`;
    const first = (await owner.call('POST', path)).body.token;
    const second = (await owner.call('POST', path)).body.token;
    const old = await desk.signedIn('agent');
    const seen = await desk.browser().call('POST', `${INVITATIONS}/look`, { token: first });
    expect(seen.status).toBe(404);
    const fresh = desk.browser();
    const arrival = { token: second, password: 'another horse' };
    expect((await fresh.call('POST', `${INVITATIONS}/accept`, arrival)).body).toEqual({
      login: 'anna@shop.example',
      is_signed_in: true,
    });
    expect((await old.call('GET', '/admin/desk/me')).status).toBe(401);
    const again = { login: 'anna@shop.example', password: 'another horse' };
    expect((await desk.browser().call('POST', '/admin/desk/sign-in', again)).status).toBe(200);
  });
});

describe('a person of some sites', () => {
  it('meets only conversations of these: in lists, counts, by id, and in what they may do', async () => {
    const owner = await desk.signedIn('owner');
    const { admin } = desk.harness;
    const [mine, other] = [
      (await admin('POST', '/admin/sites', { name: 'Mine' })).body,
      (await admin('POST', '/admin/sites', { name: 'Other' })).body,
    ];
    const of = async (clientId: string | undefined) => {
      const session = await desk.harness.session({
        ...(clientId === undefined ? {} : { client_id: clientId }),
        script: [[{ say: 'Yes.' }]],
      });
      await session.say('Anybody there?');
      return session.id;
    };
    const seen = await of(mine.client_id);
    const hidden = [await of(other.client_id), await of(undefined)];
    await desk.harness.settled();
    const token = (
      await owner.call('POST', INVITATIONS, { role: 'agent', sites: [mine.client_id] })
    ).body.token;
    const sam = desk.browser();
    const arrival = { token, login: 'sam', name: 'Sam', password: 'my own words' };
    await sam.call('POST', `${INVITATIONS}/accept`, arrival);
    expect((await sam.call('GET', '/admin/desk/me')).body).toMatchObject({
      sites: [mine.client_id],
    });
    const list = await sam.call('GET', '/admin/conversations');
    expect(list.body.data.map(({ session_id }) => session_id)).toEqual([seen]);
    const filters = await sam.call('GET', '/admin/desk/filters');
    expect(filters.body.sites.map(({ name }) => name)).toEqual(['Mine']);
    for (const id of hidden) {
      for (const [method, path] of [
        ['GET', `/admin/conversations/${id}`],
        ['GET', `/admin/conversations/${id}/events`],
        ['POST', `/admin/conversations/${id}/read`],
        ['POST', `/admin/sessions/${id}/takeover`],
        ['POST', `/admin/sessions/${id}/messages`],
        ['POST', `/admin/sessions/${id}/handback`],
      ] as const) {
        const reply = await sam.call(method, path, method === 'POST' ? {} : undefined);
        expect([path, reply.status]).toEqual([path, 404]);
      }
    }
    const done = { session_ids: [...hidden, seen], status: 'closed' };
    const bulk = await sam.call('POST', '/admin/conversations/changes', done);
    expect(bulk.body).toEqual({ changed: 1 });
    for (const id of hidden) {
      const kept = await owner.call('GET', `/admin/conversations/${id}`);
      expect(kept.body).not.toMatchObject({ status: 'closed' });
    }
    expect((await sam.call('GET', `/admin/conversations/${seen}/events`)).status).toBe(200);
    expect((await sam.call('POST', `/admin/sessions/${seen}/takeover`)).status).toBe(204);
  });

  it('is refused for a site that isn’t there', async () => {
    const owner = await desk.signedIn('owner');
    const body = { role: 'agent', sites: ['client_nothing'] };
    expect((await owner.call('POST', INVITATIONS, body)).status).toBe(400);
  });
});

describe('the owner by the admin key', () => {
  it('has no name until they say one', async () => {
    const owner = desk.browser();
    const reply = await owner.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY });
    expect(reply.body).toMatchObject({ name: 'Owner', is_named: false });
    const named = await owner.call('PATCH', '/admin/desk/me', { name: 'Olga' });
    expect(named.body).toMatchObject({ name: 'Olga', is_named: true });
  });
});

describe('one’s own settings', () => {
  it('change where they are named, and stay otherwise', async () => {
    const viewer = await desk.signedInAs('viewer');
    const chosen = await viewer.call('PATCH', '/admin/desk/me', { settings: { language: 'de' } });
    expect(chosen.body).toMatchObject({ settings: { language: 'de' } });
    const renamed = await viewer.call('PATCH', '/admin/desk/me', { name: 'Vera' });
    expect(renamed.body).toMatchObject({ name: 'Vera', settings: { language: 'de' } });
    const quiet = { from: '22:00', until: '07:00' };
    const quieter = await viewer.call('PATCH', '/admin/desk/me', { settings: { quiet } });
    expect(quieter.body).toMatchObject({ settings: { language: 'de', sound: false, quiet } });
    const wrong = { settings: { quiet: { from: '25:00', until: '07:00' } } };
    expect((await viewer.call('PATCH', '/admin/desk/me', wrong)).status).toBe(400);
  });
});
