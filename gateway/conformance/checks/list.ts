// GET /v1/sessions/{session_id}/events

import { group } from '../check.ts';
import { Broken, ensure, get, same } from '../expect.ts';
import {
  eventsOf,
  expectError,
  expectStatus,
  message,
  type TestSession,
  type World,
} from '../world.ts';

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** A quiet session with `count` messages; resolves to their ids, oldest first. */
async function filled(
  world: World,
  count: number,
): Promise<{ session: TestSession; ids: string[] }> {
  const session = await world.quiet();
  const sent = await session.send(...Array.from({ length: count }, (_, n) => message(`n ${n}`)));
  return { session, ids: ids(sent) };
}

/** Walks with `page` from a first query; resolves to all ids and the sizes of the pages. */
async function walk(session: TestSession, query: string, between?: () => Promise<unknown>) {
  const seen: string[] = [];
  const sizes: number[] = [];
  let next = query;
  for (let pages = 0; pages < 50; pages += 1) {
    const reply = await session.call('GET', next);
    const events = eventsOf(reply);
    seen.push(...ids(events));
    sizes.push(events.length);
    const cursor = get(reply.body, 'next_page');
    if (cursor === null || cursor === undefined || cursor === '')
      return { seen, sizes, end: cursor };
    ensure(typeof cursor === 'string', `next_page is not a string: ${JSON.stringify(cursor)}`);
    await between?.();
    const params = new URLSearchParams(query);
    params.delete('after_id');
    params.set('page', cursor);
    next = `?${params}`;
  }
  throw new Broken('50 pages without an end');
}

