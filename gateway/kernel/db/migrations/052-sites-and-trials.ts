// Sites on the desk: from which pages a site's visitors may come. And conversations that an owner has with an agent to try it.

import type { Migration } from '../types.ts';

export const sitesAndTrials: Migration = {
  id: '052-sites-and-trials',
  statements: [
    // JSON: origins, as https://shop.example; null: any.
    'ALTER TABLE sites ADD COLUMN allowed_origins text',
    // No visitor's: the inbox, the numbers and webhooks leave it out, and it is deleted after a day.
    'ALTER TABLE sessions ADD COLUMN is_trial boolean NOT NULL DEFAULT false',
    'CREATE INDEX sessions_trials ON sessions (last_event_at) WHERE is_trial',
  ],
};
