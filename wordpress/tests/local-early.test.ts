// A list of events is answered before WordPress has made ready its theme and REST server; and it says, permits and refuses what the
// usual way does. Each question is asked in both ways: with a parameter that the list doesn't know it goes the usual one.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

/** Notes each request that comes as far as `init`. */
const NOTES = `<?php add_action( 'init', function () { file_put_contents( WP_CONTENT_DIR . '/inits', strtok( $_SERVER['REQUEST_URI'] ?? '', '?' ) . "\\n", FILE_APPEND ); } );`;

describe.skipIf(reasonToSkip() !== null)('a list', () => {
  let site: LocalSite;
  let chat: LocalChat;
  let last: string;

  beforeAll(async () => {
    site = await startLocalSite();
    site.putPlugin('notes', NOTES);
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    site.provider.scripts.set('', [[{ say: 'At seven.' }]]);
    await site.settle();
    chat = await site.open();
    await chat.send(says('When?'));
    last = await until('the end', async () => {
      const end = (await chat.list()).data.at(-1);
      return end !== undefined && isEnd(end) ? end.id : null;
    });
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const file = () => join(site.dir, 'wp-content/inits');
  interface Reply {
    status: number;
    body: Record<string, unknown>;
    headers: Headers;
    isEarly: boolean;
  }
  async function ask(
    query: string,
    { id = chat.id, token = chat.token, more = {} } = {},
  ): Promise<Reply> {
    rmSync(file(), { force: true });
    const path = `/wp-json/bellhop/v1/sessions/${id}/events`;
    const reply = await fetch(`${site.url}${path}?${query}`, {
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...more },
    });
    const body = (await reply.json()) as Record<string, unknown>;
    const isEarly = !existsSync(file()) || !readFileSync(file(), 'utf8').includes(path);
    return { status: reply.status, body, headers: reply.headers, isEarly };
  }
  /** In both ways. What is said has to be the same, but for the id of the request. */
  async function both(query: string, who: Parameters<typeof ask>[1] = {}): Promise<Reply> {
    const reply = await ask(query, who);
    const usual = await ask(`${query}&usual=1`, who);
    expect(usual.isEarly).toBe(false);
    const said = ({ status, body }: Reply) =>
      JSON.stringify([status, body]).replaceAll(/"request_id":"[^"]*"/g, '');
    expect(said(reply)).toBe(said(usual));
    const names = ['content-type', 'cache-control', 'x-content-type-options', 'x-robots-tag'];
    for (const name of [...names, 'access-control-expose-headers'])
      expect([name, reply.headers.get(name)]).toEqual([name, usual.headers.get(name)]);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    return reply;
  }

  it('is answered before init, as the usual way answers it', async () => {
    const empty = await both(`after_id=${last}`);
    expect(empty).toMatchObject({
      status: 200,
      body: { data: [], next_page: null },
      isEarly: true,
    });
    const [first] = (await chat.list()).data;
    for (const query of [
      'limit=100',
      'limit=2',
      'limit=3&order=desc',
      `after_id=${first?.id}&order=asc&limit=100`,
      `after_id=${last}&include_thinking=true`,
    ]) {
      const reply = await both(query);
      expect(reply).toMatchObject({ status: 200, isEarly: true });
      const page = reply.body.next_page;
      if (page !== null) expect((await both(`page=${page}`)).isEarly).toBe(true);
    }
  });

  it('of another site’s page, with a nonce, or with what REST alone knows, goes the usual way', async () => {
    for (const query of [`after_id=${last}&_envelope=1`, '_method=POST'])
      expect((await ask(query)).isEarly).toBe(false);
    for (const more of [{ origin: 'https://elsewhere.example' }, { 'x-wp-nonce': 'nonsense' }])
      expect((await ask(`after_id=${last}`, { more })).isEarly).toBe(false);
  });

  it('that is refused is refused by the usual way: token, session, event, parameter', async () => {
    const other = await site.open();
    const query = `after_id=${last}`;
    const expired = await site.run(`echo Bellhop\\browser_token( '${chat.id}', '', -1 );`);
    const elsewhere = await site.run(
      `echo Bellhop\\browser_token( '${chat.id}', 'somebody else' );`,
    );
    const noScope = await site.run(
      `echo Bellhop\\browser_token( '${chat.id}', '', 900, array( 'other' ) );`,
    );
    for (const [status, asked, who] of [
      [401, query, { token: '' }],
      [401, query, { token: 'nonsense' }],
      [401, query, { token: `${chat.token}0` }],
      [401, query, { token: expired }],
      [403, query, { token: elsewhere }],
      [403, query, { token: noScope }],
      [403, query, { token: other.token }],
      [400, 'after_id=evt_unknown', {}],
      [400, `${query}&limit=0`, {}],
    ] as const) {
      const reply = await both(asked, who);
      expect([reply.status, reply.isEarly]).toEqual([status, false]);
    }
    await site.run(`Bellhop\\delete_session( '${chat.id}' );`);
    expect(await both(query)).toMatchObject({ status: 404, isEarly: false });
  });

  it('stops with the chat: once the owner has switched it off, or a plugin wants to see every request', async () => {
    await site.settle({ local: false });
    expect(await ask(`after_id=${last}`)).toMatchObject({ status: 404, isEarly: false });
    await site.settle();
    site.putPlugin('every', `<?php add_filter( 'bellhop_early_lists', '__return_false' );`);
    expect(await ask(`after_id=${last}`)).toMatchObject({ status: 200, isEarly: false });
    site.putPlugin('every', null);
    expect((await ask(`after_id=${last}`)).isEarly).toBe(true);
  });

  it('that finds a lost run settles it, and one in the queue carries it out', async () => {
    const set = (values: string) =>
      site.run(
        `$GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->prefix}bellhop_sessions SET ${values} WHERE session_id = '${chat.id}'" );`,
      );
    await set(`run_state = 'running', run_id = 'run_x', run_lease = 1`);
    const settled = await ask(`after_id=${last}`);
    expect(settled.isEarly).toBe(false);
    expect(settled.body.data).toMatchObject([{ error_code: 'run_abandoned' }]);
    const [{ id }] = settled.body.data as [{ id: string }];
    await set(`run_state = 'queued', run_id = 'run_y', run_at = 1`);
    expect((await ask(`after_id=${id}`)).isEarly).toBe(false);
    await until('the run', async () => (await chat.list()).data.filter(isEnd).length === 3);
  });
});
