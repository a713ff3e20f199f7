// The desk's calls about a site's public id: its pages, its users, its caps, what it shows.

import { z } from '@hono/zod-openapi';
import { siteHours } from '../hours/hours.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, address, integer } from '../kernel/schema/kinds.ts';
import { siteSettings } from './site-settings.ts';

const ADMIN = 'the admin key';
const TAG = 'Operator: sites';
const MAX_COUNT = 2_000_000_000;

const counted = <Of extends z.ZodType>(of: Of) =>
  z.object({ sessions: of, messages: of, credits_nano: of });

export const publicSiteState = z
  .object({
    client_id: z.string(),
    public_id: z.string(),
    /** Whether the public id lets visitors in. */
    is_open: z.boolean(),
    allowed_origins: z.array(z.string()).nullable(),
    /** Origins of pages that asked within the last 24 hours and aren't allowed. */
    refused_origins: z.array(
      z.object({ origin: z.string(), refusals: z.int(), last_at: z.iso.datetime() }),
    ),
    /** Whether there is a secret that signs users' tokens. The secret itself is shown once, when it is made. */
    has_user_secret: z.boolean(),
    user_keys_url: z.string().nullable(),
    takes_guests_along: z.boolean(),
    has_page: z.boolean(),
    may_be_framed: z.boolean(),
    /** Whether conversations show their visitor’s browser, language and country. */
    keeps_devices: z.boolean(),
    /** Whether visitors are asked how a conversation went, once it is done. */
    asks_rating: z.boolean(),
    settings: siteSettings,
    /** When the team is there; null: nothing is said of it. */
    hours: siteHours.nullable(),
    /** Those settings that only the tag can say, as they stood in it when it was last copied; null: it never was. */
    tag: siteSettings.nullable(),
    /** Whether a setting that only the tag can say has changed since. */
    is_tag_old: z.boolean(),
    /** For one day (UTC); null: no cap. */
    caps: counted(z.number().nullable()),
    today: counted(z.number()),
  })
  .openapi('PublicSite');
export type PublicSiteState = z.output<typeof publicSiteState>;

export const getPublicSite = endpoint({
  method: 'get',
  path: '/admin/sites/{client_id}/public',
  tag: TAG,
  summary: 'Read what a site’s public id lets in, what it may cost, and what it has cost today',
  auth: ADMIN,
  replies: { 200: publicSiteState },
});

export const patchPublicSite = endpoint({
  method: 'patch',
  path: '/admin/sites/{client_id}/public',
  tag: TAG,
  summary:
    'Switch a site’s public id on or off, and say whom it lets in, what it may cost and what it shows',
  auth: ADMIN,
  body: z.object({
    is_open: absent(z.boolean()),
    user_keys_url: address.nullish(),
    takes_guests_along: absent(z.boolean()),
    has_page: absent(z.boolean()),
    may_be_framed: absent(z.boolean()),
    keeps_devices: absent(z.boolean()),
    asks_rating: absent(z.boolean()),
    settings: absent(siteSettings),
    hours: siteHours.nullish(),
    /** The tag was copied: it has the settings of now. */
    is_tag_copied: absent(z.literal(true)),
    caps: absent(
      z.object({
        sessions: integer(0, MAX_COUNT).nullish(),
        messages: integer(0, MAX_COUNT).nullish(),
        credits_nano: integer(0, Number.MAX_SAFE_INTEGER).nullish(),
      }),
    ),
  }),
  replies: { 200: publicSiteState },
});

export const replacePublicId = endpoint({
  method: 'post',
  path: '/admin/sites/{client_id}/public-id',
  tag: TAG,
  summary: 'Give a site another public id; the one before is none from now on',
  auth: ADMIN,
  replies: { 201: z.object({ public_id: z.string() }) },
});

export const makeUserSecret = endpoint({
  method: 'post',
  path: '/admin/sites/{client_id}/user-secret',
  tag: TAG,
  summary:
    'Make the secret by which the site’s server signs users’ tokens; the one before is none from now on',
  auth: ADMIN,
  replies: { 201: z.object({ user_secret: z.string() }) },
});

export const dropUserSecret = endpoint({
  method: 'delete',
  path: '/admin/sites/{client_id}/user-secret',
  tag: TAG,
  summary: 'Drop the secret by which the site’s server signs users’ tokens',
  auth: ADMIN,
  replies: { 204: null },
});
