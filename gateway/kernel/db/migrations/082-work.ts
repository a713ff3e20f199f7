// What colleagues do about a conversation: whose it is, when it is done or put off, what it is about, what they tell each other.
// The visitor sees none of it.

import type { Migration } from '../types.ts';

export const work: Migration = {
  id: '082-work',
  statements: [
    // All in Unix milliseconds. snoozed_until stays after its end, until somebody has seen to it. unanswered_since: the visitor's
    // first message since an agent or a person has answered. worked_at: when something of this was changed last.
    'ALTER TABLE sessions ADD COLUMN closed_at bigint',
    'ALTER TABLE sessions ADD COLUMN snoozed_until bigint',
    'ALTER TABLE sessions ADD COLUMN assigned_to text REFERENCES desk_people ON DELETE SET NULL',
    'ALTER TABLE sessions ADD COLUMN unanswered_since bigint',
    'ALTER TABLE sessions ADD COLUMN worked_at bigint',
    'UPDATE sessions SET assigned_to = held_by WHERE held_by IS NOT NULL',
    `UPDATE sessions s SET unanswered_since = s.message_at FROM events e
      WHERE s.message_seq > 0 AND e.session_id = s.session_id AND e.seq = s.message_seq AND e.type = 'user.message'`,
    // Since when somebody of the team has to look at it; null: nobody has to. While an agent answers, its visitor is served.
    `ALTER TABLE sessions ADD COLUMN waiting_since bigint GENERATED ALWAYS AS (
      CASE WHEN closed_at IS NULL THEN LEAST(
        CASE WHEN held_by IS NULL THEN wanted_at END,
        CASE WHEN held_by IS NOT NULL OR (assigned_to IS NOT NULL AND run_id IS NULL AND paused_run_id IS NULL)
             THEN unanswered_since END,
        snoozed_until) END) STORED`,
    // color: the name of one of the desk's colours.
    `CREATE TABLE tags (
      tag_id text PRIMARY KEY,
      name text NOT NULL,
      color text NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE UNIQUE INDEX tags_by_name ON tags (lower(name))',
    `CREATE TABLE session_tags (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      tag_id text NOT NULL REFERENCES tags ON DELETE CASCADE,
      PRIMARY KEY (session_id, tag_id)
    )`,
    'CREATE INDEX session_tags_of_tag ON session_tags (tag_id, session_id)',
    // person_id: whose view it is; null: everybody's. filter: JSON, by names of the list's parameters.
    `CREATE TABLE desk_views (
      view_id text PRIMARY KEY,
      person_id text REFERENCES desk_people ON DELETE CASCADE,
      name text NOT NULL,
      filter text NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX desk_views_of_person ON desk_views (person_id)',
    // after_seq: the event that it stands behind. name: its writer's, when it was written.
    `CREATE TABLE notes (
      note_id text PRIMARY KEY,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      person_id text REFERENCES desk_people ON DELETE SET NULL,
      name text NOT NULL,
      after_seq bigint NOT NULL,
      text text NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX notes_of_session ON notes (session_id, created_at)',
    'CREATE INDEX notes_of_person ON notes (person_id)',
    `CREATE TABLE note_mentions (
      note_id text NOT NULL REFERENCES notes ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      read_at bigint,
      PRIMARY KEY (note_id, person_id)
    )`,
    'CREATE INDEX note_mentions_of_session ON note_mentions (session_id, person_id)',
    'CREATE INDEX note_mentions_unread ON note_mentions (person_id, session_id) WHERE read_at IS NULL',
    // person_id: whose it is; null: everybody's. language: a tag such as de; '': any.
    `CREATE TABLE saved_replies (
      reply_id text PRIMARY KEY,
      person_id text REFERENCES desk_people ON DELETE CASCADE,
      name text NOT NULL,
      language text NOT NULL,
      text text NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX saved_replies_of_person ON saved_replies (person_id)',
    // Who gets a conversation that wants a person; null in a condition: any. person_id null: in turn, among those who are there.
    `CREATE TABLE assignment_rules (
      rule_id text PRIMARY KEY,
      place bigint NOT NULL,
      client_id text,
      agent text,
      tag_id text REFERENCES tags ON DELETE CASCADE,
      language text,
      person_id text REFERENCES desk_people ON DELETE CASCADE,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX assignment_rules_of_person ON assignment_rules (person_id)',
    'CREATE INDEX assignment_rules_of_tag ON assignment_rules (tag_id)',
    // is_away: said by the person. assigned_at: when a rule has given them a conversation in turn last.
    'ALTER TABLE desk_people ADD COLUMN is_away boolean NOT NULL DEFAULT false',
    'ALTER TABLE desk_people ADD COLUMN assigned_at bigint NOT NULL DEFAULT 0',
    `CREATE INDEX sessions_waiting ON sessions (waiting_since, session_id) WHERE waiting_since IS NOT NULL`,
    `CREATE INDEX sessions_open ON sessions (message_at DESC, session_id DESC) WHERE message_seq > 0 AND closed_at IS NULL`,
    `CREATE INDEX sessions_closed ON sessions (message_at DESC, session_id DESC) WHERE message_seq > 0 AND closed_at IS NOT NULL`,
    'CREATE INDEX sessions_snoozed ON sessions (snoozed_until) WHERE snoozed_until IS NOT NULL',
    `CREATE INDEX sessions_ours ON sessions (message_at DESC, session_id DESC)
      WHERE message_seq > 0 AND closed_at IS NULL AND (held_by IS NOT NULL OR assigned_to IS NOT NULL)`,
    'CREATE INDEX sessions_assigned ON sessions (assigned_to) WHERE assigned_to IS NOT NULL',
    'CREATE INDEX sessions_worked ON sessions (worked_at) WHERE worked_at IS NOT NULL',
  ],
};
