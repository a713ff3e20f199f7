// The desk's list and its search among many conversations, in English and in Chinese, of a word that many have and one that few
// have.

import { type ConversationFilter, listConversations } from '../desk/conversations.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { median, ms, quantile, type Row, row } from './rows.ts';

const TRIES = 15;
const NOW = 1_760_000_000_000;
const LIST_MS = 40;
const SEARCH_MS = 100;
const EVENTS_EACH = 4;
/** What visitors ask and agents say: one of each, by the conversation's number. */
const ENGLISH = [
  'Where is my parcel? I ordered a tent on Monday and nobody has written since.',
  'Can I send the boots back? They are too small, and the box has been opened.',
  'Do you have this jacket in blue, and is it rain proof enough for the coast?',
  'My card was charged twice for the same order; please look into it.',
];
const CHINESE = [
  '我的包裹在哪里？星期一订了一个帐篷，到现在还没有消息。',
  '靴子太小了，盒子已经打开，可以退货吗？',
  '这件夹克有蓝色的吗？在海边够防雨吗？',
  '同一个订单扣了两次款，请帮我查一下。',
];
const ANSWERS = [
  'Your parcel left our warehouse yesterday; it should be with you by Thursday.',
  '您的包裹昨天已经离开仓库，星期四之前应该会送到。',
  'Yes, within thirty days. I have written the label for you.',
  '可以，三十天之内都可以退货，运费由我们承担。',
];
/** One conversation in so many has these. */
const FEW = 5000;
const RARE = 'Please engrave it for my grandmother. 请刻上祖母的名字。';

/** Conversations of four messages, a third of them in Chinese, as if they had come one a minute. */
export async function fillConversations(db: Queryable, from: number, until: number): Promise<void> {
  await db.query(
    `INSERT INTO projects (project_id, created_at) VALUES ('default', 0) ON CONFLICT DO NOTHING`,
  );
  const numbers = `FROM generate_series(${from}, ${until - 1}) g`;
  const at = `(${NOW} - g * 60000::bigint)`;
  await db.query(
    `INSERT INTO sessions (session_id, project_id, agent, owner_id, client_tools, last_seq, last_event_at,
        message_seq, message_at, created_at)
     SELECT 'ses_' || g, 'default', 'scripted', 'owner_' || g, '[]', ${EVENTS_EACH}, ${at}, ${EVENTS_EACH}, ${at}, ${at} ${numbers}`,
  );
  await db.query(
    `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, history_seq, words)
     SELECT session_id, n, 'evt_' || g || '_' || n, type, json_build_array(json_build_object('type', 'text', 'text', words))::text,
            at, at, n, words
       FROM (SELECT 'ses_' || g AS session_id, g, n, ${at} AS at,
                    CASE WHEN n % 2 = 1 THEN 'user.message' ELSE 'agent.message' END AS type,
                    CASE WHEN n = 3 AND g % ${FEW} = ${FEW - 1} THEN $4
                         WHEN n % 2 = 0 THEN ($3::text[])[1 + g % 3 % 2 + (g + n) % 4 / 2 * 2]
                         WHEN g % 3 = 0 THEN ($2::text[])[1 + (g * 7 + n) % 4]
                         ELSE ($1::text[])[1 + (g * 7 + n) % 4] END || ' ' || md5(g::text || n) AS words
               ${numbers}, generate_series(1, ${EVENTS_EACH}) n) said`,
    [ENGLISH, CHINESE, ANSWERS, RARE],
  );
  await db.query('VACUUM ANALYZE sessions');
  await db.query('VACUUM ANALYZE events');
}

const SEARCHES: readonly (readonly [what: string, search: string | undefined])[] = [
  ['the list', undefined],
  ['a word that many have', 'parcel'],
  ['a word that few have', 'grandmother'],
  ['a word that nobody has', 'giraffe'],
  ['Chinese that many have', '包裹'],
  ['Chinese that few have', '祖母'],
  ['Chinese that nobody has', '长颈鹿'],
];

/** @param name of the database, with how many conversations it has */
export async function benchDeskList(db: Db, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, search] of SEARCHES) {
    const filter: ConversationFilter = { personId: null, now: NOW, search, limit: 40 };
    const took: number[] = [];
    let found = 0;
    for (let i = 0; i < TRIES; i += 1) {
      const startedAt = performance.now();
      found = (await listConversations(db, EVERYTHING, filter)).data.length;
      took.push(performance.now() - startedAt);
    }
    const most = search === undefined ? LIST_MS : SEARCH_MS;
    rows.push(
      row(
        `${name}: ${what}`,
        ms(median(took)),
        median(took),
        { value: most, text: `${most} ms` },
        { reference: `${found} shown, slowest ${ms(quantile(took, 1))}` },
      ),
    );
  }
  return rows;
}
