// Sites that connect themselves: what an owner has approved, until the site's server takes it.

import type { Migration } from '../types.ts';

export const connections: Migration = {
  id: '054-connections',
  statements: [
    // code_hash: SHA-256 of what the browser brings to the site, hex. Each row is used once. client_id: the site that gets one
    // more token; null: a new site.
    `CREATE TABLE site_connections (
      code_hash text PRIMARY KEY,
      redirect_uri text NOT NULL,
      code_challenge text NOT NULL,
      project_id text NOT NULL,
      client_id text,
      name text,
      expires_at bigint NOT NULL
    )`,
  ],
};
