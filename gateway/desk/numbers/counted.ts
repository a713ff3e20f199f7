// SQL that counts rows of a stretch of time by project, site and hour: for what is summed once and kept, and for the time since,
// which is counted as it stands. `from` and `to` are Unix milliseconds, as SQL; `where` is a condition on the session `s`.

import { isByPerson } from '../../log/by-person.ts';
import { CHAT_OPERATION } from '../../runs/ledger.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Stretch {
  from: string;
  to: string;
  where?: string;
}

export const EVENT_COUNTS = [
  'visitor_messages',
  'agent_messages',
  'failed_runs',
  'tools',
  'failed_tools',
  'thumbs_up',
  'thumbs_down',
] as const;

const COUNTED = `e.type IN ('user.message', 'agent.message', 'session.error', 'agent.tool_use', 'user.tool_result')`;
const atHour = (table: string) => `${table}.created_at / ${HOUR_MS} * ${HOUR_MS}`;
const client = `COALESCE(s.client_id, '')`;
const within = (table: string, { from, to }: Stretch) =>
  `${table}.created_at >= ${from} AND ${table}.created_at < ${to}`;

/** project_id, at, client_id, conversations, and the counts of events. */
export const countedEvents = (stretch: Stretch) =>
  `SELECT s.project_id, ${atHour('e')} AS at, ${client} AS client_id,
      count(DISTINCT e.session_id) FILTER (WHERE e.type = 'user.message') AS conversations,
      count(*) FILTER (WHERE e.type = 'user.message') AS visitor_messages,
      count(*) FILTER (WHERE e.type = 'agent.message' AND NOT ${isByPerson('e.content')}) AS agent_messages,
      count(*) FILTER (WHERE e.type = 'session.error') AS failed_runs,
      count(*) FILTER (WHERE e.type = 'agent.tool_use') AS tools,
      count(*) FILTER (WHERE e.type = 'user.tool_result' AND e.error_code IS NOT NULL) AS failed_tools,
      count(*) FILTER (WHERE f.value = 'up') AS thumbs_up,
      count(*) FILTER (WHERE f.value = 'down') AS thumbs_down
    FROM events e JOIN sessions s ON s.session_id = e.session_id
    LEFT JOIN feedback f ON f.event_id = e.event_id
   WHERE ${COUNTED} AND ${within('e', stretch)} AND NOT s.is_trial ${and(stretch)} GROUP BY 1, 2, 3`;

/** session_id, project_id, client_id, last_at: of sessions in which the visitor has said something. */
export const talkedSessions = (stretch: Stretch) =>
  `SELECT e.session_id, s.project_id, ${client} AS client_id, max(e.created_at) AS last_at
     FROM events e JOIN sessions s ON s.session_id = e.session_id
    WHERE ${COUNTED} AND e.type = 'user.message' AND ${within('e', stretch)} AND NOT s.is_trial ${and(stretch)}
    GROUP BY 1, 2, 3`;

/** project_id, at, client_id, model, credits_nano, requests. Without `where`: the ledger outlives its sessions. */
export const charges = (stretch: Stretch, where = '') =>
  `SELECT l.project_id, ${atHour('l')} AS at, l.client_id, l.model,
      sum(l.credits_nano)::bigint AS credits_nano, sum(l.request_count)::bigint AS requests
     FROM usage_ledger l WHERE ${within('l', stretch)} ${where} GROUP BY 1, 2, 3, 4`;

/** A thumb counts for the model that was charged for its answer (the first charge that follows), else for the agent. */
export const thumbs = (stretch: Stretch) =>
  `SELECT project_id, at, client_id, model, count(*) FILTER (WHERE value = 'up') AS thumbs_up,
      count(*) FILTER (WHERE value = 'down') AS thumbs_down
     FROM (SELECT s.project_id, ${atHour('e')} AS at, ${client} AS client_id, f.value,
        COALESCE((SELECT l.model FROM usage_ledger l
            WHERE l.session_id = e.session_id AND l.run_id = e.run_id
              AND l.operation = '${CHAT_OPERATION}' AND l.created_at >= e.created_at
            ORDER BY l.created_at, l.credits_nano DESC LIMIT 1), s.agent) AS model
       FROM feedback f JOIN events e ON e.event_id = f.event_id
       JOIN sessions s ON s.session_id = e.session_id
      WHERE ${COUNTED} AND ${within('e', stretch)} AND NOT s.is_trial ${and(stretch)}) rated
    GROUP BY 1, 2, 3, 4`;

/** A step is so much longer than the one before: what is told of waits is that exact. */
export const STEP = 1.02;

/** project_id, at, client_id, step, runs: of runs that have said something. */
export const waits = (stretch: Stretch) =>
  `SELECT s.project_id, ${atHour('r')} AS at, ${client} AS client_id,
      floor(ln(GREATEST(r.first_word_at - r.created_at, 1)::float8) / ln(${STEP}::float8))::integer AS step,
      count(*) AS runs
     FROM runs r JOIN sessions s ON s.session_id = r.session_id
    WHERE ${within('r', stretch)} AND r.first_word_at IS NOT NULL AND NOT s.is_trial ${and(stretch)}
    GROUP BY 1, 2, 3, 4`;

const and = ({ where }: Stretch) => (where === undefined ? '' : `AND ${where}`);

/** For SQL: $1 project, $2 start, $3 end, $4 site or null, $5 until when hours are summed. */
export const SUMMED = `project_id = $1 AND at >= $2 AND at < $5 AND ($4::text IS NULL OR client_id = $4)`;
export const SINCE = {
  from: 'GREATEST($2::bigint, $5::bigint)',
  to: '$3',
  where: `s.project_id = $1 AND ($4::text IS NULL OR s.client_id = $4)`,
};
export const CHARGES = `(SELECT at, client_id, model, credits_nano, requests FROM number_charges WHERE ${SUMMED}
  UNION ALL SELECT at, client_id, model, credits_nano, requests
    FROM (${charges(SINCE, 'AND l.project_id = $1 AND ($4::text IS NULL OR l.client_id = $4)')}) since)`;
