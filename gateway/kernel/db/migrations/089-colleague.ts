// What the team asks its agents about a conversation, apart from the conversation's own events: no visitor's call reads it.

import type { Migration } from '../types.ts';

export const colleague: Migration = {
  id: '089-colleague',
  statements: [
    // JSON: what the agents may do for the team, as gateway/colleague/settings.ts reads it; nothing is on by itself.
    `ALTER TABLE projects ADD COLUMN colleague text NOT NULL DEFAULT '{}'`,
    // kind: 'question', 'summary' or 'suggestion'. asked: the colleague's words, of a question. text: the agent's; of a suggestion
    // JSON. after_seq: the last event that the agent had read. is_by_model: false where no model was there to ask.
    `CREATE TABLE colleague_texts (
      text_id text PRIMARY KEY,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      kind text NOT NULL,
      person_id text REFERENCES desk_people ON DELETE SET NULL,
      name text NOT NULL,
      asked text NOT NULL,
      text text NOT NULL,
      after_seq bigint NOT NULL,
      is_by_model boolean NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX colleague_texts_of_session ON colleague_texts (session_id, created_at)',
    'CREATE INDEX colleague_texts_of_person ON colleague_texts (person_id)',
  ],
};
