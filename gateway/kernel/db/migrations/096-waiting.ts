// Who waits for the team: also a visitor whose newest message got a failed answer alone.

import type { Migration } from '../types.ts';

export const waiting: Migration = {
  id: '096-waiting',
  statements: [
    // Failures of before don't come up at once after an update, and nobody gets a mail of each.
    `UPDATE sessions SET unanswered_since = NULL
      WHERE has_failed AND unanswered_since IS NOT NULL AND held_by IS NULL AND assigned_to IS NULL`,
    // Its index goes with it.
    'ALTER TABLE sessions DROP COLUMN waiting_since',
    // Since when somebody of the team has to look at it; null: nobody has to. While an agent answers, its visitor is served.
    `ALTER TABLE sessions ADD COLUMN waiting_since bigint GENERATED ALWAYS AS (
      CASE WHEN closed_at IS NULL THEN LEAST(
        CASE WHEN held_by IS NULL THEN wanted_at END,
        CASE WHEN held_by IS NOT NULL
               OR ((assigned_to IS NOT NULL OR has_failed) AND run_id IS NULL AND paused_run_id IS NULL)
             THEN unanswered_since END,
        snoozed_until) END) STORED`,
    'CREATE INDEX sessions_waiting ON sessions (waiting_since, session_id) WHERE waiting_since IS NOT NULL',
  ],
};
