// What one session may cost: from where its agent reads the site's words, and how much it was sent today.

import type { Migration } from '../types.ts';

export const fairness: Migration = {
  id: '031-fairness',
  statements: [
    // Of a compaction: the place, in the order of reading, from which system messages are still read word by word.
    'ALTER TABLE events ADD COLUMN keeps_from bigint',
    'CREATE INDEX events_history ON events (session_id, history_seq)',
    `CREATE INDEX events_instructions ON events (session_id, history_seq) WHERE type = 'system.message'`,
    `CREATE INDEX events_of_run ON events (session_id, run_id) WHERE type = 'user.message'`,
    // The day (in days since 1970, UTC), and the bytes that clients have sent in it.
    'ALTER TABLE sessions ADD COLUMN sent_day integer NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN sent_bytes bigint NOT NULL DEFAULT 0',
  ],
};
