import { describe, expect, it } from 'vitest';
import type { Db } from '../../kernel/db/types.ts';
import { type Browser, createDeskScene, LOOPBACK, OWN_PAGE } from '../desk-people.ts';
import { message } from '../harness.ts';

const desk = createDeskScene();

describe('the inbox', () => {
  async function conversation(text: string, answer: string, options = {}) {
    const session = await desk.harness.session({ script: [[{ say: answer }]], ...options });
    await desk.harness.clock.advance(1000);
    await session.say(text);
    await desk.harness.settled();
    await desk.harness.clock.advance(200);
    return session;
  }
  const list = async (query = '', by = desk.owner) =>
    (await by.call('GET', `/admin/conversations?${query}`)).body;

  it('lists who wrote last first, with the last words; a conversation without a message isn’t there', async () => {
    await desk.harness.session();
    const first = await conversation('Do you have lamps?', 'Three of them.');
    const second = await conversation('And a sofa?', 'In green.');
    const { data } = await list('limit=2');
    expect(data.map(({ session_id }: { session_id: string }) => session_id)).toEqual([
      second.id,
      first.id,
    ]);
    expect(data[0]).toMatchObject({ last_words: 'In green.', last_by: 'agent', state: 'idle' });
  });

  it('goes on where a page ended, however many are written meanwhile', async () => {
    for (let number = 0; number < 5; number += 1) await conversation(`number ${number}`, 'ok');
    const seen: string[] = [];
    let page = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const { data, next_page } = await list(`limit=2${page}`);
      seen.push(...data.map(({ session_id }: { session_id: string }) => session_id));
      page = `&page=${next_page}`;
      await conversation('in between', 'ok');
    }
    expect(new Set(seen).size).toBe(6);
    expect((await desk.owner.call('GET', '/admin/conversations?page=no')).status).toBe(400);
  });

  it('says of each person what they have not read', async () => {
    const { id } = await conversation('Read me', 'Yes.');
    const unread = async (by: Browser) =>
      (await by.call('GET', `/admin/conversations/${id}`)).body.is_unread;
    expect([await unread(desk.owner), await unread(desk.agent)]).toEqual([true, true]);
    const events = (await desk.owner.call('GET', `/admin/conversations/${id}/events`)).body.data;
    await desk.owner.call('POST', `/admin/conversations/${id}/read`, {
      event_id: events.at(-1)?.id,
    });
    expect([await unread(desk.owner), await unread(desk.agent)]).toEqual([false, true]);
    const only = await list('unread=true&limit=100');
    expect(only.data.some(({ session_id }: { session_id: string }) => session_id === id)).toBe(
      false,
    );
    expect(only.counts.unread).toBeGreaterThan(0);
  });

  it('tells the states apart', async () => {
    const paused = await conversation('x', 'x', { script: [[{ call: [{ name: 'cart' }] }]] });
    const failed = await conversation('x', 'x', { script: [[{ fail: 'upstream_error' }]] });
    for (const [session, state] of [
      [paused, 'paused'],
      [failed, 'failed'],
    ] as const) {
      const { data } = await list(`state=${state}&limit=100`);
      const found = data.find((entry: { session_id: string }) => entry.session_id === session.id);
      expect(found?.state).toBe(state);
    }
    await failed.send([message('again')]);
    await desk.harness.settled();
    const now = (await desk.owner.call('GET', `/admin/conversations/${failed.id}`)).body;
    expect(now.state).toBe('idle');
  });

  it.each([
    ['a word of the visitor', 'zeppelin', 'Is the Zeppelin-lamp in stock?', 'Yes.'],
    ['the beginning of a word of the agent', 'umbre', 'What is that?', 'An umbrella stand.'],
    ['two words in any order', 'kranich blau', 'Der blaue Kranich?', 'Ist da.'],
    ['a script without spaces', '灯笼', '有灯笼吗', '有'],
    ['letters with accents', 'élan', 'L’élan est beau', 'Oui'],
  ])('finds %s', async (_what, search, text, answer) => {
    const { id } = await conversation(text, answer);
    const { data } = await list(`q=${encodeURIComponent(search)}`);
    expect(data.map(({ session_id }: { session_id: string }) => session_id)).toContain(id);
    expect(data.length).toBeLessThan(3);
  });

  it('shows the words around what was found', async () => {
    await conversation('The quixotic chandelier', 'Nice.');
    const { data } = await list('q=quixotic');
    expect(data[0]?.match).toBe('The \uE000quixotic\uE001 chandelier');
  });

  it.each(["'; DROP TABLE events; --", '& | ! :*', '<script>', '\\', '%_', '…', 'a'.repeat(400)])(
    'takes any search: %s',
    async (search) => {
      const reply = await desk.owner.call(
        'GET',
        `/admin/conversations?q=${encodeURIComponent(search)}`,
      );
      expect(reply.status).toBe(200);
    },
  );

  it('finds what was said before there was a search', async () => {
    const { id } = await conversation('An ancient obelisk', 'Indeed.');
    await desk.harness.db.query('UPDATE events SET words = NULL WHERE session_id = $1', [id]);
    expect((await list('q=obelisk')).data).toEqual([]);
    const { fillWords } = await import('../../log/words.ts');
    await fillWords(desk.harness.db, new AbortController().signal);
    expect((await list('q=obelisk')).data).toHaveLength(1);
  });

  it('finds it after a few statements, however many messages there were', async () => {
    const { db } = desk.harness;
    const { id } = await conversation('An ancient ziggurat', 'Indeed.');
    await db.query(
      `INSERT INTO events (session_id, seq, event_id, type, content, created_at, history_seq)
       SELECT session_id, 1000 + n, 'old_' || n, type, content, created_at, 1000 + n
         FROM events, generate_series(1, 300) AS n WHERE session_id = $1 AND seq = 1`,
      [id],
    );
    let statements = 0;
    const { fillWords } = await import('../../log/words.ts');
    const counting: Db = {
      ...db,
      isExclusive: false,
      query: (sql, params) => {
        statements += 1;
        return db.query(sql, params);
      },
    };
    await fillWords(counting, new AbortController().signal);
    expect(statements).toBeLessThan(5);
    const left = 'SELECT 1 FROM events WHERE session_id = $1 AND seq > 1000 AND words IS NULL';
    expect(await db.query(left, [id])).toEqual([]);
  });

  it('names an agent as its owner does, in the list and among the filters', async () => {
    const made = await desk.harness.admin('POST', '/admin/agents', { name: 'Nora' });
    const agentId = String(made.body.agent_id);
    const { id } = await conversation('Who are you?', 'x', { agent: agentId });
    const { data } = await list(`agent=${agentId}`);
    expect(data).toMatchObject([{ session_id: id, agent: agentId, agent_name: 'Nora' }]);
    const filters = (await desk.owner.call('GET', '/admin/desk/filters')).body;
    expect(filters.agents).toContainEqual({ agent: agentId, name: 'Nora' });
  });

  it('filters by site and agent', async () => {
    const site = (await desk.harness.admin('POST', '/admin/sites', { name: 'Lamps' })).body;
    const { id } = await conversation('From a site', 'Yes.', { client_id: site.client_id });
    const { data } = await list(`client_id=${site.client_id}&agent=scripted`);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ session_id: id, site_name: 'Lamps' });
    const filters = (await desk.owner.call('GET', '/admin/desk/filters')).body;
    expect(filters.sites).toContainEqual({ client_id: site.client_id, name: 'Lamps' });
    expect(filters.agents).toContainEqual({ agent: 'scripted', name: 'scripted' });
  });

  it('gives a conversation’s events with thoughts, run and trace, in pages from the newest', async () => {
    const session = await desk.harness.session({
      script: [[{ think: 'Hm.' }, { say: 'One.' }], [{ say: 'Two.' }]],
    });
    await session.say('first');
    await desk.harness.settled();
    await session.say('second');
    await desk.harness.settled();
    const path = `/admin/conversations/${session.id}/events`;
    const all = (await desk.owner.call('GET', path)).body;
    expect(all.data.map(({ type }: { type: string }) => type)).toEqual(await session.types());
    const answer = all.data.find(({ type }: { type: string }) => type === 'agent.message');
    expect(answer?.content[0]).toMatchObject({ type: 'thought', text: 'Hm.' });
    expect(all.runs[answer?.run_id ?? '']?.trace_id).toMatch(/^[0-9a-f]{32}$/);
    const newest = (await desk.owner.call('GET', `${path}?limit=3`)).body;
    expect(newest.has_more).toBe(true);
    const older = (await desk.owner.call('GET', `${path}?before=${newest.data[0]?.id}`)).body;
    expect([...older.data, ...newest.data].map(({ id }) => id)).toEqual(
      all.data.map(({ id }: { id: string }) => id),
    );
    const after = (await desk.owner.call('GET', `${path}?after=${older.data.at(-1)?.id}`)).body;
    expect(after.data.map(({ id }: { id: string }) => id)).toEqual(
      newest.data.map(({ id }: { id: string }) => id),
    );
  });

  it('is told at once of what happens, by a stream that ends when its person signs out', async () => {
    const listener = await desk.signedIn('agent');
    const response = await desk.harness.gateway.fetch(
      new Request('http://localhost/admin/desk/stream', {
        headers: { ...OWN_PAGE, cookie: listener.cookie },
      }),
      LOOPBACK,
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let isOver = false;
    const pump = async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { value: '', done: true };
        if (done) break;
        text += value;
      }
      isOver = true;
    };
    const pumping = pump();
    const { id } = await conversation('Hear me', 'Yes.');
    // A real server may tell of it together with what was written just before.
    const told = new RegExp(`event: changed\ndata: {"session_ids":\\[[^\\]]*"${id}"`);
    await desk.harness.until(() => told.test(text));
    await listener.call('POST', '/admin/desk/sign-out');
    await desk.harness.clock.advance(16_000);
    await desk.harness.until(() => isOver);
    await pumping;
  });

  it('forgets a conversation that was deleted', async () => {
    const { id } = await conversation('Delete me', 'Gone.');
    const events = (await desk.owner.call('GET', `/admin/conversations/${id}/events`)).body.data;
    await desk.owner.call('POST', `/admin/conversations/${id}/read`, { event_id: events[0]?.id });
    expect((await desk.owner.call('DELETE', `/admin/sessions/${id}`)).body.sessions).toBe(1);
    expect((await desk.owner.call('GET', `/admin/conversations/${id}`)).status).toBe(404);
  });
});
