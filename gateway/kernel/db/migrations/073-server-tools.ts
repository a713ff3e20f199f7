// Tools of servers as an owner has allowed them, and what a server offers instead. An agent's servers are known by name and
// address; those that were in use before this step are met for the first time at their next list.

import type { Migration } from '../types.ts';

export const serverTools: Migration = {
  id: '073-server-tools',
  statements: [
    // url_hash: an address may be longer than a key. first_at: Unix milliseconds, of the first list.
    `CREATE TABLE tool_servers (
      agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
      server text NOT NULL,
      url_hash text NOT NULL,
      first_at bigint NOT NULL,
      PRIMARY KEY (agent_id, server, url_hash)
    )`,
    // allowed, offered: JSON of the definition. allowed: null where nobody has. offered: null where the server offers what
    // was allowed, or nothing. allowed_by: null for what was there at first, or was named exactly.
    `CREATE TABLE server_tools (
      agent_id text NOT NULL,
      server text NOT NULL,
      url_hash text NOT NULL,
      tool text NOT NULL,
      allowed text,
      allowed_digest text,
      allowed_at bigint,
      allowed_by text,
      offered text,
      offered_digest text,
      offered_at bigint,
      PRIMARY KEY (agent_id, server, url_hash, tool),
      FOREIGN KEY (agent_id, server, url_hash) REFERENCES tool_servers ON DELETE CASCADE
    )`,
    'CREATE INDEX server_tools_waiting ON server_tools (agent_id) WHERE offered IS NOT NULL',
  ],
};
