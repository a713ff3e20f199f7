// Keys that can be listed, rotated and revoked; signing secrets of which two are valid at a time; who called what of /admin.

import type { Migration } from '../types.ts';

export const keys: Migration = {
  id: '030-keys',
  statements: [
    'ALTER TABLE credentials ADD COLUMN key_id text',
    'ALTER TABLE credentials ADD COLUMN name text',
    // Unix milliseconds; null: it doesn't end by itself.
    'ALTER TABLE credentials ADD COLUMN expires_at bigint',
    'ALTER TABLE credentials ADD COLUMN revoked_at bigint',
    // The key that this one takes the place of.
    'ALTER TABLE credentials ADD COLUMN replaces text',
    // 96 bits of a hash of 256 random bits say nothing of the key.
    `UPDATE credentials SET key_id = 'key_' || substr(token_hash, 1, 24)`,
    'ALTER TABLE credentials ALTER COLUMN key_id SET NOT NULL',
    'CREATE UNIQUE INDEX credentials_key_id ON credentials (key_id)',
    'CREATE INDEX credentials_by_project ON credentials (project_id, created_at)',
    `CREATE TABLE signing_secrets (
      purpose text NOT NULL,
      generation integer NOT NULL,
      value text NOT NULL,
      created_at bigint,
      PRIMARY KEY (purpose, generation)
    )`,
    'INSERT INTO signing_secrets (purpose, generation, value) SELECT name, 1, value FROM secrets',
    // A copy that stays behind would outlive its rotation.
    'DELETE FROM secrets',
    // actor: 'admin', or a site's client_id. path: as it was called; ids, no secrets.
    `CREATE TABLE admin_audit (
      entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at bigint NOT NULL,
      actor text NOT NULL,
      address text NOT NULL,
      method text NOT NULL,
      path text NOT NULL,
      status integer NOT NULL,
      request_id text NOT NULL
    )`,
  ],
};
