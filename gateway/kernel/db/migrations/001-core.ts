// Projects, sites, keys, collections, sessions with their events and runs, and the ledger of what was used.
// Instants are Unix milliseconds. JSON lives in text columns: jsonb refuses NUL and lone surrogates, both of
// which a visitor can type.

import type { Migration } from '../types.ts';

export const core: Migration = {
  id: '001-core',
  statements: [
    `CREATE TABLE secrets (
      name text PRIMARY KEY,
      value text NOT NULL
    )`,
    `CREATE TABLE projects (
      project_id text PRIMARY KEY,
      agent_execution boolean NOT NULL DEFAULT true,
      credits_nano bigint,
      created_at bigint NOT NULL
    )`,
    `CREATE TABLE collections (
      collection_id text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects,
      documents text NOT NULL,
      created_at bigint NOT NULL
    )`,
    `CREATE TABLE sites (
      site_id text PRIMARY KEY,
      client_id text NOT NULL UNIQUE,
      project_id text NOT NULL REFERENCES projects,
      name text,
      status text NOT NULL DEFAULT 'active',
      kb_collection_id text REFERENCES collections,
      plugin_status text,
      site_info text,
      abilities text,
      abilities_synced_at bigint,
      last_heartbeat_at bigint,
      created_at bigint NOT NULL
    )`,
    // token_hash: SHA-256 of the whole token, hex. The token itself is never stored.
    `CREATE TABLE credentials (
      token_hash text PRIMARY KEY,
      kind text NOT NULL,
      project_id text,
      client_id text,
      account text,
      created_at bigint NOT NULL
    )`,
    `CREATE TABLE sessions (
      session_id text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects,
      client_id text,
      agent text NOT NULL,
      owner_id text,
      client_tools text NOT NULL,
      collection_id text REFERENCES collections,
      script text,
      last_seq bigint NOT NULL DEFAULT 0,
      last_event_at bigint NOT NULL DEFAULT 0,
      run_id text,
      paused_run_id text,
      cancel_run_id text,
      created_at bigint NOT NULL
    )`,
    // seq: assigned while the session's row is locked, so it grows in the order of commits.
    // history_seq: where an agent reads the event; a message that waited for a run stands where it was taken.
    `CREATE TABLE events (
      session_id text NOT NULL REFERENCES sessions,
      seq bigint NOT NULL,
      event_id text NOT NULL UNIQUE,
      type text NOT NULL,
      content text NOT NULL,
      usage text,
      error_code text,
      created_at bigint NOT NULL,
      processed_at bigint,
      run_id text,
      origin text,
      history_seq bigint NOT NULL,
      covers_seq bigint,
      PRIMARY KEY (session_id, seq)
    )`,
    `CREATE INDEX events_unprocessed ON events (session_id) WHERE processed_at IS NULL`,
    `CREATE INDEX events_compactions ON events (session_id, seq) WHERE covers_seq IS NOT NULL`,
    // status: queued (will start or go on), running, paused (waits for client tools), ended.
    `CREATE TABLE runs (
      run_id text PRIMARY KEY,
      session_id text NOT NULL REFERENCES sessions,
      status text NOT NULL,
      turns integer NOT NULL DEFAULT 0,
      pauses integer NOT NULL DEFAULT 0,
      origin text NOT NULL,
      worker text,
      lease_until bigint,
      created_at bigint NOT NULL,
      ended_at bigint
    )`,
    `CREATE INDEX runs_unsettled ON runs (status) WHERE status IN ('queued', 'running')`,
    // state: pending, answered, cancelled. seq: of the agent.tool_use event.
    `CREATE TABLE tool_calls (
      session_id text NOT NULL REFERENCES sessions,
      tool_use_id text NOT NULL,
      run_id text NOT NULL,
      seq bigint NOT NULL,
      state text NOT NULL,
      PRIMARY KEY (session_id, tool_use_id)
    )`,
    // One row for each model of a charged run cycle; client_id is '' for usage with no registered site.
    `CREATE TABLE usage_ledger (
      entry_id text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects,
      session_id text NOT NULL,
      run_id text NOT NULL,
      model text NOT NULL,
      operation text NOT NULL,
      client_id text NOT NULL,
      auth_method text NOT NULL,
      actor_type text NOT NULL,
      application text NOT NULL,
      credits_nano bigint NOT NULL,
      request_count integer NOT NULL,
      input_tokens bigint NOT NULL,
      output_tokens bigint NOT NULL,
      created_at bigint NOT NULL
    )`,
    `CREATE INDEX usage_ledger_window ON usage_ledger (project_id, created_at)`,
  ],
};
