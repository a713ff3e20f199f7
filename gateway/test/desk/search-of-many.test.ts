// A search among more conversations than are looked through first: what stands at the top and what lies far below.

import { beforeAll, describe, expect, it } from 'vitest';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();
const MANY = 450;
/** Ids as the list shows them: the newest first. */
const ids = Array.from({ length: MANY }, (_, number) => `ses_many_${MANY - number}`);

beforeAll(async () => {
  const { db, harness } = { db: desk.harness.db, harness: desk.harness };
  const session = await harness.session({ script: [[{ say: 'Indeed.' }]] });
  await session.say('hello');
  await harness.settled();
  await db.query(
    `INSERT INTO sessions (session_id, project_id, agent, owner_id, client_tools, created_at, last_event_at, last_seq,
        message_seq, message_at)
     SELECT 'ses_many_' || n, project_id, agent, 'owner_' || n, '[]', n, n, 1, 1, n
       FROM sessions, generate_series(1, ${MANY}) AS n WHERE session_id = $1`,
    [session.id],
  );
  await db.query(
    `INSERT INTO events (session_id, seq, event_id, type, content, created_at, history_seq, words)
     SELECT 'ses_many_' || n, 1, 'many_' || n, 'user.message', '[]', n, 1,
            'common ' || CASE WHEN n IN (3, 4) THEN 'rarity' WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END
       FROM generate_series(1, ${MANY}) AS n`,
  );
});

interface Page {
  data: { session_id: string }[];
  next_page: string | null;
}

async function search(words: string, more = ''): Promise<string[]> {
  const found: string[] = [];
  for (let page: string | null = ''; page !== null; ) {
    const at = page === '' ? '' : `&page=${page}`;
    const path = `/admin/conversations?q=${words}&limit=60${more}${at}`;
    const { body } = await desk.owner.call('GET', path);
    const { data, next_page } = body as Page;
    found.push(...data.map(({ session_id }) => session_id));
    page = next_page;
  }
  return found;
}

describe('a search among many conversations', () => {
  it('has each conversation once and in order, page by page, where most have the word', async () => {
    expect(await search('common')).toEqual(ids);
    expect(await search('even')).toEqual(
      ids.filter((id) => Number(id.slice(9)) % 2 === 0 && id !== 'ses_many_4'),
    );
  });

  it('finds the few that have the word, far below the newest', async () => {
    expect(await search('rarity')).toEqual(['ses_many_4', 'ses_many_3']);
    expect(await search('nowhere')).toEqual([]);
  });

  it('finds a conversation by its id and by its owner’s, wherever it stands', async () => {
    expect(await search('ses_many_2')).toEqual(['ses_many_2']);
    expect(await search('owner_449')).toEqual(['ses_many_449']);
    expect(await search('owner_1')).toEqual(['ses_many_1']);
  });

  it.each([
    ['common', 100],
    ['rarity', 2],
    ['nowhere', 0],
  ])('is counted in a saved view: %s', async (q, count) => {
    const { status, body } = await desk.owner.call('POST', '/admin/desk/views', {
      name: q,
      filter: { q },
    });
    expect(status).toBeLessThan(300);
    expect(body).toMatchObject({ filter: { q }, count });
  });
});
