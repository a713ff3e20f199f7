// Site records and heartbeats.

import type { Open } from './codes.ts';
import { isRecord, type JsonObject } from './json.ts';

/**
 * The site record. The interface names only `status` and `kb_collection_id`; the other names are the
 * reference gateway's choice, so each is optional here.
 */
export interface Site {
  status: Open<'active' | 'suspended' | 'revoked'>;
  kb_collection_id: string | null;
  site_id?: string;
  client_id?: string;
  project_id?: string | null;
}

export interface SitePatch {
  /** The collection to bind; null unbinds. */
  kb_collection_id: string | null;
  /** Update only if this is the current binding; null: only if none is bound. */
  expected_kb_collection_id?: string | null;
}

export interface SiteInfo {
  active_plugins?: string[];
  php_version?: string;
  wp_version?: string;
  active_theme?: string;
  locale?: string;
  server_software?: string;
  db_version?: string;
  memory_limit?: string;
  timezone?: string;
  active_plugin_count?: number;
  ssl_valid?: boolean;
  is_multisite?: boolean;
  wp_debug?: boolean;
}

export interface Ability {
  name: string;
  label: string;
  description: string;
  category: string;
  input_schema: JsonObject;
  output_schema: JsonObject;
  meta: JsonObject;
  run_url: string;
}

export interface Heartbeat {
  site_info?: SiteInfo;
  plugin_status?: string;
  /** Omitted: the cached catalog stays. Empty: it is cleared. Else: it is replaced. */
  abilities?: Ability[];
}

export interface HeartbeatReply {
  abilities_sync_status: string;
  plugin_status: string;
}

export function parseSite(body: unknown): Site | null {
  if (!isRecord(body) || typeof body.status !== 'string') return null;
  const collection = body.kb_collection_id;
  const site: Site = {
    status: body.status,
    kb_collection_id: typeof collection === 'string' ? collection : null,
  };
  if (typeof body.site_id === 'string') site.site_id = body.site_id;
  if (typeof body.client_id === 'string') site.client_id = body.client_id;
  if (typeof body.project_id === 'string' || body.project_id === null) {
    site.project_id = body.project_id;
  }
  return site;
}

export function parseHeartbeatReply(body: unknown): HeartbeatReply | null {
  if (!isRecord(body)) return null;
  const { abilities_sync_status, plugin_status } = body;
  return {
    abilities_sync_status: typeof abilities_sync_status === 'string' ? abilities_sync_status : '',
    plugin_status: typeof plugin_status === 'string' ? plugin_status : '',
  };
}
