// When a site's team is there, and where visitors can be reached when it isn't.

import type { Migration } from '../types.ts';

export const hours: Migration = {
  id: '092-hours',
  statements: [
    // JSON, as gateway/hours/hours.ts reads it; null: none are set.
    'ALTER TABLE public_sites ADD COLUMN hours text',
    // email: which the visitor has given for an answer later. told_seq: of the last message that was mailed. mails: how many were.
    // next_at: nothing is sent before, in Unix milliseconds.
    `CREATE TABLE session_contacts (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      email text NOT NULL,
      told_seq bigint NOT NULL,
      mails integer NOT NULL DEFAULT 0,
      next_at bigint NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      created_at bigint NOT NULL
    )`,
  ],
};
