// Webhooks that speak as a chat program wants it.

import type { Migration } from '../types.ts';

export const webhookFormats: Migration = {
  id: '084-webhook-formats',
  statements: [
    // As gateway/webhooks/formats.ts names them.
    `ALTER TABLE webhooks ADD COLUMN format text NOT NULL DEFAULT 'json'`,
  ],
};
