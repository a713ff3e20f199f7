// Each webhook's deliveries are found by themselves, and one that keeps failing rests.

import type { Migration } from '../types.ts';

export const webhookTurns: Migration = {
  id: '085-webhook-turns',
  statements: [
    // failures: attempts in a row that nobody took. rests_until: nothing is sent there before; null: it doesn't rest.
    'ALTER TABLE webhooks ADD COLUMN failures integer NOT NULL DEFAULT 0',
    'ALTER TABLE webhooks ADD COLUMN rests_until bigint',
    'DROP INDEX webhook_deliveries_due',
    'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE next_at IS NOT NULL',
    'CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at)',
  ],
};
