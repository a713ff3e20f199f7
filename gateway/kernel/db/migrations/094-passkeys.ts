// Passkeys of people of the desk.

import type { Migration } from '../types.ts';

export const passkeys: Migration = {
  id: '094-passkeys',
  statements: [
    // credential_id: base64url, as browsers name it. public_key: COSE, base64url. counter: of the last signature; many passkeys always
    // send 0. transports: JSON, how browsers reach the device.
    `CREATE TABLE desk_passkeys (
      passkey_id text PRIMARY KEY,
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key text NOT NULL,
      counter bigint NOT NULL,
      transports text NOT NULL,
      name text NOT NULL,
      created_at bigint NOT NULL,
      used_at bigint
    )`,
    'CREATE INDEX desk_passkeys_of_person ON desk_passkeys (person_id, created_at)',
    // challenge_hash: SHA-256, hex. person_id: who adds a passkey; null: somebody who signs in. Each row is used once.
    `CREATE TABLE desk_passkey_challenges (
      challenge_hash text PRIMARY KEY,
      person_id text REFERENCES desk_people ON DELETE CASCADE,
      expires_at bigint NOT NULL
    )`,
    'CREATE INDEX desk_passkey_challenges_over ON desk_passkey_challenges (expires_at)',
    'CREATE INDEX desk_passkey_challenges_of_person ON desk_passkey_challenges (person_id)',
  ],
};
