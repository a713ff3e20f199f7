// Questions that an owner has saved for an agent, and the last time that two of its versions were asked them.

import type { Migration } from '../types.ts';

export const savedQuestions: Migration = {
  id: '056-saved-questions',
  statements: [
    `CREATE TABLE saved_questions (
      agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
      place integer NOT NULL,
      question text NOT NULL,
      PRIMARY KEY (agent_id, place)
    )`,
    // One for each agent: the last. author: who called, as the audit names him.
    `CREATE TABLE comparisons (
      agent_id text PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
      version_a integer NOT NULL,
      version_b integer NOT NULL,
      author text NOT NULL,
      begun_at bigint NOT NULL
    )`,
    // The questions as they were then. better: a, b or same, as the owner marks it.
    `CREATE TABLE compared_questions (
      agent_id text NOT NULL REFERENCES comparisons ON DELETE CASCADE,
      place integer NOT NULL,
      question text NOT NULL,
      better text,
      PRIMARY KEY (agent_id, place)
    )`,
    // side: a or b. session_id: the trial in which it was asked; null: not yet. fault: why it couldn't be asked.
    `CREATE TABLE compared_answers (
      agent_id text NOT NULL REFERENCES comparisons ON DELETE CASCADE,
      place integer NOT NULL,
      side text NOT NULL,
      session_id text,
      fault text,
      PRIMARY KEY (agent_id, place, side)
    )`,
    // Retention keeps these trials.
    'CREATE INDEX compared_answers_of_session ON compared_answers (session_id)',
  ],
};
