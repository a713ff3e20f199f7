import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createHarness,
  type Harness,
  message,
  type SessionHandle,
  type WireEvent,
} from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** A session with `count` system messages and no run. */
async function filled(count: number): Promise<SessionHandle> {
  const session = await harness.session();
  const events = Array.from({ length: count }, (_, i) => message(`m${i}`, 'system.message'));
  for (let i = 0; i < count; i += 100) await session.send(events.slice(i, i + 100));
  return session;
}

const texts = (data: WireEvent[]) => data.map((event) => event.content[0]?.text);

describe('the list of events', () => {
  it('gives 20 events, oldest first, unless asked otherwise', async () => {
    const session = await filled(25);
    const { status, body } = await session.list();
    expect(status).toBe(200);
    expect(texts(body.data)).toEqual(Array.from({ length: 20 }, (_, i) => `m${i}`));
    expect(body.next_page).toEqual(expect.any(String));
  });

  it('gives each event an id, a type, its content, when it was created and when processed', async () => {
    const session = await filled(1);
    const [event] = (await session.list()).body.data;
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'system.message',
      content: [{ type: 'text', text: 'm0' }],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      processed_at: null,
    });
  });

  it('keeps an event of a type that only a newer version knows', async () => {
    const session = await filled(2);
    await harness.db.query(
      `UPDATE events SET type = 'agent.later' WHERE session_id = $1 AND content LIKE '%m0%'`,
      [session.id],
    );
    const { status, body } = await session.list();
    expect([status, body.data.map(({ type }) => type)]).toEqual([
      200,
      ['agent.later', 'system.message'],
    ]);
  });

  it.each(['asc', 'desc'])(
    'walks every event once, in pages, in the order %s, and ends with null',
    async (order) => {
      const session = await filled(23);
      const seen: unknown[] = [];
      let page = '';
      for (let pages = 0; pages < 20; pages += 1) {
        const { body } = await session.list(`limit=5&order=${order}${page}`);
        seen.push(...texts(body.data));
        if (body.next_page === null) break;
        page = `&page=${body.next_page}`;
      }
      const all = Array.from({ length: 23 }, (_, i) => `m${i}`);
      expect(seen).toEqual(order === 'asc' ? all : all.reverse());
    },
  );

  it('has no next page when the last event is on this one', async () => {
    const session = await filled(5);
    expect((await session.list('limit=5')).body.next_page).toBeNull();
  });

  it('takes a limit from 1 to 100', async () => {
    const session = await filled(101);
    expect((await session.list('limit=1')).body.data).toHaveLength(1);
    expect((await session.list('limit=100')).body.data).toHaveLength(100);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'limit=',
    'limit=1e1',
    'order=up',
    'order=',
    'include_thinking=maybe',
    'page=nonsense',
    'page=',
    'after_id=nonsense',
    'after_id=',
    'after_id=%00',
    `page=${'A'.repeat(32)}`,
  ])('refuses %s with 400', async (query) => {
    const session = await filled(1);
    const { status, body } = await session.list(query);
    expect(status).toBe(400);
    expect(body.error.type).toBe('invalid_request_error');
  });

  it('lists what comes strictly after after_id, in the direction of the order', async () => {
    const session = await filled(6);
    const all = await session.events();
    const listAfter = (order: string) => session.list(`order=${order}&after_id=${all[2]?.id}`);
    expect(texts((await listAfter('asc')).body.data)).toEqual(['m3', 'm4', 'm5']);
    expect(texts((await listAfter('desc')).body.data)).toEqual(['m1', 'm0']);
  });

  it('goes on from after_id with pages', async () => {
    const session = await filled(6);
    const [first] = await session.events();
    const one = await session.list(`limit=2&after_id=${first?.id}`);
    const two = await session.list(`limit=2&page=${one.body.next_page}`);
    expect(texts([...one.body.data, ...two.body.data])).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  it('refuses page together with after_id', async () => {
    const session = await filled(6);
    const { next_page, data } = (await session.list('limit=2')).body;
    const { status } = await session.list(`page=${next_page}&after_id=${data[0]?.id}`);
    expect(status).toBe(400);
  });

  it('refuses the id of an event of another session', async () => {
    const [mine, theirs] = [await filled(1), await filled(1)];
    const [foreign] = await theirs.events();
    expect((await mine.list(`after_id=${foreign?.id}`)).status).toBe(400);
  });

  it('goes on in the order of the cursor, whether the order is named again or not', async () => {
    const session = await harness.session();
    for (let i = 0; i < 5; i += 1) await session.send([message(`${i}`, 'system.message')]);
    for (const order of ['desc', 'asc']) {
      const all = (await session.list(`order=${order}`)).body.data;
      const walked = [];
      let query = `order=${order}&limit=2`;
      for (;;) {
        const { body } = await session.list(query);
        walked.push(...body.data);
        if (body.next_page === null) break;
        query = `limit=2&page=${body.next_page}`;
      }
      expect(walked).toEqual(all);
    }
  });

  it('refuses a cursor of another session, another order, or one that was changed', async () => {
    const [mine, theirs] = [await filled(6), await filled(6)];
    const cursor = (await mine.list('limit=2')).body.next_page ?? '';
    const changed = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    expect((await mine.list(`page=${cursor}`)).status).toBe(200);
    expect((await theirs.list(`page=${cursor}`)).status).toBe(400);
    expect((await mine.list(`order=desc&page=${cursor}`)).status).toBe(400);
    expect((await mine.list(`page=${changed}`)).status).toBe(400);
    expect((await mine.list(`page=${cursor}A`)).status).toBe(400);
  });

  it('never changes what a page held while others write, nor skips what they wrote', async () => {
    const session = await filled(10);
    const first = await session.list('limit=10');
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => session.send([message(`late ${i}`, 'system.message')])),
    );
    const again = await session.list('limit=10');
    expect(again.body.data).toEqual(first.body.data);
    const rest = await session.list(`limit=100&after_id=${first.body.data.at(-1)?.id}`);
    expect(new Set(texts(rest.body.data))).toEqual(
      new Set(Array.from({ length: 12 }, (_, i) => `late ${i}`)),
    );
  });

  it('keeps created_at in order when the clock goes back', async () => {
    const session = await filled(1);
    harness.clock.jump(-60_000);
    await session.send([message('after the jump', 'system.message')]);
    harness.clock.jump(60_000);
    const [before, after] = await session.events();
    expect(Date.parse(after?.created_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(before?.created_at ?? ''),
    );
  });

  it('keeps text with NUL, half surrogates and any other character as it was', async () => {
    const session = await harness.session();
    const text = 'a\0b\ud800c\u202e\u{1F6CE}\n\r</script>';
    await session.send([message(text, 'system.message')]);
    expect(texts((await session.list()).body.data)).toEqual([text]);
  });
});

