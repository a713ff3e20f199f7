// How a conversation went, as its visitor says it; and the gateway's own questions and lines to visitors.

import type { Migration } from '../types.ts';

export const ratings: Migration = {
  id: '095-ratings',
  statements: [
    'ALTER TABLE public_sites ADD COLUMN asks_rating boolean NOT NULL DEFAULT false',
    // One for each conversation. asked_at: when the chat asked; null: it didn't. value: good, ok or bad; null: not said. person_name: who
    // of the team wrote last before; null: the agent alone answered.
    `CREATE TABLE conversation_ratings (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      asked_at bigint,
      value text,
      comment text,
      person_name text,
      rated_at bigint
    )`,
    'CREATE INDEX conversation_ratings_by_time ON conversation_ratings (rated_at) WHERE rated_at IS NOT NULL',
    'CREATE INDEX conversation_ratings_asked ON conversation_ratings (asked_at) WHERE asked_at IS NOT NULL',
    // A question that the gateway asks by itself. run_id: of the run that waits for the answer. kind: rating or email.
    `CREATE TABLE own_questions (
      run_id text PRIMARY KEY,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      tool_use_id text NOT NULL,
      kind text NOT NULL
    )`,
    'CREATE INDEX own_questions_of_session ON own_questions (session_id)',
    // told_seq: the event by which the visitor was told that nobody is there.
    `CREATE TABLE away_notices (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      told_seq bigint NOT NULL
    )`,
  ],
};