export const list = group('list', {
  empty: [
    'A session without events lists as empty',
    async (world) => {
      const session = await world.quiet();
      const reply = await session.call('GET');
      same(eventsOf(reply), [], 'data');
      world.note(
        `success is HTTP ${reply.status}; next_page at the end is ${JSON.stringify(get(reply.body, 'next_page'))}`,
      );
    },
  ],
  'default-limit': [
    'Without limit a page has 20 events',
    async (world) => {
      const { session, ids: sent } = await filled(world, 25);
      same(ids(await session.list('')), sent.slice(0, 20), 'the first page');
    },
  ],
  limit: [
    'limit sets the size of a page, up to 100',
    async (world) => {
      const { session, ids: sent } = await filled(world, 100);
      same(ids(await session.list('?limit=1')), sent.slice(0, 1), 'limit=1');
      same(ids(await session.list('?limit=100')), sent, 'limit=100');
    },
  ],
  'limit-maximum': [
    'A limit above 100 is refused, or served as 100',
    async (world) => {
      const session = await world.quiet();
      for (let i = 0; i < 2; i += 1)
        await session.send(...Array.from({ length: 60 }, (_, n) => message(`${n}`)));
      const reply = await session.call('GET', '?limit=101');
      expectStatus(reply, 200, 400);
      if (reply.status === 200)
        ensure(eventsOf(reply).length <= 100, 'limit=101 gave more than 100 events');
      world.note(`limit=101 is ${reply.status === 400 ? 'refused with 400' : 'served as 100'}`);
    },
  ],
  'limit-invalid': [
    'A limit that is no positive integer is refused with 400',
    async (world) => {
      const session = await world.quiet();
      for (const limit of ['0', '-1', 'ten', '1.5'])
        expectError(await session.call('GET', `?limit=${limit}`), 400);
    },
  ],
  order: [
    'Events are listed oldest first, with order=desc newest first',
    async (world) => {
      const { session, ids: sent } = await filled(world, 12);
      same(ids(await session.list('?limit=100')), sent, 'no order');
      same(ids(await session.list('?limit=100&order=asc')), sent, 'order=asc');
      same(ids(await session.list('?limit=100&order=desc')), [...sent].reverse(), 'order=desc');
      expectError(await session.call('GET', '?order=sideways'), 400);
    },
  ],
  pages: [
    'next_page leads through all events, each once, in both directions',
    async (world) => {
      const { session, ids: sent } = await filled(world, 23);
      for (const order of ['asc', 'desc']) {
        const { seen, sizes } = await walk(session, `?limit=7&order=${order}`);
        same(seen, order === 'asc' ? sent : [...sent].reverse(), `the walk with order=${order}`);
        same(sizes.slice(0, 3), [7, 7, 7], 'full pages');
      }
    },
  ],
  'pages-while-growing': [
    'Events that are added during a walk shift nothing (keyset pagination)',
    async (world) => {
      const { session, ids: sent } = await filled(world, 10);
      const added: string[] = [];
      const add = async () => added.push(...ids(await session.send(message('more'))));
      const down = await walk(session, '?limit=4&order=desc', add);
      same(down.seen, [...sent].reverse(), 'newest first, while events are added');
      let left = 3;
      const before = [...sent, ...added];
      const later: string[] = [];
      const up = await walk(session, '?limit=4', async () => {
        left -= 1;
        if (left >= 0) later.push(...ids(await session.send(message('more'))));
      });
      same(up.seen, [...before, ...later], 'oldest first, while events are added');
    },
  ],
  'pages-exact': [
    'A walk ends where the last page is just full',
    async (world) => {
      const { session, ids: sent } = await filled(world, 8);
      same((await walk(session, '?limit=4')).seen, sent, 'the walk');
    },
  ],
  'after-id': [
    'after_id lists strictly after that event, in the direction of order',
    async (world) => {
      const { session, ids: sent } = await filled(world, 10);
      const at = sent[5];
      same(ids(await session.list(`?limit=100&after_id=${at}`)), sent.slice(6), 'asc');
      same(
        ids(await session.list(`?limit=100&order=desc&after_id=${at}`)),
        sent.slice(0, 5).reverse(),
        'desc',
      );
      same(ids(await session.list(`?after_id=${sent.at(-1)}`)), [], 'after the last');
    },
  ],
  'after-id-pages': [
    'What after_id begins, next_page continues',
    async (world) => {
      const { session, ids: sent } = await filled(world, 15);
      const { seen } = await walk(session, `?limit=4&after_id=${sent[2]}`);
      same(seen, sent.slice(3), 'the walk');
    },
  ],
  'after-id-unknown': [
    'An unknown after_id is refused with 400',
    async (world) => {
      const { session } = await filled(world, 1);
      for (const id of ['nothing', '', '%00', '00000000-0000-0000-0000-000000000000']) {
        expectError(await session.call('GET', `?after_id=${id}`), 400);
      }
    },
  ],
  'after-id-foreign': [
    'An after_id of another session is refused with 400',
    async (world) => {
      const [{ session }, other] = [await filled(world, 1), await filled(world, 1)];
      expectError(await session.call('GET', `?after_id=${other.ids[0]}`), 400);
    },
  ],
  'page-and-after-id': [
    'page together with after_id is refused with 400',
    async (world) => {
      const { session, ids: sent } = await filled(world, 5);
      const reply = await session.call('GET', '?limit=2');
      const cursor = encodeURIComponent(String(get(reply.body, 'next_page')));
      expectError(await session.call('GET', `?limit=2&page=${cursor}&after_id=${sent[0]}`), 400);
    },
  ],
  'page-invalid': [
    'A page that no reply gave is refused with 400, another session’s too',
    async (world) => {
      const [{ session }, other] = [await filled(world, 5), await filled(world, 5)];
      expectError(await session.call('GET', '?page=nonsense'), 400);
      const foreign = get((await other.session.call('GET', '?limit=2')).body, 'next_page');
      expectError(
        await session.call('GET', `?limit=2&page=${encodeURIComponent(String(foreign))}`),
        400,
      );
    },
  ],
  'include-thinking-invalid': [
    'include_thinking takes true and false',
    async (world) => {
      const session = await world.quiet();
      for (const value of ['true', 'false'])
        expectStatus(await session.call('GET', `?include_thinking=${value}`), 200);
      const reply = await session.call('GET', '?include_thinking=maybe');
      ensure(reply.status < 500, `include_thinking=maybe answered ${reply.status}`);
      world.note(`include_thinking=maybe answers ${reply.status}`);
    },
  ],
  durable: [
    'Ids are durable and unique: listing again gives the same',
    async (world) => {
      const { session, ids: sent } = await filled(world, 10);
      same(ids(await session.list()), sent, 'the first list');
      same(ids(await session.list()), sent, 'the second list');
      same(new Set(sent).size, sent.length, 'distinct ids');
    },
  ],

  'created-at': [
    'Events are ordered by created_at, where they show it',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'one' }, { say: 'two' }]] });
      await session.say('hi');
      const instants = (await session.ended()).map((event) => get(event, 'created_at'));
      if (instants.some((instant) => instant === undefined))
        return world.note('events don’t show created_at');
      const times = instants.map((instant) => Date.parse(String(instant)));
      same(
        times,
        [...times].sort((a, b) => a - b),
        'created_at in the order of the list',
      );
      world.note('events show created_at');
    },
  ],
  'thinking-pages': [
    'include_thinking keeps to the same events and pages',
    async (world) => {
      const session = await world.session({ script: [[{ think: 'hm', ms: 5 }, { say: 'x' }]] });
      await session.say('hi');
      const plain = await session.ended();
      same(ids(await session.all('?limit=2&include_thinking=true')), ids(plain), 'the walk');
      same(ids(await session.all('?limit=2&include_thinking=false')), ids(plain), 'the other walk');
    },
  ],
});
