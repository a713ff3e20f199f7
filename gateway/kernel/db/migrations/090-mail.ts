// Mail to the people of the desk: when each gets the next, and which conversations they have been told of.

import type { Migration } from '../types.ts';

export const mail: Migration = {
  id: '090-mail',
  statements: [
    // next_at: nothing is sent to the person before, in Unix milliseconds; failures: tries in a row that no server took.
    // digest_at: when their next summary is due; null: not planned yet.
    `CREATE TABLE person_mail (
      person_id text PRIMARY KEY REFERENCES desk_people ON DELETE CASCADE,
      next_at bigint NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      digest_at bigint
    )`,
    // channel: 'mail' or 'push'. waiting_since: of the wait that they were told of; a later one is told again.
    `CREATE TABLE person_told (
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      channel text NOT NULL,
      waiting_since bigint NOT NULL,
      PRIMARY KEY (person_id, session_id, channel)
    )`,
    'CREATE INDEX person_told_of_session ON person_told (session_id)',
  ],
};
