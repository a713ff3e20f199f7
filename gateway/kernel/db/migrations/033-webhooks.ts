// What the owner's backend is told, and where.

import type { Migration } from '../types.ts';

export const webhooks: Migration = {
  id: '033-webhooks',
  statements: [
    // secrets: JSON of those that sign, the newest first, two at most. events: JSON of event types; null: all.
    `CREATE TABLE webhooks (
      webhook_id text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects,
      url text NOT NULL,
      events text,
      secrets text NOT NULL,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX webhooks_by_project ON webhooks (project_id)',
    // delivery_id: the webhook-id of every attempt. next_at: when it is tried; null once it was taken or given up.
    `CREATE TABLE webhook_deliveries (
      delivery_id text PRIMARY KEY,
      webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      session_id text,
      type text NOT NULL,
      payload text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      next_at bigint,
      status integer,
      created_at bigint NOT NULL
    )`,
    'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL',
    'CREATE INDEX webhook_deliveries_session ON webhook_deliveries (session_id)',
    'CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, created_at)',
  ],
};
