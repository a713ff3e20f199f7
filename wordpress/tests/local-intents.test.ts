// Names for what clients send, on a WordPress that answers itself: the same name again does nothing, and answers with what it did the
// first time. gateway/test/runs/intents.test.ts holds the reference gateway to the same.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureMariaDb, type MariaDb, startMariaDb } from '../run/mariadb.ts';
import { Missing } from '../run/missing.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

interface Named {
  id: string;
  type: string;
  content: unknown;
  intent_id?: string;
  run_id?: string;
}

describe.skipIf(reasonToSkip() !== null)('a name for what is sent', () => {
  for (const database of ['SQLite', 'MariaDB'] as const) {
    describe.skipIf(database === 'MariaDB' && !hasMariaDb())(`on ${database}`, () =>
      tries(database),
    );
  }
});

function hasMariaDb(): boolean {
  try {
    ensureMariaDb();
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`Not tried with MariaDB: ${error.message}`);
    return false;
  }
}

function tries(database: 'SQLite' | 'MariaDB'): void {
  let mariaDb: MariaDb | null = null;
  let site: LocalSite;

  beforeAll(async () => {
    if (database === 'MariaDB') mariaDb = await startMariaDb();
    site = await startLocalSite(mariaDb === null ? {} : { databaseHost: mariaDb.host });
    await site.settle();
  });
  afterAll(async () => {
    await site?.close();
    await mariaDb?.close();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const say = (text: string, intent_id?: unknown) => ({
    ...says(text),
    ...(intent_id === undefined ? {} : { intent_id }),
  });
  const play = (...script: Record<string, unknown>[][]) => site.provider.scripts.set('', script);
  const send = async (chat: LocalChat, ...events: unknown[]) => {
    const { status, body } = await chat.send(...events);
    const { message = '' } = (body.error ?? {}) as { message?: string };
    return { status, message, data: (body.data ?? []) as Named[] };
  };
  const list = async (chat: LocalChat) => (await chat.list()).data as Named[];
  const count = async (chat: LocalChat, type: string) =>
    (await list(chat)).filter((event) => event.type === type).length;
  const ended = (chat: LocalChat, ends = 1) =>
    until(`${ends} ends`, async () => {
      const events = await list(chat);
      return events.filter(isEnd).length >= ends ? events : null;
    });

  it('is said to be taken on lists and replies, and stands on the event wherever it is served', async () => {
    play([{ say: 'Hi.' }]);
    const chat = await site.open();
    const headers = { authorization: `Bearer ${chat.token}`, 'content-type': 'application/json' };
    const path = `${site.url}/wp-json/bellhop/v1/sessions/${chat.id}/events`;
    const body = JSON.stringify({ events: [say('hello', 'my-name_1')] });
    const reply = await fetch(path, { method: 'POST', headers, body });
    expect(await reply.json()).toMatchObject({ data: [{ intent_id: 'my-name_1' }] });
    // The early list, and the one of WordPress's usual way.
    const lists = await Promise.all(
      [path, `${path}?usual=1`].map((url) => fetch(url, { headers })),
    );
    for (const answer of [reply, ...lists]) {
      expect(answer.headers.get('bellhop-intents')).toBe('1');
      expect(answer.headers.get('access-control-expose-headers')).toContain('Bellhop-Intents');
    }
    for (const answer of lists) {
      const { data } = (await answer.json()) as { data: Named[] };
      expect(data[0]).toMatchObject({ type: 'user.message', intent_id: 'my-name_1' });
    }
    const streamed = await site.run(
      `foreach ( Bellhop\\events_between( '${chat.id}', 0, 1 ) as $event ) { echo wp_json_encode( Bellhop\\wire_event( $event, false ) ); }`,
    );
    expect(JSON.parse(streamed)).toMatchObject({ intent_id: 'my-name_1' });
    await ended(chat);
  });

  it('stores a message once, however often and with whatever it comes, and begins one run', async () => {
    play([{ say: 'One.' }], [{ say: 'Two.' }]);
    const chat = await site.open();
    const [first] = (await send(chat, say('hello', 'a'))).data;
    await ended(chat);
    for (const again of [say('hello', 'a'), say('something else', 'a')]) {
      const reply = await send(chat, again);
      expect(reply.status).toBe(200);
      expect(reply.data.map(({ id }) => id)).toEqual([first?.id]);
    }
    expect(await count(chat, 'user.message')).toBe(1);
    expect(await count(chat, 'session.status_running')).toBe(1);
    // Of several, what is new is stored; the reply is in the order of the list.
    const mixed = await send(chat, say('more', 'b'), say('hello', 'a'), say('nameless'));
    expect(mixed.data.map(({ intent_id }) => intent_id)).toEqual(['a', 'b', undefined]);
    const events = await ended(chat, 2);
    expect(events.filter(({ type }) => type === 'user.message')).toHaveLength(3);
    expect(events.filter(({ type }) => type === 'agent.message')).toHaveLength(2);
  });

  it('costs nothing of a visitor’s messages in a day when it comes again', async () => {
    play([{ say: 'One.' }]);
    const chat = await site.open();
    await send(chat, say('hello', 'a'));
    await ended(chat);
    await site.settle({ visitor_messages: 1 });
    expect((await send(chat, say('hello', 'a'))).status).toBe(200);
    expect((await send(chat, say('hello', 'b'))).status).not.toBe(200);
    await site.settle();
  });

  it('differs from another by case alone, and may be a number', async () => {
    play([], [], [], []);
    const chat = await site.open();
    const names = ['a', 'A', '7', '07'];
    const ids: (string | undefined)[] = [];
    for (const name of names) {
      const { data } = await send(chat, say(name, name));
      expect(data).toMatchObject([{ intent_id: name }]);
      ids.push(data[0]?.id);
    }
    expect(new Set(ids).size).toBe(4);
    const again = await send(chat, ...names.map((name) => say('again', name)));
    expect(again.data.map(({ id }) => id)).toEqual(ids);
  });

  it('is taken once of many that come at the same time', async () => {
    play([{ say: 'One.' }]);
    const chat = await site.open();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => send(chat, say('hello', 'same'))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(new Set(replies.map(({ data }) => data[0]?.id)).size).toBe(1);
    expect(await count(chat, 'user.message')).toBe(1);
    await ended(chat);
  });

  it('belongs to its session, and goes with it', async () => {
    play([{ say: 'One.' }]);
    const [one, two] = [await site.open(), await site.open()];
    const ids = [
      (await send(one, say('hello', 'x'))).data[0]?.id,
      (await send(two, say('hello', 'x'))).data[0]?.id,
    ];
    expect(new Set(ids).size).toBe(2);
    await Promise.all([ended(one), ended(two)]);
    const left = (id: string) =>
      site.run(
        `Bellhop\\delete_session( '${id}' ); echo count( Bellhop\\events_of_names( '${id}', array( 'x' ) ) ), count( Bellhop\\events_of_names( '${two.id}', array( 'x' ) ) );`,
      );
    expect(await left(one.id)).toBe('01');
  });

  it('has the second POST of a result answered with the first, not with a conflict', async () => {
    play([{ call: [{ name: 'look', input: {} }] }, { say: 'Seen.' }]);
    const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
    const chat = await site.open({ tools: [tool] });
    await send(chat, say('go'));
    const paused = await ended(chat);
    const { tool_use_ids = [] } = (paused.at(-1)?.content ?? {}) as { tool_use_ids?: string[] };
    const result = (content: string, intent_id?: string) => ({
      type: 'user.tool_result',
      content: [{ type: 'tool_result', tool_use_id: tool_use_ids[0], content }],
      ...(intent_id === undefined ? {} : { intent_id }),
    });
    expect((await send(chat, result('first', 'r'))).status).toBe(200);
    const again = await send(chat, result('second', 'r'));
    expect(again.status).toBe(200);
    expect(again.data).toMatchObject([{ intent_id: 'r', content: [{ content: 'first' }] }]);
    expect((await send(chat, result('third', 'another'))).status).toBe(409);
    expect((await send(chat, result('third'))).status).toBe(409);
    const events = await ended(chat, 2);
    expect(events.filter(({ type }) => type === 'agent.message')).toHaveLength(1);
  });

  it.each(['', 'x'.repeat(65), 'with space', 'ümlaut', 'line\n', 7, null])(
    'can’t be %j: 400',
    async (name) => {
      const chat = await site.open();
      const reply = await send(chat, say('hello', name));
      expect(reply.status).toBe(400);
      expect(reply.message).toContain('intent_id');
      expect(await list(chat)).toEqual([]);
    },
  );

  it('can’t be given to two events of one request: 400', async () => {
    const chat = await site.open();
    expect((await send(chat, say('a', 'n'), say('b', 'n'))).status).toBe(400);
    expect(await list(chat)).toEqual([]);
  });

  it('of the run that an interrupt means stops that run, and has no effect on another', async () => {
    const [first, second] = [site.provider.hold('first'), site.provider.hold('second')];
    play([{ hold: 'first' }, { say: 'One.' }], [{ hold: 'second' }, { say: 'Two.' }]);
    const chat = await site.open();
    const running = (runs: number) =>
      until(`run ${runs}`, async () => {
        const found = (await list(chat)).filter(({ type }) => type === 'session.status_running');
        return found[runs - 1]?.run_id ?? null;
      });
    await send(chat, say('one'));
    const run_id = await running(1);
    await first.reached;
    await send(chat, { type: 'user.interrupt', run_id: 'run_of_yesterday' });
    expect((await list(chat)).at(-1)).toMatchObject({
      type: 'user.interrupt',
      run_id: 'run_of_yesterday',
    });
    const stop = { type: 'user.interrupt', run_id, intent_id: 'stop-1' };
    await send(chat, stop);
    const [stopped] = (await list(chat)).filter(isEnd);
    expect(stopped?.content).toMatchObject({ stop_reason: 'user_cancelled' });
    first.release();
    // A copy that arrives late finds the next run.
    await send(chat, say('two'));
    await running(2);
    await second.reached;
    const before = (await list(chat)).length;
    expect((await send(chat, stop)).data).toMatchObject([{ intent_id: 'stop-1', run_id }]);
    await send(chat, { type: 'user.interrupt', run_id });
    expect((await list(chat)).slice(before).map(({ type }) => type)).toEqual(['user.interrupt']);
    second.release();
    const events = await ended(chat, 2);
    expect(events.at(-1)?.content).toMatchObject({ stop_reason: 'end_turn' });
  });

  it.each(['', 7, null, 'x'.repeat(65), 'ü'])('of a run can’t be %j: 400', async (run_id) => {
    const chat = await site.open();
    const reply = await send(chat, { type: 'user.interrupt', run_id });
    expect(reply.status).toBe(400);
    expect(reply.message).toContain('run_id');
  });

  it('is taken where a process was killed between a step of the tables and the note of it', async () => {
    for (const noted of [3, 6, 7]) {
      const left = await site.run(
        `Bellhop\\ensure_tables(); update_option( 'bellhop_tables', ${noted}, true );
         Bellhop\\ensure_tables(); echo (int) Bellhop\\has_all_tables();`,
      );
      expect([noted, left]).toEqual([noted, '1']);
    }
    play([{ say: 'Here.' }]);
    const chat = await site.open();
    expect((await send(chat, say('hello', 'a'))).status).toBe(200);
    await ended(chat);
  });

  it('is not taken for a step’s work that the database has refused', async () => {
    const noted = await site.run(
      `global $wpdb;
       $wpdb->query( 'DROP TABLE ' . Bellhop\\table( 'previews' ) ); $wpdb->query( 'DROP TABLE ' . Bellhop\\table( 'events' ) );
       update_option( 'bellhop_tables', 5, true );
       Bellhop\\ensure_tables(); echo get_option( 'bellhop_tables' );
       update_option( 'bellhop_tables', 0, true ); Bellhop\\ensure_tables(); echo get_option( 'bellhop_tables' );`,
    );
    // The second time everything is there again, or is noted as done.
    const steps = await site.run('echo count( Bellhop\\table_steps() );');
    expect(noted).toBe(`6${steps}`);
  });

  it('is taken on tables that an earlier version has made, whose conversations are still a person’s own before anybody chats', async () => {
    const before = 6;
    await site.run(
      `global $wpdb;
       foreach ( array( 'sessions', 'events', 'calls', 'counts', 'passages', 'feedback', 'previews' ) as $name ) { $wpdb->query( 'DROP TABLE ' . Bellhop\\table( $name ) ); }
       foreach ( array_slice( Bellhop\\table_steps(), 0, ${before} ) as $step ) { foreach ( $step as $query ) { $wpdb->query( $query ); } }
       update_option( 'bellhop_tables', ${before}, true );
       $owner = Bellhop\\owner_id( 1, '' ); $now = Bellhop\\now_ms();
       $wpdb->query( $wpdb->prepare( 'INSERT INTO ' . Bellhop\\table( 'sessions' ) . " (session_id, owner_id, tools, created_at, last_event_at, last_seq, writes, run_id, run_state, run_at, run_lease, run_seq, run_turns, run_usage) VALUES ('ses_old', %s, '[]', %d, %d, 1, 0, '', '', %d, 0, 0, 0, '')", $owner, $now, $now, $now ) );
       $wpdb->query( $wpdb->prepare( 'INSERT INTO ' . Bellhop\\table( 'events' ) . " (session_id, seq, event_id, type, content, created_at, read_seq) VALUES ('ses_old', 1, 'evt_old', 'user.message', %s, %d, 1)", '[{"type":"text","text":"From before"}]', $now ) );`,
    );
    const exported = await site.run(
      `$all = apply_filters( 'wp_privacy_personal_data_exporters', array() ); echo wp_json_encode( $all['bellhop']['callback']( 'admin@example.com', 1 ) );`,
    );
    expect(exported).toContain('From before');
    const token = await site.run(
      `echo Bellhop\\browser_token( 'ses_old', Bellhop\\owner_id( 1, '' ) );`,
    );
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const path = `${site.url}/wp-json/bellhop/v1/sessions/ses_old/events`;
    const listed = (await (await fetch(path, { headers })).json()) as { data: Named[] };
    expect(listed.data).toHaveLength(1);
    expect(listed.data[0]).not.toHaveProperty('intent_id');
    play([{ say: 'Still here.' }]);
    const body = JSON.stringify({ events: [say('Now', 'n')] });
    for (let time = 1; time <= 2; time += 1)
      expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
    const { data } = (await (await fetch(path, { headers })).json()) as { data: Named[] };
    expect(data.filter(({ type }) => type === 'user.message')).toHaveLength(2);
    expect(await site.run(`echo (int) Bellhop\\has_all_tables();`)).toBe('1');
  });
}
