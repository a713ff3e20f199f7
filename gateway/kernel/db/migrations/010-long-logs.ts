// What a turn, a take-over and a list of sessions cost no longer grows with the events and sessions that there are.

import type { Migration } from '../types.ts';

export const longLogs: Migration = {
  id: '010-long-logs',
  statements: [
    // What a process finds of a run whose worker has died.
    `CREATE INDEX events_of_cycles ON events (run_id, seq)
      WHERE type IN ('session.status_running', 'session.turn_usage')`,
    `CREATE INDEX tool_calls_pending ON tool_calls (session_id, run_id) WHERE state = 'pending'`,
    `CREATE INDEX sessions_newest ON sessions (created_at DESC, session_id)`,
    `CREATE INDEX sessions_newest_of_project ON sessions (project_id, created_at DESC, session_id)`,
    // Messages of visitors that runs have taken, of the session and of the run: counted as they are taken.
    `ALTER TABLE sessions ADD COLUMN taken_messages bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE runs ADD COLUMN messages bigint NOT NULL DEFAULT 0`,
    `UPDATE sessions s SET taken_messages = taken.count
       FROM (SELECT session_id, count(*) AS count FROM events
              WHERE type = 'user.message' AND run_id IS NOT NULL GROUP BY session_id) taken
      WHERE taken.session_id = s.session_id`,
    `UPDATE runs r SET messages = taken.count
       FROM (SELECT run_id, count(*) AS count FROM events
              WHERE type = 'user.message' AND run_id IS NOT NULL GROUP BY run_id) taken
      WHERE taken.run_id = r.run_id`,
  ],
};
