// @vitest-environment jsdom
// A session endpoint or a gateway that is set up wrongly: one line for the owner, plain words for the visitor.

import { describe, expect, it } from 'vitest';
import { createCore } from '../../widget/core.ts';
import { createOptionsReader } from '../../widget/options.ts';
import { createStage } from '../../widget/stage.ts';
import type { RawOptions } from '../../widget/types.ts';
import { createWorld } from '../session/world.ts';

const SECRET = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl';
const html = (status: number, words = '<!doctype html>\n<title>Not found</title>') =>
  new Response(words, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const redirect = () =>
  Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
const ticket = () => json(200, { session_id: 's1', token: SECRET });

type Answer = () => Response;

async function meet(raw: Partial<RawOptions>, answer: (path: string) => Response, forMs = 60_000) {
  const world = createWorld();
  const lines: string[] = [];
  const tab = world.browser.openTab({
    fetch: async (input) => answer(new URL(String(input)).pathname),
  });
  const all: RawOptions = { gateway: 'https://gateway.example', history: 'none', ...raw };
  const reader = createOptionsReader(
    { baseUrl: 'https://shop.example/', isColor: () => true },
    () => {},
  );
  const stage = createStage({
    raw: all,
    options: () => reader.read(all),
    namespace: 'default@gateway',
    isMarked: false,
    emit: () => {},
    warn: (line) => lines.push(line),
  });
  const core = createCore(stage, tab.platform);
  void core.begin();
  await world.advance(forMs);
  const { trouble } = stage.session.get();
  core.close();
  expect(lines.join('\n')).not.toContain(SECRET);
  expect(lines.join('\n')).not.toContain('c2VjcmV0');
  return { lines, trouble: trouble?.kind };
}

const POST = 'POST https://shop.example/session';
const EXPECTED = 'Expected: 200 and JSON, { session_id, token }.';

describe('a session endpoint that gives no session', () => {
  it.each<[string, Answer, string]>([
    [
      'isn’t there',
      () => html(404),
      `${POST} answered 404 text/html "<!doctype html> <title>Not found</title>". ${EXPECTED}`,
    ],
    [
      'breaks',
      () => new Response('oops', { status: 500 }),
      `${POST} answered 500 text/plain "oops". ${EXPECTED}`,
    ],
    [
      'answers with a page',
      () => html(200, '<!doctype html><p>Shop'),
      `${POST} answered 200 text/html "<!doctype html><p>Shop". ${EXPECTED}`,
    ],
    [
      'answers in another shape',
      () => json(200, { sessionId: 's1', jwt: SECRET }),
      `${POST} answered 200 application/json { sessionId, jwt }. ${EXPECTED}`,
    ],
    [
      'answers with the token alone',
      () => new Response(SECRET),
      `${POST} answered 200 text/plain "…". ${EXPECTED}`,
    ],
    [
      'prints a warning into its JSON',
      () => html(200, `Notice: x {"session_id":"s1","token":"${SECRET}"}`),
      `${POST} answered 200 text/html "Notice: x …". ${EXPECTED}`,
    ],
    [
      'sends visitors to a login page',
      redirect,
      `${POST} answered with a redirect (to a login page?). ${EXPECTED}`,
    ],
    [
      'says why',
      () => json(403, { code: 'rest_forbidden', message: 'Log in first.' }),
      `${POST} answered 403 application/json { code, message } "Log in first.". ${EXPECTED}`,
    ],
    [
      'can’t be reached',
      () => {
        throw new TypeError('Failed to fetch');
      },
      `${POST} got no answer (TypeError: Failed to fetch). The address may be wrong, or not allow this origin (CORS). ${EXPECTED}`,
    ],
  ])(
    'and %s is told once, however often it is asked, and the visitor hears that the chat isn’t working',
    async (_, answer, line) => {
      const { lines, trouble } = await meet({ session: '/session?key=c2VjcmV0' }, answer);
      expect(lines).toEqual([`No session: ${line} Check data-session.`]);
      expect(trouble).toBe('not_working');
    },
  );

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error(`no token like ${SECRET}`);
      },
      `getSession() failed: "Error: no token … …". Expected: { session_id, token }. Check getSession.`,
    ],
    [
      'gives another shape',
      () => ({ id: 's1', jwt: SECRET }),
      'getSession() gave { id, jwt }. Expected: { session_id, token }. Check getSession.',
    ],
    [
      'gives nothing',
      () => undefined,
      'getSession() gave undefined. Expected: { session_id, token }. Check getSession.',
    ],
  ])('and is a getSession() that %s is told once as well', async (_, getSession, line) => {
    const { lines, trouble } = await meet({ getSession: getSession as never }, () => html(404));
    expect(lines).toEqual([`No session: ${line}`]);
    expect(trouble).toBe('not_working');
  });

  it('says each cause once, and goes on when there is a session', async () => {
    const answers: Answer[] = [
      () => new Response('a', { status: 500 }),
      () => new Response('b', { status: 500 }),
      () => new Response('c', { status: 503 }),
    ];
    const world = createWorld();
    const { lines, trouble } = await meet({ session: '/session' }, (path) =>
      path === '/session'
        ? (answers.shift() ?? ticket)()
        : json(200, { data: [], next_page: null }),
    );
    world.advance(0);
    expect(lines.map((line) => /answered (\d+)/.exec(line)?.[1])).toEqual(['500', '503']);
    expect(trouble).toBeUndefined();
  });
});

describe('a data-gateway that is no gateway', () => {
  const LIST = 'GET https://gateway.example/v1/sessions/s1/events';

  it.each<[string, Answer, RegExp]>([
    [
      'another server’s 404',
      () => html(404),
      /It answered 404 text\/html "<!doctype html> <title>Not found<\/title>"\./,
    ],
    [
      'a page',
      () => html(200),
      /It answered 200 text\/html "<!doctype html> <title>Not found<\/title>"\./,
    ],
    [
      'other JSON',
      () => json(200, { token: SECRET }),
      /It answered 200 application\/json \{ token \}\./,
    ],
    [
      'nothing',
      () => {
        throw new TypeError('Failed to fetch');
      },
      /No reply from the gateway \(TypeError: Failed to fetch\)\./,
    ],
  ])(
    'but %s is told once, and the visitor hears that the chat isn’t working',
    async (_, answer, words) => {
      const { lines, trouble } = await meet({ session: '/session' }, (path) =>
        path === '/session' ? ticket() : answer(),
      );
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(words);
      expect(lines[0]?.startsWith(`The gateway can’t be used: ${LIST}: `)).toBe(true);
      expect(lines[0]?.endsWith('Check data-gateway.')).toBe(true);
      expect(trouble).toBe('not_working');
    },
  );

  it('isn’t suspected once it has answered: lost requests are everyday life', async () => {
    let count = 0;
    const { lines, trouble } = await meet({ session: '/session' }, (path) => {
      if (path === '/session') return ticket();
      count += 1;
      if (count <= 2) return json(200, { data: [], next_page: null });
      throw new TypeError('Failed to fetch');
    });
    expect(lines).toEqual([]);
    expect(trouble).toBe('unreachable');
  });
});
