// People who sign in to the desk at an identity provider, and sign-ins that are on their way there and back.

import type { Migration } from '../types.ts';

export const deskOidc: Migration = {
  id: '051-desk-oidc',
  statements: [
    // The provider's issuer and its own name for the person, which never changes.
    'ALTER TABLE desk_people ADD COLUMN subject text UNIQUE',
    // state_hash, browser_hash: SHA-256 of what the provider and the browser bring back, hex. Each row is used once.
    `CREATE TABLE desk_sign_ins (
      state_hash text PRIMARY KEY,
      browser_hash text NOT NULL,
      nonce text NOT NULL,
      verifier text NOT NULL,
      expires_at bigint NOT NULL
    )`,
  ],
};