describe('thought blocks', () => {
  const script = [[{ think: 'first I look' }, { think: '', ms: 40 }, { say: 'Here it is.' }]];

  it('are left out entirely unless asked for', async () => {
    const session = await harness.session({ script });
    await session.say('hi');
    await harness.until(() => harness.clock.pending() > 1);
    await harness.clock.advance(40);
    await harness.settled();
    const find = async (query: string) =>
      (await session.events(query)).find((event) => event.type === 'agent.message')?.content;
    expect(await find('')).toEqual([{ type: 'text', text: 'Here it is.' }]);
    expect(await find('include_thinking=false')).toHaveLength(1);
    expect(await find('include_thinking=true')).toEqual([
      { type: 'thought', text: 'first I look' },
      { type: 'thought', text: '', extra_content: { gateway: { thinking_ms: 40 } } },
      { type: 'text', text: 'Here it is.' },
    ]);
  });
});

describe('a page of a list', () => {
  const system = (text: string) => message(text, 'system.message');
  async function small() {
    const one = await createHarness({ db: harness.db, options: { maxPageBytes: 1000 } });
    pages.push(one);
    return one.session();
  }
  const pages: Harness[] = [];
  afterAll(async () => {
    for (const one of pages) await one.close();
  });

  it('ends where its bytes do, and next_page carries on, in both orders', async () => {
    const session = await small();
    const texts = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(400));
    await session.send(texts.map(system));
    for (const order of ['asc', 'desc']) {
      const sizes: number[] = [];
      const letters: string[] = [];
      let page = '';
      do {
        const { body } = await session.list(`limit=100&order=${order}${page}`);
        sizes.push(body.data.length);
        letters.push(...body.data.map(({ content }) => String(content[0]?.text)[0] ?? ''));
        page = body.next_page === null ? '' : `&page=${body.next_page}`;
      } while (page !== '');
      expect(sizes).toEqual([3, 2]);
      expect(letters.join('')).toBe(order === 'asc' ? 'abcde' : 'edcba');
    }
  });

  it('has an event that is longer than a page alone', async () => {
    const session = await small();
    await session.send([system('x'.repeat(5000)), system('y')]);
    const { body } = await session.list('limit=100');
    expect(body.data).toHaveLength(1);
    expect(body.next_page).not.toBeNull();
    expect(await session.events()).toHaveLength(2);
  });
});
