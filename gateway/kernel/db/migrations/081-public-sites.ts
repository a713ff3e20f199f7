// Sites that need no server: the public id that stands in a page's tag, whom it lets in, and what they may cost in a day.

import type { Migration } from '../types.ts';

export const publicSites: Migration = {
  id: '081-public-sites',
  statements: [
    // Each site has one. user_secret: HS256, as the owner's server has it. settings: JSON, by names of the tag's attributes.
    // tag: JSON, those of the settings that the owner's tag had when it was last copied. The caps hold for a day (UTC); null: none.
    `CREATE TABLE public_sites (
      client_id text PRIMARY KEY,
      public_id text NOT NULL UNIQUE,
      is_open boolean NOT NULL DEFAULT true,
      user_secret text,
      user_keys_url text,
      takes_guests_along boolean NOT NULL DEFAULT false,
      has_page boolean NOT NULL DEFAULT false,
      may_be_framed boolean NOT NULL DEFAULT false,
      settings text NOT NULL DEFAULT '{}',
      tag text,
      sessions_per_day integer DEFAULT 1000,
      messages_per_day integer DEFAULT 5000,
      credits_nano_per_day bigint DEFAULT 5000000000
    )`,
    `INSERT INTO public_sites (client_id, public_id)
     SELECT client_id, 'site_pk_' || replace(gen_random_uuid()::text, '-', '') FROM sites`,
    // What came by the public id on one day, counted from 1970 on.
    `CREATE TABLE site_days (
      client_id text NOT NULL,
      day integer NOT NULL,
      sessions integer NOT NULL DEFAULT 0,
      messages integer NOT NULL DEFAULT 0,
      runs integer NOT NULL DEFAULT 0,
      credits_nano bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (client_id, day)
    )`,
    // What the turns that are under way may cost at most, as reckoned before each; a run's own is gone once it is charged.
    `CREATE TABLE day_holds (
      run_id text PRIMARY KEY,
      client_id text NOT NULL,
      day integer NOT NULL,
      nano bigint NOT NULL
    )`,
    'CREATE INDEX day_holds_of_site ON day_holds (client_id, day)',
    // Pages that asked for a session and aren't on the site's list.
    `CREATE TABLE refused_origins (
      client_id text NOT NULL,
      origin text NOT NULL,
      refusals integer NOT NULL,
      last_at bigint NOT NULL,
      PRIMARY KEY (client_id, origin)
    )`,
    // Challenges that were solved, so that none serves twice. Unlogged, as limits are: a crash loses some minutes' worth.
    'CREATE UNLOGGED TABLE used_proofs (signature text PRIMARY KEY, expires_at bigint NOT NULL)',
    'ALTER TABLE sessions ADD COLUMN is_public boolean NOT NULL DEFAULT false',
  ],
};
