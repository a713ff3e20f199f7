// The desk: who signs in, what each person has read, and what its list of conversations is ordered and searched by.

import type { Migration } from '../types.ts';

export const desk: Migration = {
  id: '050-desk',
  statements: [
    // login, password: null for the owner who signs in with the admin key. reads_from: what is older counts as read.
    `CREATE TABLE desk_people (
      person_id text PRIMARY KEY,
      login text UNIQUE,
      name text NOT NULL,
      picture text,
      role text NOT NULL,
      password text,
      reads_from bigint NOT NULL DEFAULT 0,
      created_at bigint NOT NULL,
      disabled_at bigint
    )`,
    // token_hash: SHA-256 of the cookie's value, hex. The value itself is never stored.
    `CREATE TABLE desk_sessions (
      token_hash text PRIMARY KEY,
      desk_session_id text NOT NULL UNIQUE,
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      address text NOT NULL,
      device text NOT NULL,
      created_at bigint NOT NULL,
      seen_at bigint NOT NULL,
      expires_at bigint NOT NULL
    )`,
    'CREATE INDEX desk_sessions_of_person ON desk_sessions (person_id)',
    `CREATE TABLE desk_reads (
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      seq bigint NOT NULL,
      PRIMARY KEY (person_id, session_id)
    )`,
    'CREATE INDEX desk_reads_of_session ON desk_reads (session_id)',
    // The newest message of visitor or agent, and whether the last run has failed.
    'ALTER TABLE sessions ADD COLUMN message_seq bigint NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN message_at bigint NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN has_failed boolean NOT NULL DEFAULT false',
    // The person who answers in the agent's place, and since when somebody waits for one.
    'ALTER TABLE sessions ADD COLUMN held_by text REFERENCES desk_people ON DELETE SET NULL',
    'ALTER TABLE sessions ADD COLUMN held_at bigint',
    'ALTER TABLE sessions ADD COLUMN wanted_at bigint',
    `UPDATE sessions s SET message_seq = last.seq, message_at = last.at
       FROM (SELECT session_id, max(seq) AS seq, max(created_at) AS at FROM events
              WHERE type IN ('user.message', 'agent.message') GROUP BY session_id) last
      WHERE last.session_id = s.session_id`,
    `UPDATE sessions s SET has_failed = true
       FROM (SELECT DISTINCT ON (session_id) session_id, type FROM events
              WHERE type IN ('session.status_idle', 'session.error')
              ORDER BY session_id, seq DESC) ended
      WHERE ended.session_id = s.session_id AND ended.type = 'session.error'`,
    `CREATE INDEX sessions_of_desk ON sessions (message_at DESC, session_id DESC) WHERE message_seq > 0`,
    'CREATE INDEX sessions_held ON sessions (held_by) WHERE held_by IS NOT NULL',
    // The text of a message, without its JSON, for the search. Null: not taken out yet.
    'ALTER TABLE events ADD COLUMN words text',
    `CREATE INDEX events_words ON events USING gin (to_tsvector('simple', words)) WHERE words IS NOT NULL`,
    `CREATE INDEX events_without_words ON events (session_id, seq)
      WHERE words IS NULL AND type IN ('user.message', 'agent.message')`,
  ],
};
