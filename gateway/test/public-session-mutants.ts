// Gateways that hand out sessions by a site's public id, and get one thing about it wrong.

import { answers, json, type Mutant, type NamedMutant, type Next } from './mutant-gateway.ts';

const PAGE = 'https://shop.example';
const OPENS = /\/v1beta1\/sites\/[^/]+\/session$/;
const LISTS = /\/v1\/sessions\//;

/** Changes the Origin of requests to these addresses before the gateway sees it; null takes it away. */
const comesFrom =
  (where: RegExp, change: (origin: string) => string | null): Mutant =>
  (request, next) => {
    const origin = request.headers.get('origin');
    if (origin === null || !where.test(request.url)) return next(request);
    const headers = new Headers(request.headers);
    const changed = change(origin);
    if (changed === null) headers.delete('origin');
    else headers.set('origin', changed);
    return next(new Request(request, { headers }));
  };

/** Hands out whichever session is asked for. */
const handsOut: Mutant = async (request, next) => {
  const text = OPENS.test(request.url) ? await request.clone().text() : '{}';
  const { session_id: asked } = JSON.parse(text) as { session_id?: string };
  const response = await next(request);
  if (asked === undefined || !response.ok) return response;
  const body = (await response.json()) as Record<string, unknown>;
  return Response.json(
    { ...body, session_id: asked },
    { headers: { 'cache-control': 'no-store' } },
  );
};

let secrets = 0;

export const PUBLIC_SESSION_MUTANTS: readonly NamedMutant[] = [
  [
    'a ticket may be cached',
    'public-sessions.guest',
    answers((reply) => reply.headers.delete('cache-control')),
  ],
  [
    'a guest is another each time',
    'public-sessions.again',
    json((body) => {
      if ('guest' in body) body.guest = `guest_${++secrets}`;
    }),
  ],
  [
    'a conversation can’t be begun anew',
    'public-sessions.anew',
    async (request: Request, next: Next) => {
      const text = OPENS.test(request.url) ? await request.clone().text() : '';
      const body = text.replace('"new":true', '"new":false');
      return next(text === '' ? request : new Request(request, { body }));
    },
  ],
  ['anybody gets the session that they name', 'public-sessions.foreign', handsOut],
  ['a secret holds at all sites', 'public-sessions.other-site', handsOut],
  ['every page is let in', 'public-sessions.pages', comesFrom(OPENS, () => PAGE)],
  [
    'a pattern lets in hosts that end alike',
    'public-sessions.patterns',
    comesFrom(OPENS, (origin) => origin.replace('//evilshop', '//evil.shop')),
  ],
  [
    'a site without pages lets in all',
    'public-sessions.no-pages',
    comesFrom(OPENS, () => 'http://localhost'),
  ],
  ['a token serves on every page', 'public-sessions.of-page', comesFrom(LISTS, () => null)],
  [
    'a page that was taken off the list goes on',
    'public-sessions.removed',
    comesFrom(LISTS, () => null),
  ],
  [
    'an id that is none is refused as one that is off',
    'public-sessions.replaced',
    answers((reply, request) => {
      if (reply.status === 404 && OPENS.test(request.url)) reply.status = 403;
    }),
  ],
  [
    'all users are one',
    'public-sessions.users',
    json((body) => {
      if ('owner' in body) body.owner = 'somebody';
    }),
  ],
  [
    'nobody hears that a user’s token is wrong',
    'public-sessions.bad-users',
    json((body) => {
      delete body.warnings;
    }),
  ],
  [
    'another’s conversation seems to be deleted',
    'public-sessions.deleted',
    answers((reply, request) => {
      if (request.url.endsWith('/deletions')) reply.status = 204;
    }),
  ],
];
