// The operator's calls about sites: registered, named, bound to an agent and to knowledge, suspended, and given tokens.

import { z } from '@hono/zod-openapi';
import { agentName } from '../agents/settings-schema.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, list, text } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { isOriginPattern } from '../kernel/tenants/origins.ts';
import { sitePatch } from './sites-schema.ts';

const ADMIN = 'the admin key';
const TAG = 'Operator: sites';
const STATUSES = ['active', 'suspended', 'revoked'] as const;
const MAX_ORIGINS = 50;
const ORIGIN =
  'must be an origin as browsers send it, such as https://shop.example, without a path, or https://*.shop.example for all hosts below it';

/** As a browser's Origin header has it, since another spelling would never match; or a pattern of such. */
const origin = z.string({ error: ORIGIN }).refine(isOriginPattern, { error: ORIGIN });

/**
 * Origins, as `https://shop.example` or `https://*.shop.example`, on whose pages this site's visitors may chat. Null: the
 * sessions that its own server makes open on any page, and its public id on pages of the visitor's own machine alone.
 */
const origins = list(origin, { max: MAX_ORIGINS }).nullish();

export const createSite = endpoint({
  method: 'post',
  path: '/admin/sites',
  tag: TAG,
  summary: 'Register a site',
  auth: ADMIN,
  isBodyOptional: true,
  body: z.object({ project_id: absent(id), name: absent(text), allowed_origins: origins }),
  replies: {
    201: z.object({
      site_id: z.string(),
      client_id: z.string(),
      public_id: z.string(),
      service_token: z.string(),
    }),
  },
});

export const patchRegistration = endpoint({
  method: 'patch',
  path: '/admin/sites/{client_id}',
  tag: TAG,
  summary:
    'Rename, suspend, revoke or reactivate a site, or say who answers there, from what, and on whose pages',
  auth: ADMIN,
  body: z.object({
    name: text.nullish(),
    status: absent(z.enum(STATUSES)),
    agent: agentName,
    allowed_origins: origins,
    kb_collection_id: sitePatch.shape.kb_collection_id.optional(),
    expected_kb_collection_id: sitePatch.shape.expected_kb_collection_id,
  }),
  replies: { 200: z.looseObject({ site_id: z.string(), client_id: z.string() }) },
});

const siteState = z
  .looseObject({
    site_id: z.string(),
    client_id: z.string(),
    project_id: z.string(),
    name: z.string().nullable(),
    status: z.enum(STATUSES),
    kb_collection_id: z.string().nullable(),
    plugin_status: z.string().nullable(),
    site_info: z.looseObject({}).nullable(),
    abilities: z.array(z.looseObject({ name: z.string() })),
    abilities_sync_status: z.string(),
    last_heartbeat_at: z.iso.datetime().nullable(),
    agent: z.string().nullable(),
    public_id: z.string().nullable(),
    allowed_origins: z.array(z.string()).nullable(),
    /** Of the day's caps of the public id, the one that is used most, in percent; null: there is no cap. */
    most_used_percent: z.int().nullable(),
  })
  .openapi('SiteState');
export type SiteState = z.output<typeof siteState>;

export const listSites = endpoint({
  method: 'get',
  path: '/admin/sites',
  tag: TAG,
  summary: 'List the sites with what their heartbeats have left; q: words of their names or ids',
  auth: ADMIN,
  query: z.object({ q: text.optional(), ...paged(100) }),
  replies: { 200: z.object({ data: z.array(siteState), ...nextPage }) },
});

export const getSite = endpoint({
  method: 'get',
  path: '/admin/sites/{site_id}',
  tag: TAG,
  summary: 'Read a site with what its heartbeats have left',
  auth: ADMIN,
  replies: { 200: siteState },
});

export const createServiceToken = endpoint({
  method: 'post',
  path: '/admin/sites/{client_id}/service-tokens',
  tag: TAG,
  summary: 'Issue one more service token for a site',
  auth: ADMIN,
  isBodyOptional: true,
  body: z.object({ name: absent(text) }),
  replies: { 201: z.object({ service_token: z.string(), key_id: z.string() }) },
});
