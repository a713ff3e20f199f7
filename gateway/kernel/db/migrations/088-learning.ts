// What the team teaches its agents: answers to questions that got no good one, and answers that saved questions expect.

import type { Migration } from '../types.ts';

export const learning: Migration = {
  id: '088-learning',
  statements: [
    // The agent's own collection, which it reads besides those of its settings; null: nobody has taught it anything yet.
    'ALTER TABLE agents ADD COLUMN learned_collection text REFERENCES collections ON DELETE SET NULL',
    'CREATE INDEX agents_of_learned_collection ON agents (learned_collection)',
    // uri: the document's, in its collection. name: the writer's, when it was written. trial_id: the session in which the agent was
    // asked at once; trials go after a day. trial_fault: why it couldn't be asked.
    `CREATE TABLE learned_answers (
      learned_id text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects,
      agent text NOT NULL,
      collection_id text NOT NULL REFERENCES collections ON DELETE CASCADE,
      uri text NOT NULL,
      question text NOT NULL,
      answer text NOT NULL,
      is_correction boolean NOT NULL,
      person_id text REFERENCES desk_people ON DELETE SET NULL,
      name text NOT NULL,
      trial_id text,
      trial_fault text,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX learned_answers_newest ON learned_answers (created_at, learned_id)',
    'CREATE INDEX learned_answers_of_project ON learned_answers (project_id, created_at, learned_id)',
    'CREATE INDEX learned_answers_of_collection ON learned_answers (collection_id)',
    'CREATE INDEX learned_answers_of_person ON learned_answers (person_id)',
    // The conversation that an answer is from, with the visitor's own words: they go with the conversation.
    `CREATE TABLE learned_from (
      learned_id text PRIMARY KEY REFERENCES learned_answers ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      asked text NOT NULL
    )`,
    'CREATE INDEX learned_from_of_session ON learned_from (session_id)',
    // The answer that a question expects; null: none is known.
    'ALTER TABLE saved_questions ADD COLUMN expected text',
    'ALTER TABLE compared_questions ADD COLUMN expected text',
    // is_judged: the agent's own model is asked, too, whether an answer says what is expected.
    'ALTER TABLE comparisons ADD COLUMN is_judged boolean NOT NULL DEFAULT false',
    // The judge's; null: none yet.
    'ALTER TABLE compared_answers ADD COLUMN verdict text',
    'ALTER TABLE compared_answers ADD COLUMN verdict_why text',
  ],
};
