// Deletion and retention: how long a project keeps a quiet session, and what finds an owner's sessions and a session's charges.

import type { Migration } from '../types.ts';

export const privacy: Migration = {
  id: '032-privacy',
  statements: [
    // Days without an event after which a session is deleted; null: none is.
    'ALTER TABLE projects ADD COLUMN retention_days integer',
    'CREATE INDEX sessions_by_owner ON sessions (owner_id, session_id) WHERE owner_id IS NOT NULL',
    'CREATE INDEX sessions_by_age ON sessions (project_id, GREATEST(last_event_at, created_at))',
    'CREATE INDEX usage_ledger_session ON usage_ledger (session_id)',
  ],
};
