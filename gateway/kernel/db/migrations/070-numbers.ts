// Sums by hour for the desk's page of numbers, so that it doesn't read the history each time. Made of the other tables by
// desk/numbers/roll-up.ts; triggers note the hours whose rows have changed since, whoever changes them.

import type { Migration } from '../types.ts';

const HOUR = '3600000';

/** Marks the hours of rows that are older than what was summed. */
const noteHours = `CREATE FUNCTION numbers_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO number_dirty (at)
      SELECT DISTINCT changed.created_at / ${HOUR} * ${HOUR} FROM changed, number_state
       WHERE changed.created_at < number_state.until
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`;

const noteMoved = `CREATE FUNCTION numbers_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO number_dirty (at)
      SELECT DISTINCT moved.at / ${HOUR} * ${HOUR}
        FROM (VALUES (OLD.created_at), (NEW.created_at)) AS moved (at), number_state
       WHERE moved.at < number_state.until
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`;

const noteFeedback = `CREATE FUNCTION numbers_note_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO number_dirty (at)
      SELECT e.created_at / ${HOUR} * ${HOUR} FROM events e, number_state
       WHERE e.event_id = COALESCE(NEW.event_id, OLD.event_id) AND e.created_at < number_state.until
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`;

/** Counts come and go with their rows. */
const LASTS = [
  { event: 'INSERT', referencing: 'NEW TABLE AS come', sum: 'SELECT *, 1 AS more FROM come' },
  {
    event: 'UPDATE',
    referencing: 'NEW TABLE AS come OLD TABLE AS gone',
    sum: 'SELECT *, 1 AS more FROM come UNION ALL SELECT *, -1 FROM gone',
  },
  { event: 'DELETE', referencing: 'OLD TABLE AS gone', sum: 'SELECT *, -1 AS more FROM gone' },
].flatMap(({ event, referencing, sum }) => [
  `CREATE FUNCTION numbers_lasts_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO number_lasts (project_id, at, client_id, conversations)
      SELECT project_id, last_at / ${HOUR} * ${HOUR}, client_id, sum(more) FROM (${sum}) changed
       GROUP BY 1, 2, 3 HAVING sum(more) <> 0 ORDER BY 1, 2, 3
      ON CONFLICT (project_id, at, client_id)
        DO UPDATE SET conversations = number_lasts.conversations + excluded.conversations;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER numbers_lasts_${event.toLowerCase()} AFTER ${event} ON number_sessions
     REFERENCING ${referencing} FOR EACH STATEMENT EXECUTE FUNCTION numbers_lasts_${event.toLowerCase()}()`,
]);

const onRows = (table: string) => [
  `CREATE TRIGGER numbers_added AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION numbers_note()`,
  `CREATE TRIGGER numbers_gone AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION numbers_note()`,
];

export const numbers: Migration = {
  id: '070-numbers',
  indexes: [
    {
      name: 'events_counted',
      on: `events (created_at) WHERE type IN ('user.message', 'agent.message', 'session.error', 'agent.tool_use', 'user.tool_result')`,
    },
    { name: 'runs_by_time', on: 'runs (created_at)' },
    { name: 'usage_ledger_by_time', on: 'usage_ledger (created_at)' },
  ],
  statements: [
    // One row once anything was summed: hours before it are.
    'CREATE TABLE number_state (until bigint NOT NULL)',
    'CREATE TABLE number_dirty (at bigint PRIMARY KEY)',
    // at: where an hour begins, Unix milliseconds. client_id: '' for none. conversations: with a message of their visitor's.
    `CREATE TABLE number_hours (
      project_id text NOT NULL,
      at bigint NOT NULL,
      client_id text NOT NULL,
      conversations bigint NOT NULL,
      visitor_messages bigint NOT NULL,
      agent_messages bigint NOT NULL,
      failed_runs bigint NOT NULL,
      tools bigint NOT NULL,
      failed_tools bigint NOT NULL,
      thumbs_up bigint NOT NULL,
      thumbs_down bigint NOT NULL,
      PRIMARY KEY (project_id, at, client_id)
    )`,
    // A conversation counts once in a day, however many hours it has.
    `CREATE TABLE number_days (
      project_id text NOT NULL,
      at bigint NOT NULL,
      client_id text NOT NULL,
      conversations bigint NOT NULL,
      PRIMARY KEY (project_id, at, client_id)
    )`,
    // And once in any time: when its visitor has last said something.
    `CREATE TABLE number_sessions (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      project_id text NOT NULL,
      client_id text NOT NULL,
      last_at bigint NOT NULL
    )`,
    // How many those are, by the hour of their last message.
    `CREATE TABLE number_lasts (
      project_id text NOT NULL,
      at bigint NOT NULL,
      client_id text NOT NULL,
      conversations bigint NOT NULL,
      PRIMARY KEY (project_id, at, client_id)
    )`,
    ...LASTS,
    `CREATE TABLE number_charges (
      project_id text NOT NULL,
      at bigint NOT NULL,
      client_id text NOT NULL,
      model text NOT NULL,
      credits_nano bigint NOT NULL,
      requests bigint NOT NULL,
      PRIMARY KEY (project_id, at, client_id, model)
    )`,
    `CREATE TABLE number_thumbs (
      project_id text NOT NULL,
      at bigint NOT NULL,
      client_id text NOT NULL,
      model text NOT NULL,
      thumbs_up bigint NOT NULL,
      thumbs_down bigint NOT NULL,
      PRIMARY KEY (project_id, at, client_id, model)
    )`,
    // step: of a scale on which each is two hundredths longer than the one before.
    `CREATE TABLE number_waits (
      project_id text NOT NULL,
      at bigint NOT NULL,
      client_id text NOT NULL,
      step integer NOT NULL,
      runs bigint NOT NULL,
      PRIMARY KEY (project_id, at, client_id, step)
    )`,
    noteHours,
    noteMoved,
    noteFeedback,
    ...['events', 'usage_ledger'].flatMap(onRows),
    `CREATE TRIGGER numbers_gone AFTER DELETE ON runs REFERENCING OLD TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION numbers_note()`,
    ...['events', 'usage_ledger'].map(
      (table) => `CREATE TRIGGER numbers_moved AFTER UPDATE ON ${table} FOR EACH ROW
        WHEN (OLD.created_at IS DISTINCT FROM NEW.created_at) EXECUTE FUNCTION numbers_note_moved()`,
    ),
    `CREATE TRIGGER numbers_moved AFTER UPDATE ON runs FOR EACH ROW
       WHEN (OLD.created_at IS DISTINCT FROM NEW.created_at
         OR OLD.first_word_at IS DISTINCT FROM NEW.first_word_at)
       EXECUTE FUNCTION numbers_note_moved()`,
    `CREATE TRIGGER numbers_changed AFTER INSERT OR UPDATE OR DELETE ON feedback FOR EACH ROW
       EXECUTE FUNCTION numbers_note_feedback()`,
  ],
};
