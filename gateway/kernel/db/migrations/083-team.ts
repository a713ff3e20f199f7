// The team of the desk: roles with the sites that they see, invitations by a link, a second factor, and what each person has set.

import type { Migration } from '../types.ts';

export const team: Migration = {
  id: '083-team',
  statements: [
    // sites: JSON, client_ids of the sites whose conversations the person sees; null: all.
    'ALTER TABLE desk_people ADD COLUMN sites text',
    // JSON, as gateway/desk/person-settings.ts reads it.
    `ALTER TABLE desk_people ADD COLUMN settings text NOT NULL DEFAULT '{}'`,
    // False for the owner by the admin key until they have said what they are called.
    'ALTER TABLE desk_people ADD COLUMN is_named boolean NOT NULL DEFAULT true',
    `UPDATE desk_people SET is_named = false WHERE person_id = 'person_owner' AND name = 'Owner'`,
    // totp_secret: base32, what the person's app has too; totp_pending: one that no code has confirmed yet. totp_step: the step of the
    // last code that was taken, since none counts twice.
    'ALTER TABLE desk_people ADD COLUMN totp_secret text',
    'ALTER TABLE desk_people ADD COLUMN totp_pending text',
    'ALTER TABLE desk_people ADD COLUMN totp_step bigint NOT NULL DEFAULT 0',
    // code_hash: SHA-256 of a recovery code, hex. A row is gone once its code was used.
    `CREATE TABLE desk_recovery_codes (
      code_hash text PRIMARY KEY,
      person_id text NOT NULL REFERENCES desk_people ON DELETE CASCADE
    )`,
    'CREATE INDEX desk_recovery_codes_of_person ON desk_recovery_codes (person_id)',
    // token_hash: SHA-256 of the link's secret, hex. person_id: whose new password the link is for; null: somebody new.
    `CREATE TABLE desk_invitations (
      invitation_id text PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      person_id text REFERENCES desk_people ON DELETE CASCADE,
      role text NOT NULL,
      sites text,
      email text,
      invited_by text NOT NULL,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL
    )`,
    'CREATE INDEX desk_invitations_newest ON desk_invitations (created_at, invitation_id)',
    'CREATE INDEX desk_invitations_of_person ON desk_invitations (person_id)',
  ],
};
