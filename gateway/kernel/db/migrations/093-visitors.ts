// With which browser, in which language and from which country a visitor writes, where the site's owner wants to see it.

import type { Migration } from '../types.ts';

export const visitors: Migration = {
  id: '093-visitors',
  statements: [
    'ALTER TABLE public_sites ADD COLUMN keeps_devices boolean NOT NULL DEFAULT false',
    // Of the page load that opened the session last. Each null: the browser or the proxy didn't say.
    `CREATE TABLE session_devices (
      session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
      browser text,
      language text,
      country text,
      seen_at bigint NOT NULL
    )`,
  ],
};
