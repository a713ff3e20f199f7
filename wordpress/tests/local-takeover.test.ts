// A person of the site answers in the agent's place, over HTTP: what the visitor's list shows, what the model reads, who may do it.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MariaDb, startMariaDb } from '../run/mariadb.ts';
import { Missing } from '../run/missing.ts';
import {
  type Event,
  isEnd,
  type LocalChat,
  type LocalSite,
  says,
  startLocalSite,
} from './local-site.ts';
import { nonceOf, reasonToSkip, signInByHand, until } from './support.ts';

interface Reply {
  status: number;
  body: Record<string, unknown>;
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

interface Line {
  seq: number;
  who: string;
  name: string;
  text: string;
}

describe.skipIf(reasonToSkip() !== null).each(['SQLite', 'MariaDB'])(
  'a person, on %s',
  (engine) => {
    let site: LocalSite;
    let database: MariaDb | null = null;
    let anna: Ask;
    let ben: Ask;
    let reader: Ask;

    beforeAll(async () => {
      if (engine === 'MariaDB') {
        database = await startMariaDb().catch((error: unknown) => {
          if (error instanceof Missing) return null;
          throw error;
        });
        if (database === null) return;
      }
      site = await startLocalSite(database === null ? {} : { databaseHost: database.host });
      await site.settle();
      await site.run(`wp_update_user( array( 'ID' => 1, 'display_name' => 'Anna' ) );`);
      anna = await colleague('admin', null);
      ben = await colleague('ben', 'editor');
      // Of a role plugin: may read, may not answer.
      reader = await colleague('rita', 'author', 'bellhop_read_chats');
    });
    afterAll(async () => {
      await site?.close();
      await database?.close();
    });
    afterEach(() => expect(site?.debugLog() ?? '').toBe(''));

    async function colleague(user: string, role: string | null, can = ''): Promise<Ask> {
      const password = 'let-me-in-please';
      if (role !== null) {
        const name = user.replace(/^./, (letter) => letter.toUpperCase());
        await site.run(
          `$id = wp_insert_user( array( 'user_login' => '${user}', 'user_pass' => '${password}', 'user_email' => '${user}@example.com', 'display_name' => '${name}', 'role' => '${role}' ) );
         if ( '' !== '${can}' ) { get_userdata( $id )->add_cap( '${can}' ); }`,
        );
      }
      const cookie = await signInByHand(site, { user, password });
      const nonce = await nonceOf(site, cookie);
      return (method, path, body) => ask(path, method, body, { cookie, 'x-wp-nonce': nonce });
    }

    async function ask(
      path: string,
      method = 'GET',
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Reply> {
      const reply = await fetch(`${site.url}/wp-json/bellhop/v1/chats${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    }

    async function talk(question: string, script: unknown[]): Promise<LocalChat> {
      const chat = await site.open();
      site.provider.scripts.set(chat.id, [script] as never);
      await chat.send(says(question));
      return chat;
    }
    async function answered(question: string, answer: string): Promise<LocalChat> {
      const chat = await talk(question, [{ say: answer }]);
      await until('the end', async () => (await chat.list()).data.some(isEnd));
      return chat;
    }
    const types = (events: Event[]) => events.map(({ type }) => type);
    const linesOf = ({ body }: Reply) => body.lines as Line[];
    const person = (event: Event | undefined) =>
      (
        (event?.content ?? []) as {
          text: string;
          extra_content?: { gateway: { person: unknown } };
        }[]
      )[0];
    const here = () => engine === 'SQLite' || database !== null;

    it('takes over in the middle of an answer, which is dropped; the agent is silent until the hand-back, and then knows who said what', async () => {
      if (!here()) return;
      const hold = site.provider.hold('late');
      const chat = await talk('Where is my parcel?', [
        { hold: 'late' },
        { say: 'I know nothing.' },
      ]);
      await hold.reached;
      const taken = await anna('POST', `/${chat.id}/takeover`);
      expect([taken.status, taken.body.state, taken.body.holder]).toEqual([
        200,
        'waits',
        { name: 'Anna', is_me: true },
      ]);
      hold.release();
      const after = (await chat.list()).data;
      expect(types(after)).toEqual([
        'user.message',
        'session.status_running',
        'session.status_idle',
        'session.status_running',
        'agent.message',
        'session.status_idle',
      ]);
      // The visitor has pressed no Stop.
      expect(after[2]?.content).toMatchObject({ stop_reason: 'end_turn' });
      expect(person(after[4])).toEqual({
        type: 'text',
        text: 'Anna has joined the conversation.',
        extra_content: { gateway: { person: { name: 'Anna', act: 'joined' } } },
      });

      const asked = site.provider.asked.length;
      await chat.send(says('Hello?'));
      const waiting = (await chat.list()).data.at(-1);
      expect(waiting).toMatchObject({ type: 'user.message', processed_at: null });
      const said = await anna('POST', `/${chat.id}/messages`, {
        text: '  It is at the **depot**. ',
      });
      expect(said.status).toBe(200);
      const list = (await chat.list()).data;
      expect(list.find(({ id }) => id === waiting?.id)).toMatchObject({
        processed_at: expect.any(String) as string,
      });
      expect(person(list.at(-2))).toMatchObject({
        text: 'It is at the **depot**.',
        extra_content: { gateway: { person: { name: 'Anna', act: 'said' } } },
      });
      expect(JSON.stringify(list)).not.toContain('I know nothing.');
      expect(said.body.state).toBe('held');

      await chat.send(says('Thank you. And when?'));
      expect(site.provider.asked).toHaveLength(asked);
      site.provider.scripts.set(chat.id, [[], [{ say: 'Tomorrow.' }]]);
      const back = await anna('POST', `/${chat.id}/handback`);
      expect([back.status, back.body.holder]).toEqual([200, null]);
      await until('the agent’s answer', async () =>
        JSON.stringify((await chat.list()).data).includes('Tomorrow.'),
      );
      const read = site.provider.asked
        .at(-1)
        ?.body.messages.filter(({ role }) => role !== 'system');
      expect(read?.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'Where is my parcel?'],
        ['assistant', '[Anna, a person of the team] Anna has joined the conversation.'],
        ['user', 'Hello?'],
        ['assistant', '[Anna, a person of the team] It is at the **depot**.'],
        ['assistant', '[Anna, a person of the team] Anna has left the conversation.'],
        ['user', 'Thank you. And when?'],
      ]);
      expect(linesOf(await anna('GET', `/${chat.id}`)).map(({ who, name }) => [who, name])).toEqual(
        [
          ['visitor', ''],
          ['joined', 'Anna'],
          ['visitor', ''],
          ['person', 'Anna'],
          ['visitor', ''],
          ['left', 'Anna'],
          ['agent', ''],
        ],
      );
    });

    it('takes over a chat whose agent waits for the page: what the page then answers is refused', async () => {
      if (!here()) return;
      const chat = await talk('Book it', [{ call: [{ name: 'book', input: {} }] }]);
      await until('the pause', async () => (await chat.list()).data.some(isEnd));
      const call = (await chat.list()).data.find(({ type }) => type === 'agent.tool_use');
      const [{ id = '' } = {}] = (call?.content ?? []) as { id?: string }[];
      await anna('POST', `/${chat.id}/takeover`);
      const late = await chat.send({
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }],
      });
      expect(late.status).toBe(409);
      expect(
        (await chat.list()).data.filter(({ error_code }) => error_code === 'cancelled'),
      ).toHaveLength(1);
    });

    it('doesn’t write in a chat that somebody else has, nor in the agent’s, and is told whose it is', async () => {
      if (!here()) return;
      const chat = await answered('Anybody?', 'Me.');
      const alone = await ben('POST', `/${chat.id}/messages`, { text: 'Hi' });
      expect([alone.status, alone.body.code]).toEqual([409, 'bellhop_not_yours']);
      expect(alone.body.message).toContain('The agent has this chat');
      await anna('POST', `/${chat.id}/takeover`);
      const other = await ben('POST', `/${chat.id}/messages`, { text: 'Hi' });
      expect([other.status, other.body.message]).toEqual([
        409,
        'Anna has this chat now. Take it over first.',
      ]);
      // Two at the same time: one of them has it in the end, and both are told the same.
      const both = await Promise.all([
        ben('POST', `/${chat.id}/takeover`),
        anna('POST', `/${chat.id}/takeover`),
      ]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      await ben('POST', `/${chat.id}/takeover`);
      expect((await anna('GET', `/${chat.id}`)).body.holder).toEqual({ name: 'Ben', is_me: false });
      expect((await ben('POST', `/${chat.id}/messages`, { text: 'Hi' })).status).toBe(200);
      expect((await anna('POST', `/${chat.id}/handback`)).status).toBe(200);
      expect((await anna('POST', `/${chat.id}/handback`)).body.code).toBe('bellhop_not_held');
    });

    it('costs nothing and is taken even where the day’s messages are used up', async () => {
      if (!here()) return;
      const chat = await answered('First', 'Yes.');
      await anna('POST', `/${chat.id}/takeover`);
      await site.settle({ visitor_messages: 1, site_messages: 1 });
      expect((await chat.send(says('Second'))).status).toBe(200);
      await anna('POST', `/${chat.id}/handback`);
      expect((await chat.send(says('Third'))).status).toBe(402);
      await site.settle();
    });

    it('needs the right to answer; who may only read reads, and nobody else does', async () => {
      if (!here()) return;
      const chat = await answered('Who may?', 'Some.');
      const acts: [string, string, unknown?][] = [
        ['POST', `/${chat.id}/takeover`],
        ['POST', `/${chat.id}/messages`, { text: 'x' }],
        ['POST', `/${chat.id}/handback`],
        ['POST', `/${chat.id}/notes`, { text: 'x' }],
        ['GET', '/replies'],
        ['POST', '/replies', { title: 'x', text: 'x' }],
        ['DELETE', '/replies/reply_1'],
        ['POST', '/bulk', { ids: [chat.id], action: 'done' }],
        ['POST', '/answers', { question: 'x', answer: 'x' }],
        ['DELETE', `/${chat.id}`],
      ];
      const reads: [string, string, unknown?][] = [
        ['GET', ''],
        ['GET', `/${chat.id}`],
        ['POST', '/export', { ids: [chat.id] }],
      ];
      for (const [method, path, body] of acts) {
        const refused = await reader(method, path, body);
        expect([method, path, refused.status]).toEqual([method, path, 403]);
      }
      for (const [method, path, body] of reads) {
        expect([path, (await reader(method, path, body)).status]).toEqual([path, 200]);
      }
      for (const [method, path, body] of [...acts, ...reads]) {
        const refused = await ask(path, method, body);
        expect([path, refused.status, refused.body.code]).toEqual([path, 401, 'bellhop_forbidden']);
      }
      // An editor answers; what the agent is taught, and deleting, stay with who may change the settings.
      expect((await ben('POST', '/answers', { question: 'x', answer: 'x' })).status).toBe(403);
      expect((await ben('POST', '/bulk', { ids: [chat.id], action: 'delete' })).status).toBe(403);
      expect((await chat.list()).status).toBe(200);
    });

    it('is told what is wrong with a request, and of a chat that is gone', async () => {
      if (!here()) return;
      const chat = await answered('Odd requests', 'Fine.');
      for (const [path, body] of [
        [`/${chat.id}/messages`, {}],
        [`/${chat.id}/messages`, { text: '   ' }],
        [`/${chat.id}/messages`, { text: ['x'] }],
        [`/${chat.id}/messages`, { text: 'x'.repeat(4001) }],
        [`/${chat.id}/notes`, { text: '' }],
        ['/bulk', { ids: [], action: 'done' }],
        ['/bulk', { ids: ['x'], action: 'done' }],
        ['/bulk', { ids: [chat.id], action: 'explode' }],
      ] as const) {
        const refused = await anna('POST', path, body);
        expect([path, refused.status, typeof refused.body.message]).toEqual([path, 400, 'string']);
      }
      for (const query of [
        '?status=odd',
        '?show=odd',
        '?page=0',
        '?per_page=1000',
        '?after=today',
      ]) {
        expect([query, (await anna('GET', query)).status]).toEqual([query, 400]);
      }
      await anna('DELETE', `/${chat.id}`);
      for (const [method, path, body] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/takeover'],
        ['POST', '/notes', { text: 'x' }],
      ] as const) {
        const gone = await anna(method, `/${chat.id}${path}`, body);
        expect([path, gone.status, gone.body.code]).toEqual([path, 404, 'bellhop_no_chat']);
      }
    });

    it('finds chats by how they stand, by page, time and words, a page at a time', async () => {
      if (!here()) return;
      await anna('POST', '/bulk', { ids: await all(), action: 'done' });
      const [failed, wanted, plain] = [
        await talk('This one fails', [{ fail: 'upstream_error' }]),
        await answered('I want a person', 'One comes.'),
        await answered('A plain one', 'Plain.'),
      ];
      await until('the failure', async () => (await failed.list()).data.some(isEnd));
      await site.run(`Bellhop\\want_person( '${wanted.id}' );`);
      await anna('POST', `/${plain.id}/takeover`);
      const shown = async (query: string) => {
        const { body } = await anna('GET', `?status=open&${query}`);
        return (body.chats as { id: string }[]).map(({ id }) => id).sort();
      };
      const ids = (...chats: LocalChat[]) => chats.map(({ id }) => id).sort();
      expect(await shown('show=all')).toEqual(ids(failed, wanted, plain));
      expect(await shown('show=unanswered')).toEqual(ids(failed));
      expect(await shown('show=waiting')).toEqual(ids(wanted));
      expect(await shown('show=held')).toEqual(ids(plain));
      await plain.send(says('Are you there?'));
      expect(await shown('show=waiting')).toEqual(ids(wanted, plain));
      expect(await shown('search=one%20comes')).toEqual(ids(wanted));
      expect(await shown('search=%25')).toEqual([]);
      const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
      expect(await shown(`after=${day(-86_400_000)}`)).toHaveLength(3);
      expect(await shown(`after=${day(2 * 86_400_000)}`)).toEqual([]);
      expect(await shown(`before=${day(-2 * 86_400_000)}`)).toEqual([]);
      const { body } = await anna('GET', '?status=open&per_page=2&page=2');
      expect([body.total, body.pages, (body.chats as unknown[]).length]).toEqual([3, 2, 1]);
      // Done is done until the visitor writes again; the person leaves, and the agent answers only what comes then.
      const asked = site.provider.asked.length;
      await anna('POST', '/bulk', { ids: ids(plain, wanted), action: 'done' });
      expect(await shown('show=all')).toEqual(ids(failed));
      expect(site.provider.asked).toHaveLength(asked);
      await plain.send(says('One more thing'));
      expect(await shown('show=all')).toEqual(ids(failed, plain));
    });

    it('sees the page without what else its address holds, the country that the host names, and what the answers have used', async () => {
      if (!here()) return;
      const chat = await site.open();
      site.provider.scripts.set(chat.id, [[{ say: 'Here.' }]]);
      const from = async (headers: Record<string, string>) => {
        await fetch(`${site.url}/wp-json/bellhop/v1/sessions/${chat.id}/events`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${chat.token}`,
            'content-type': 'application/json',
            ...headers,
          },
          body: JSON.stringify({ events: [says('Where?')] }),
        });
        return (await anna('GET', `/${chat.id}`)).body;
      };
      expect(await from({ referer: 'https://elsewhere.example/secret' })).toMatchObject({
        page: null,
        country: '',
      });
      const told = await from({
        referer: `${site.url}/sample-page/?email=a@example.com&page_id=2#x`,
        'cf-ipcountry': 'de',
      });
      expect(told).toMatchObject({
        page: { path: '/sample-page/?page_id=2', title: 'Sample Page' },
        country: 'DE',
      });
      for (const odd of ['XX', 'T1', '<b>', 'DEU']) await from({ 'cf-ipcountry': odd });
      await until('the end', async () => (await chat.list()).data.some(isEnd));
      const { body } = await anna('GET', `/${chat.id}`);
      expect(body).toMatchObject({ country: 'DE', page: { path: '/sample-page/?page_id=2' } });
      expect(body.tokens).toBeGreaterThan(0);
      const { body: found } = await anna('GET', '?path=sample-page');
      expect((found.chats as { id: string }[]).map(({ id }) => id)).toEqual([chat.id]);
    });

    it('writes notes that no visitor and no model reads, and that go with the person’s data', async () => {
      if (!here()) return;
      const chat = await answered('About me', 'Yes?');
      const noted = await ben('POST', `/${chat.id}/notes`, { text: 'Call <b>back</b> & be kind' });
      expect(noted.body.notes).toEqual([
        {
          id: expect.any(String) as string,
          name: 'Ben',
          text: 'Call <b>back</b> & be kind',
          at: expect.any(Number) as number,
          may_delete: true,
        },
      ]);
      await anna('POST', `/${chat.id}/notes`, { text: 'Mine' });
      const [{ id: note = '' } = {}] = (noted.body.notes ?? []) as { id?: string }[];
      const { body } = await ben('GET', `/${chat.id}`);
      expect((body.notes as { may_delete: boolean }[]).map(({ may_delete }) => may_delete)).toEqual(
        [true, false],
      );
      const [, other] = body.notes as { id: string }[];
      expect((await ben('DELETE', `/${chat.id}/notes/${other?.id}`)).status).toBe(403);
      expect(JSON.stringify(await chat.list())).not.toContain('be kind');

      await site.run(
        `$GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->prefix}bellhop_sessions SET owner_id = '" . Bellhop\\owner_id( get_user_by( 'login', 'rita' )->ID, '' ) . "' WHERE session_id = '${chat.id}'" );`,
      );
      await anna('POST', `/${chat.id}/takeover`);
      await anna('POST', `/${chat.id}/messages`, { text: 'A person’s own words' });
      const tool = (name: string) =>
        site.run(
          `$all = apply_filters( 'wp_privacy_personal_data_${name}s', array() ); echo wp_json_encode( $all['bellhop']['callback']( 'rita@example.com', 1 ), JSON_UNESCAPED_UNICODE );`,
        );
      const exported = await tool('exporter');
      for (const words of ['be kind', 'Note by Ben', 'A person’s own words', 'Anna'])
        expect(exported).toContain(words);
      const file = await reader('POST', '/export', { ids: [chat.id] });
      expect(JSON.stringify(file.body)).toContain('be kind');
      expect(JSON.parse(await tool('eraser'))).toMatchObject({ items_removed: true, done: true });
      const left = await site.run(
        `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->prefix}bellhop_notes WHERE session_id = '${chat.id}'" );`,
      );
      expect(left).toBe('0');
      expect((await ben('DELETE', `/${chat.id}/notes/${note}`)).status).toBe(404);
    });

    it('saves replies, and teaches the agent an answer that it then knows', async () => {
      if (!here()) return;
      const [saved] = (
        await ben('POST', '/replies', { title: 'Hello', text: 'Hello,\nhow can I help?' })
      ).body as unknown as { id: string }[];
      const changed = await anna('POST', '/replies', {
        ...saved,
        title: 'Welcome',
        text: 'Welcome!',
      });
      expect(changed.body).toEqual([{ id: saved?.id, title: 'Welcome', text: 'Welcome!' }]);
      expect((await anna('DELETE', `/replies/${saved?.id}`)).body).toEqual([]);

      const pair = { question: 'Do you have a zeppelin?', answer: 'Yes, it flies on Sundays.' };
      expect((await anna('POST', '/answers', pair)).body).toEqual({ is_new: true });
      const again = { ...pair, answer: 'Yes, it flies on Mondays.' };
      expect((await anna('POST', '/answers', again)).body).toEqual({ is_new: false });
      await answered('Do you have a zeppelin?', 'We do.');
      expect(JSON.stringify(site.provider.asked.at(-1)?.body.messages)).toContain('on Mondays');
      expect(await site.run('echo count( Bellhop\\own_answers() );')).toBe('1');
    });

    it('whose account goes leaves the chat to the agent, which answers what waits', async () => {
      if (!here()) return;
      const chat = await answered('Stay', 'Of course.');
      const cora = await colleague('cora', 'editor');
      await cora('POST', `/${chat.id}/takeover`);
      await chat.send(says('Cora?'));
      site.provider.scripts.set(chat.id, [[], [{ say: 'She has left.' }]]);
      await site.run(
        `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( get_user_by( 'login', 'cora' )->ID );`,
      );
      await until('the agent’s answer', async () =>
        JSON.stringify((await chat.list()).data).includes('She has left.'),
      );
    });

    async function all(): Promise<string[]> {
      const { body } = await anna('GET', '?per_page=100');
      return (body.chats as { id: string }[]).map(({ id }) => id);
    }
  },
);
