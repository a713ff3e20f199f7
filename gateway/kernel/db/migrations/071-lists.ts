// Indexes for lists, and for what looks a session up by its site.

import type { Migration } from '../types.ts';

export const lists: Migration = {
  id: '071-lists',
  indexes: [
    {
      name: 'sessions_of_client',
      on: 'sessions (client_id, created_at DESC, session_id) WHERE client_id IS NOT NULL',
    },
    { name: 'sessions_by_agent', on: 'sessions (agent)' },
    { name: 'sites_by_time', on: 'sites (created_at, site_id)' },
    { name: 'projects_by_time', on: 'projects (created_at, project_id)' },
    { name: 'agents_by_time', on: 'agents (created_at, agent_id)' },
    { name: 'webhooks_by_time', on: 'webhooks (created_at, webhook_id)' },
    { name: 'collections_newest', on: 'collections (created_at DESC, collection_id)' },
    { name: 'desk_people_by_time', on: 'desk_people (created_at, person_id)' },
    { name: 'desk_sessions_seen', on: 'desk_sessions (seen_at DESC)' },
  ],
};
