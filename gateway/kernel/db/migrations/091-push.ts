// Web Push to the devices of people of the desk.

import type { Migration } from '../types.ts';

export const push: Migration = {
  id: '091-push',
  statements: [
    // One row: the gateway's VAPID keys, by which push services know it. With other keys every subscription ends.
    `CREATE TABLE push_keys (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      public_key text NOT NULL,
      private_key text NOT NULL
    )`,
    // A subscription lives as long as the desk session in which it was made. p256dh, auth: the browser's keys, to which messages are
    // encrypted.
    `CREATE TABLE push_subscriptions (
      endpoint text PRIMARY KEY,
      desk_session_id text NOT NULL REFERENCES desk_sessions (desk_session_id) ON DELETE CASCADE,
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX push_subscriptions_of_person ON push_subscriptions (person_id)',
    'CREATE INDEX push_subscriptions_of_session ON push_subscriptions (desk_session_id)',
  ],
};
