// Whether an answer helped its visitor: one row for each answer that has a thumb.

import type { Migration } from '../types.ts';

export const feedback: Migration = {
  id: '055-feedback',
  statements: [
    // value: up or down. given_at: when it was last changed.
    `CREATE TABLE feedback (
      event_id text PRIMARY KEY REFERENCES events (event_id) ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      value text NOT NULL,
      comment text,
      given_at bigint NOT NULL
    )`,
    'CREATE INDEX feedback_of_session ON feedback (session_id)',
  ],
};
