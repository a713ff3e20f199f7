// Sites: their knowledge base and their heartbeats. In a heartbeat null means that a field is absent, and PHP writes an
// empty object as an empty array; what is of the right type and can't be kept is left out later (sites/keep-heartbeat.ts).

import { z } from '@hono/zod-openapi';
import { isIdShaped } from '../kernel/ids.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, jsonObject, list } from '../kernel/schema/kinds.ts';
import { MAX_HEARTBEAT_BODY_BYTES } from '../wire.ts';

const COLLECTION = 'must be a collection’s id or null';

export const sitePatch = z.object({
  kb_collection_id: z
    .string({
      error: ({ input }) =>
        input === undefined
          ? 'is missing: send a collection’s id, or null to clear'
          : `${COLLECTION}, and not empty`,
    })
    .min(1, { error: `${COLLECTION}, and not empty` })
    .nullable(),
  expected_kb_collection_id: z
    .string({ error: COLLECTION })
    .refine(isIdShaped, { error: COLLECTION })
    .nullable()
    .optional(),
});

export const site = z
  .object({
    status: z.string(),
    kb_collection_id: z.string().nullable(),
    site_id: z.string(),
    client_id: z.string(),
    project_id: z.string(),
  })
  .openapi('Site');

export const patchSite = endpoint({
  method: 'patch',
  path: '/v1/sites/{site_id}',
  tag: 'Sites',
  summary: 'Set or clear a site’s primary knowledge-base collection',
  auth: 'an API key of the site’s project or the site’s service token',
  body: sitePatch,
  replies: { 200: site },
});

function phpObject<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    schema,
  ) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

const phpJson = absent(phpObject(jsonObject)).meta({ type: ['object', 'null'] });

const WHOLE = 'must be a whole number';

export const siteInfo = z.object({
  php_version: absent(z.string()),
  wp_version: absent(z.string()),
  active_theme: absent(z.string()),
  locale: absent(z.string()),
  server_software: absent(z.string()),
  db_version: absent(z.string()),
  memory_limit: absent(z.string()),
  timezone: absent(z.string()),
  ssl_valid: absent(z.boolean()),
  is_multisite: absent(z.boolean()),
  wp_debug: absent(z.boolean()),
  active_plugins: absent(list(z.string(), { error: 'must be an array of strings' })),
  active_plugin_count: absent(
    z.number({ error: WHOLE }).refine(Number.isInteger, { error: WHOLE }).meta({ type: 'integer' }),
  ).meta({ type: ['integer', 'null'] }),
});

export const ability = z.object({
  name: absent(z.string()),
  label: absent(z.string()),
  description: absent(z.string()),
  category: absent(z.string()),
  input_schema: phpJson,
  output_schema: phpJson,
  meta: phpJson,
  run_url: absent(z.string()),
});

export const heartbeatBody = z.object({
  site_info: absent(phpObject(siteInfo)),
  plugin_status: absent(z.string()),
  abilities: absent(list(ability.nullable())),
});

export const sendHeartbeat = endpoint({
  method: 'post',
  path: '/v1/sites/{client_id}/heartbeat',
  tag: 'Sites',
  summary: 'Refresh a site’s current state',
  auth: 'the site’s service token or an API key of its project',
  body: heartbeatBody,
  isBodyOptional: true,
  maxBodyBytes: MAX_HEARTBEAT_BODY_BYTES,
  replies: {
    200: z.object({
      abilities_sync_status: z.string(),
      plugin_status: z.string(),
      left_out: z.array(z.string()).optional(),
    }),
  },
});
