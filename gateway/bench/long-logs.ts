// What a list and a turn of a long conversation cost beside those of a short one, on each database.

import { z } from 'zod';
import { createAgentRegistry } from '../agents/registry.ts';
import { createGateway } from '../gateway.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { median, ms, type Row, row, times } from './rows.ts';

const ADMIN_KEY = 'bench';
const SHORT = 100;
const LONG = 100_000;
const TRIES = 50;
const MOST = 1.5;
const CONTENT = '[{"type":"text","text":"A sentence of the usual length, as people write them."}]';

export async function benchLongLogs(db: Db, name: string): Promise<Row[]> {
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry([
      {
        name: 'short',
        agent: {
          async *turn() {
            yield { kind: 'message', blocks: [{ type: 'text', text: 'Yes.' }] };
            yield { kind: 'end', stop_reason: 'end_turn' };
          },
        },
      },
    ]),
    options: { adminKey: ADMIN_KEY, rateLimit: { perSecond: 1e6, burst: 1e6 } },
  });
  const call = async (path: string, body?: unknown, token = ADMIN_KEY) => {
    const reply = await gateway.request(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, string>;
  };
  const open = async (events: number) => {
    const { session_id = '' } = await call('/admin/sessions', { agent: 'short' });
    const { token = '' } = await call(`/admin/sessions/${session_id}/tokens`, {});
    await fill(db, session_id, events);
    const path = `/v1/sessions/${session_id}/events`;
    const took = { list: [] as number[], turn: [] as number[] };
    const tryOnce = async () => {
      let startedAt = performance.now();
      await call(`${path}?limit=50&order=desc`, undefined, token);
      took.list.push(performance.now() - startedAt);
      startedAt = performance.now();
      const content = [{ type: 'text', text: 'And now?' }];
      await call(path, { events: [{ type: 'user.message', content }] }, token);
      await gateway.context.runs.settled();
      took.turn.push(performance.now() - startedAt);
    };
    return { tryOnce, median: (kind: 'list' | 'turn') => median(took[kind]) };
  };
  const short = await open(SHORT);
  const long = await open(LONG);
  // In turns, so that whatever else the machine does meets both alike.
  for (let i = 0; i < TRIES; i += 1) {
    await short.tryOnce();
    await long.tryOnce();
  }
  const bytes = await bytesPerEvent(db);
  await gateway.close();
  const rows = (['list', 'turn'] as const).map((kind) => {
    const [few, many] = [short.median(kind), long.median(kind)];
    return row(
      `${name}: ${kind} with ${LONG.toLocaleString('en')} events`,
      ms(many),
      many / few,
      { value: MOST, text: `${MOST} ×` },
      { reference: `${SHORT} events ${ms(few)}`, ratio: times(many / few) },
    );
  });
  return [
    ...rows,
    row(`${name}: an event on disk, with its indexes`, `${bytes.toFixed(0)} bytes`, 0, null, {
      reference: `its content ${CONTENT.length} bytes`,
    }),
  ];
}

const bytesEventsRow = z.object({
  bytes: z.number(),
  events: z.number(),
});

async function bytesPerEvent(db: Db): Promise<number> {
  const [size] = await readRows(
    db,
    bytesEventsRow,
    `SELECT pg_total_relation_size('events') AS bytes, (SELECT count(*) FROM events) AS events`,
  );
  return (size?.bytes ?? 0) / (size?.events ?? 1);
}

/** A conversation of that many events, summarised up to the last twenty, as if it had taken its time. */
async function fill(db: Db, sessionId: string, events: number): Promise<void> {
  await db.query(
    `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, run_id,
                         history_seq, covers_seq)
     SELECT $1, i, $1 || '_' || i,
            CASE WHEN i = $2 - 20 THEN 'session.compaction'
                 WHEN i % 2 = 0 THEN 'agent.message' ELSE 'user.message' END,
            $3,
            1700000000000 + i, 1700000000000 + i, 'run_of_' || $1, i,
            CASE WHEN i = $2 - 20 THEN i - 1 END
       FROM generate_series(1, $2::integer) i`,
    [sessionId, events, CONTENT],
  );
  await db.query('UPDATE sessions SET last_seq = $2, last_event_at = $3 WHERE session_id = $1', [
    sessionId,
    events,
    1_700_000_000_000 + events,
  ]);
  await db.query('ANALYZE events');
}
