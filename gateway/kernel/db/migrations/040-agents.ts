// Agents as records: what an owner says of an agent, every version of it, and who answers where nothing else is said.

import type { Migration } from '../types.ts';

export const agents: Migration = {
  id: '040-agents',
  statements: [
    // version: the one that answers. latest_version: the newest, which may be a draft.
    `CREATE TABLE agents (
      agent_id text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects,
      name text NOT NULL,
      version integer NOT NULL,
      latest_version integer NOT NULL,
      created_at bigint NOT NULL,
      UNIQUE (project_id, name)
    )`,
    // settings: JSON, AgentSettings. author: who called, as the audit names him. A version never changes.
    `CREATE TABLE agent_versions (
      agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
      version integer NOT NULL,
      settings text NOT NULL,
      author text NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (agent_id, version)
    )`,
    // An agent's id, or the name of one that the command line brings; null: the gateway's own default.
    'ALTER TABLE projects ADD COLUMN default_agent text',
    'ALTER TABLE sites ADD COLUMN agent text',
    // Null: the version that answers at the time.
    'ALTER TABLE sessions ADD COLUMN agent_version integer',
    // Instructions for this session alone.
    'ALTER TABLE sessions ADD COLUMN system text',
    // The version that the run's latest cycle read; null: an agent that is no record.
    'ALTER TABLE runs ADD COLUMN agent_version integer',
    'CREATE INDEX runs_by_session ON runs (session_id, created_at)',
  ],
};
