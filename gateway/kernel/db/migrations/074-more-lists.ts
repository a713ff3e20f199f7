// Indexes for what gateway/test/query-plans.test.ts has found to read whole tables.

import type { Migration } from '../types.ts';

export const moreLists: Migration = {
  id: '074-more-lists',
  indexes: [
    {
      name: 'credentials_newest',
      on: `credentials (created_at DESC, key_id) WHERE kind IN ('api_key', 'service_token')`,
    },
    {
      name: 'credentials_of_client',
      on: 'credentials (client_id, created_at DESC, key_id) WHERE client_id IS NOT NULL',
    },
    { name: 'agents_of_project_by_time', on: 'agents (project_id, created_at, agent_id)' },
    {
      name: 'collections_newest_of_project',
      on: 'collections (project_id, created_at DESC, collection_id)',
    },
    {
      name: 'projects_with_retention',
      on: 'projects (project_id) WHERE retention_days IS NOT NULL',
    },
    {
      name: 'projects_by_default_agent',
      on: 'projects (default_agent) WHERE default_agent IS NOT NULL',
    },
    { name: 'sites_by_agent', on: 'sites (agent) WHERE agent IS NOT NULL' },
  ],
};
