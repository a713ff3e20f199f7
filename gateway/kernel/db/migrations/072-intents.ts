// Names that clients give to what they send, so that sending it twice does it once. A table beside the events: a big one gets
// no new index while sends go on.

import type { Migration } from '../types.ts';

export const intents: Migration = {
  id: '072-intents',
  statements: [
    // The name stands on the event as well, since it is served with it.
    'ALTER TABLE events ADD COLUMN intent_id text',
    `CREATE TABLE intents (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      intent_id text NOT NULL,
      seq bigint NOT NULL,
      PRIMARY KEY (session_id, intent_id)
    )`,
  ],
};
