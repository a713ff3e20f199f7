// A shop's history, made by the database itself: conversations of a question and an answer each, spread over days, with their
// runs and charges. For what must stay fast, or bounded, however much there is.

import type { Queryable } from '../kernel/db/types.ts';

const DAY_MS = 86_400_000;

export interface History {
  conversations: number;
  /** Unix milliseconds: when the last of them was. */
  until: number;
  days: number;
  projectId?: string;
  /** Marks the ids, so that there can be several. */
  mark?: string;
}

export async function addHistory(
  db: Queryable,
  { conversations, until, days, projectId = 'default', mark = 'h' }: History,
): Promise<void> {
  await db.query(
    'INSERT INTO projects (project_id, created_at) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [projectId],
  );
  const step = Math.max(1, Math.floor((days * DAY_MS) / conversations));
  const at = `(${until} - g * ${step}::bigint)`;
  const from = `FROM generate_series(0, ${conversations - 1}) g`;
  await db.query(
    `INSERT INTO sessions (session_id, project_id, agent, owner_id, client_tools, last_seq, last_event_at,
        message_seq, message_at, created_at)
     SELECT '${mark}' || g, '${projectId}', 'scripted', 'owner' || g, '[]', 3, ${at} + 3000, 2, ${at} + 2000, ${at} ${from}`,
  );
  const events: readonly [seq: number, type: string, content: string][] = [
    [1, 'user.message', '[{"type":"text","text":"Where is my parcel?"}]'],
    [2, 'agent.message', '[{"type":"text","text":"On its way."}]'],
    [3, 'session.status_idle', '{"stop_reason":"end_turn"}'],
  ];
  for (const [seq, type, content] of events) {
    await db.query(
      `INSERT INTO events (session_id, seq, event_id, type, content, created_at, processed_at, run_id, history_seq, words)
       SELECT '${mark}' || g, ${seq}, '${mark}e${seq}_' || g, '${type}', $1, ${at} + ${seq * 1000}, 1, '${mark}r' || g, ${seq}, ''
         ${from}`,
      [content],
    );
  }
  await db.query(
    `INSERT INTO runs (run_id, session_id, status, origin, created_at, ended_at, first_word_at)
     SELECT '${mark}r' || g, '${mark}' || g, 'ended', '{}', ${at} + 1000, ${at} + 3000, ${at} + 1000 + 500 + g % 1000 ${from}`,
  );
  await db.query(
    `INSERT INTO usage_ledger (entry_id, project_id, session_id, run_id, model, operation, client_id, auth_method,
        actor_type, application, credits_nano, request_count, input_tokens, output_tokens, created_at)
     SELECT '${mark}l' || g, '${projectId}', '${mark}' || g, '${mark}r' || g, 'model-' || g % 3, 'chat', '', 'session_token',
        'visitor', '', 1000, 1, 10, 10, ${at} + 3000 ${from}`,
  );
}
