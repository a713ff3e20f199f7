// Sessions by a site's public id, an extension of the interface: a gateway whose registration of a site gives a `public_id` is held
// to all of it. Of any other these checks are skipped.

import { SignJWT } from 'jose';
import { type Check, group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { eventsOf, expectError, expectSuccess, message, type Reply, type World } from '../world.ts';

const PAGE = 'https://shop.example';
const ELSEWHERE = 'https://elsewhere.example';

interface PublicSite {
  clientId: string;
  publicId: string;
}

interface Ticket {
  sessionId: string;
  token: string;
  guest: string | null;
  owner: string | null;
}

async function newSite(world: World, origins: readonly string[] = [PAGE]): Promise<PublicSite> {
  const site = await world.admin('POST', '/sites', {
    project_id: world.newProject(),
    name: 'Conformance',
    allowed_origins: origins,
  });
  const publicId = get(site, 'public_id');
  if (typeof publicId !== 'string') return world.skip('this gateway gives sites no public_id');
  return { clientId: String(get(site, 'client_id')), publicId };
}

const at = ({ publicId }: PublicSite, what: string) => `/v1beta1/sites/${publicId}/${what}`;

function ask(world: World, site: PublicSite, body: object = {}, origin = PAGE): Promise<Reply> {
  return world.call('POST', at(site, 'session'), { body, headers: { origin } });
}

async function open(world: World, site: PublicSite, body: object = {}): Promise<Ticket> {
  return ticketOf(await ask(world, site, body));
}

function ticketOf(reply: Reply): Ticket {
  expectSuccess(reply);
  const text = (name: string) => {
    const value = get(reply.body, name);
    return typeof value === 'string' ? value : null;
  };
  const [sessionId, token] = [text('session_id'), text('token')];
  ensure(sessionId !== null && token !== null, `${reply.what}: no session_id and token`);
  return { sessionId, token, guest: text('guest'), owner: text('owner') };
}

function list(world: World, { token }: Ticket, sessionId: string, origin = PAGE): Promise<Reply> {
  const path = `/v1/sessions/${encodeURIComponent(sessionId)}/events`;
  return world.call('GET', path, { token, headers: { origin } });
}

/** A rule of the extension as a check, with a site of its own. */
const tried = (
  title: string,
  run: (world: World, site: PublicSite) => Promise<void>,
): [string, Check['run']] => [title, async (world) => run(world, await newSite(world))];

export const publicSessions = group('public-sessions', {
  guest: tried(
    'A page of the site gets a session, a token for it, and a secret of the guest’s',
    async (world, site) => {
      const reply = await ask(world, site);
      const ticket = ticketOf(reply);
      ensure(ticket.guest !== null, `${reply.what}: no guest's secret`);
      same(reply.headers.get('cache-control'), 'no-store', 'Cache-Control');
      const path = `/v1/sessions/${ticket.sessionId}/events`;
      const body = { events: [message('hello')] };
      const headers = { origin: PAGE };
      expectSuccess(await world.call('POST', path, { token: ticket.token, body, headers }));
      ensure(eventsOf(await list(world, ticket, ticket.sessionId)).length > 0, 'no event is kept');
    },
  ),
  again: tried(
    'The secret gives the same session again, with another token',
    async (world, site) => {
      const { sessionId, guest, token } = await open(world, site);
      const again = await open(world, site, { session_id: sessionId, guest });
      same([again.sessionId, again.guest], [sessionId, guest], 'session and secret');
      ensure(again.token !== token, 'the token is the one of before');
    },
  ),
  anew: tried('“new” begins another conversation of the same guest', async (world, site) => {
    const { sessionId, guest } = await open(world, site);
    const fresh = await open(world, site, { session_id: sessionId, guest, new: true });
    ensure(fresh.sessionId !== sessionId, 'the session is the one of before');
    same(fresh.guest, guest, 'the secret');
  }),
  foreign: tried(
    'Without the secret, or with another’s, nobody gets the session; nor does their token open it',
    async (world, site) => {
      const theirs = await open(world, site);
      const other = await open(world, site);
      for (const guest of [undefined, other.guest, `${theirs.guest}x`, 'guest', '']) {
        const ticket = await open(world, site, { session_id: theirs.sessionId, guest });
        ensure(ticket.sessionId !== theirs.sessionId, `“${guest}” got another’s session`);
        expectError(await list(world, ticket, theirs.sessionId), 404);
      }
    },
  ),
  'other-site': tried('A guest’s secret opens nothing at another site', async (world, site) => {
    const { sessionId, guest } = await open(world, site);
    const there = await open(world, await newSite(world), { session_id: sessionId, guest });
    ensure(there.sessionId !== sessionId, 'another site gave the session');
  }),
  pages: tried(
    'A page of another origin, and a caller without one, get 403, which the page can read',
    async (world, site) => {
      for (const origin of [
        ELSEWHERE,
        'http://shop.example',
        'https://shop.example.evil.example',
      ]) {
        const reply = await ask(world, site, {}, origin);
        expectError(reply, 403);
        same(
          reply.headers.get('access-control-allow-origin'),
          origin,
          'Access-Control-Allow-Origin',
        );
      }
      expectError(await world.call('POST', at(site, 'session'), { body: {} }), 403);
    },
  ),
  patterns: [
    '“https://*.shop.example” lets in every host below, and no other',
    async (world) => {
      const site = await newSite(world, ['https://*.shop.example']);
      expectSuccess(await ask(world, site, {}, 'https://www.shop.example'));
      for (const origin of [PAGE, 'https://evilshop.example', 'http://www.shop.example']) {
        expectError(await ask(world, site, {}, origin), 403);
      }
    },
  ],
  'no-pages': [
    'While no origin is named, only pages of the visitor’s own machine are let in',
    async (world) => {
      const site = await newSite(world, []).then(async (made) => {
        await world.admin('PATCH', `/sites/${made.clientId}`, { allowed_origins: null });
        return made;
      });
      expectSuccess(await ask(world, site, {}, 'http://localhost:3000'));
      expectError(await ask(world, site), 403);
    },
  ],
  'of-page': tried('The token serves on the page that got it alone', async (world, site) => {
    await world.admin('PATCH', `/sites/${site.clientId}`, { allowed_origins: [PAGE, ELSEWHERE] });
    const ticket = await open(world, site);
    expectSuccess(await list(world, ticket, ticket.sessionId));
    expectError(await list(world, ticket, ticket.sessionId, ELSEWHERE), 403);
  }),
  removed: tried('An origin that is taken off the list is refused at once', async (world, site) => {
    const ticket = await open(world, site);
    await world.admin('PATCH', `/sites/${site.clientId}`, { allowed_origins: [ELSEWHERE] });
    expectError(await ask(world, site, { session_id: ticket.sessionId, guest: ticket.guest }), 403);
    expectError(await list(world, ticket, ticket.sessionId), 403);
  }),
  replaced: tried('A public id that was replaced is none any more', async (world, site) => {
    await world.admin('POST', `/sites/${site.clientId}/public-id`);
    expectError(await ask(world, site), 404);
    expectError(await ask(world, { ...site, publicId: 'site_pk_none' }), 404);
  }),
  users: tried(
    'A user’s token that the site’s secret signs is the same visitor everywhere, and no guest',
    async (world, site) => {
      const { first, again, other } = await threeUsers(world, site);
      ensure(first.owner !== null && first.guest === null, 'a user is no guest, and has an owner');
      same([again.sessionId, again.owner], [first.sessionId, first.owner], 'the user again');
      ensure(other.sessionId !== first.sessionId, 'another user got the session');
      ensure(other.owner !== first.owner, 'two users have one owner');
    },
  ),
  'bad-users': tried(
    'A user’s token that is wrong makes its bearer a guest, and a sentence says why',
    async (world, site) => {
      const secret = await makeSecret(world, site);
      const over = await sign(secret, 'a', -60);
      for (const user_token of [over, await sign('another secret', 'a'), 'a.b.c', 'nonsense']) {
        const reply = await ask(world, site, { user_token });
        const { guest, owner } = ticketOf(reply);
        ensure(guest !== null && owner === null, 'its bearer is no guest');
        const warnings = get(reply.body, 'warnings');
        ensure(Array.isArray(warnings) && warnings.length > 0, `${reply.what}: no warnings`);
      }
    },
  ),
  deleted: tried(
    'A guest deletes their own conversation, and nobody else’s',
    async (world, site) => {
      const own = await open(world, site);
      const other = await open(world, site);
      const erase = (guest: string | null) =>
        world.call('POST', at(site, 'deletions'), {
          body: { session_id: own.sessionId, guest },
          headers: { origin: PAGE },
        });
      expectError(await erase(other.guest), 404);
      expectSuccess(await list(world, own, own.sessionId));
      same((await erase(own.guest)).status, 204, 'status of the deletion');
      expectError(await list(world, own, own.sessionId), 404);
    },
  ),
});

async function threeUsers(world: World, site: PublicSite) {
  const secret = await makeSecret(world, site);
  const as = async (subject: string, body: object = {}) =>
    open(world, site, { ...body, user_token: await sign(secret, subject) });
  const first = await as('a');
  const again = await as('a', { session_id: first.sessionId });
  const other = await as('b', { session_id: first.sessionId });
  return { first, again, other };
}

async function makeSecret(world: World, { clientId }: PublicSite): Promise<string> {
  return String(get(await world.admin('POST', `/sites/${clientId}/user-secret`), 'user_secret'));
}

function sign(secret: string, subject: string, lifeS = 600): Promise<string> {
  return new SignJWT({ sub: subject, exp: Math.floor(Date.now() / 1000) + lifeS })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}
