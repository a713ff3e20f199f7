// A search among more conversations than are looked through first: what stands at the top and what lies far below.

import { beforeAll, describe, expect, it } from 'vitest';
import { hasWords, planSearch, SPACELESS } from '../../desk/search.ts';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();
const MANY = 450;
/** Ids as the list shows them: the newest first. */
const ids = Array.from({ length: MANY }, (_, number) => `ses_many_${MANY - number}`);
/** Said once, far below the newest, and what finds it. */
const UNCOMMON: readonly (readonly [text: string, ...searches: string[]])[] = [
  ['我的包裹在哪里？', '包裹', '我的包裹', '裹', '里'],
  ['请刻上iPhone手机的名字', '手机', 'iphone手机', '名字', '字 手机', 'iPhone'],
  ['ตั๋วของฉันอยู่ที่ไหน', 'ตั๋ว', 'อยู่ที่ไหน'],
  ['チケットを払い戻して', 'チケット', '払い戻し'],
  ['환불해 주세요', '환불', '주세요'],
  ['my mail is anna.smith@mail.example', 'smith', 'anna.smith@mail.example', 'mail.example'],
  ['order ORD-2024/117, please', '117', 'ord-2024', 'ORD-2024/117'],
  ['that’s “quaint”, isn’t it', 'quaint', 'that’s'],
  ['मेरा पार्सल कहाँ है', 'पार्सल'],
];

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
            'common ' || CASE WHEN n IN (3, 4) THEN 'rarity' WHEN n % 2 = 1 AND n BETWEEN 11 AND ${2 * UNCOMMON.length + 9} THEN ($1::text[])[(n - 9) / 2] WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END
       FROM generate_series(1, ${MANY}) AS n`,
    [UNCOMMON.map(([text]) => text)],
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

  it.each(
    UNCOMMON.flatMap(([text, ...searches], index) =>
      searches.map((words) => [words, text, `ses_many_${2 * index + 11}`] as const),
    ),
  )('finds %s in “%s”, far below the newest', async (words, _text, id) => {
    expect(await search(encodeURIComponent(words))).toEqual([id]);
  });

  it('finds neighbours alone, and not characters that stand apart', async () => {
    expect(await search(encodeURIComponent('包哪'))).toEqual([]);
    expect(await search(encodeURIComponent('的在'))).toEqual([]);
  });

  // A database that doesn't know a character for a letter has no query for it either.
  it('finds the first and the last character of each script without spaces', async () => {
    const characters = SPACELESS.source
      .replaceAll(/[\\u{}[\]-]+/g, ' ')
      .trim()
      .split(' ')
      .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .filter((character) => /[\p{L}\p{N}\p{M}]/u.test(character));
    expect(characters.length).toBeGreaterThan(20);
    const rows = await desk.harness.db.query(
      `SELECT a || b FROM unnest($1::text[]) a, unnest($1::text[]) b
        WHERE NOT searched('x' || a || b || 'y') @@ to_tsquery('simple', a || b)
          AND numnode(to_tsquery('simple', a || b)) > 0`,
      [characters],
    );
    expect(rows).toEqual([]);
  });

  it('reads an index, whatever the search: none of its statements reads all messages', async () => {
    for (const words of ['rarity', '包裹', '裹']) {
      const { tsquery, like } = planSearch(words) ?? { tsquery: '', like: [] };
      const plan = await desk.harness.db.transaction(async (tx) => {
        await tx.query('SET LOCAL enable_seqscan = off');
        const values: unknown[] = [];
        const found = hasWords(
          { tsquery, like, isMarkable: false },
          'e',
          (value) => `$${values.push(value)}`,
        );
        return tx.query(`EXPLAIN SELECT e.session_id FROM events e WHERE ${found}`, values);
      });
      expect(JSON.stringify(plan)).toContain('Bitmap Index Scan on events_searched');
    }
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
