// Reads a heartbeat's body. Fields that the interface doesn't name are left out of what is stored; a field of
// the wrong kind refuses the whole beat, so that a site learns of its mistake.

import { findForbiddenKey, isRecord, type JsonObject } from '../../../src/protocol/json.ts';
import { MAX_ACTIVE_PLUGINS } from '../../../src/protocol/limits.ts';
import type { Ability, Heartbeat, SiteInfo } from '../../../src/protocol/sites.ts';
import { record } from '../http/fields.ts';
import { invalid } from '../http/http-error.ts';

const MAX_TEXT = 2000;
const TEXTS = [
  'php_version',
  'wp_version',
  'active_theme',
  'locale',
  'server_software',
  'db_version',
  'memory_limit',
  'timezone',
] as const;
const FLAGS = ['ssl_valid', 'is_multisite', 'wp_debug'] as const;

type Body = Readonly<Record<string, unknown>>;

/** @throws HttpError 400 */
export function readHeartbeat(body: Body): Heartbeat {
  const beat: Heartbeat = {};
  if (body.site_info !== undefined) beat.site_info = readSiteInfo(body.site_info);
  const pluginStatus = readText(body.plugin_status, 'plugin_status');
  if (pluginStatus !== undefined) beat.plugin_status = pluginStatus;
  if (body.abilities !== undefined) beat.abilities = readAbilities(body.abilities);
  return beat;
}

function readSiteInfo(value: unknown): SiteInfo {
  const given = recordOrEmpty(value, 'site_info');
  const info: SiteInfo = {};
  for (const field of TEXTS) {
    const text = readText(given[field], `site_info.${field}`);
    if (text !== undefined) info[field] = text;
  }
  for (const field of FLAGS) {
    const flag = given[field];
    if (flag === undefined) continue;
    if (typeof flag !== 'boolean') throw invalid(`site_info.${field} must be true or false.`);
    info[field] = flag;
  }
  const plugins = given.active_plugins;
  if (plugins !== undefined) {
    if (!Array.isArray(plugins) || !plugins.every((name) => typeof name === 'string')) {
      throw invalid('site_info.active_plugins must be an array of strings.');
    }
    info.active_plugins = plugins.slice(0, MAX_ACTIVE_PLUGINS);
    if (plugins.length > MAX_ACTIVE_PLUGINS) info.active_plugin_count = plugins.length;
  }
  const count = given.active_plugin_count;
  if (count !== undefined) {
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
      throw invalid('site_info.active_plugin_count must be a whole number, 0 or more.');
    }
    info.active_plugin_count = count;
  }
  return info;
}

function readAbilities(value: unknown): Ability[] {
  if (!Array.isArray(value)) throw invalid('abilities must be an array.');
  const names = new Set<string>();
  return value.map((item, index) => {
    const where = `abilities[${index}]`;
    const given = record(item, where);
    const name = readText(given.name, `${where}.name`) ?? '';
    if (name === '') throw invalid(`${where}.name must be a string that is not empty.`);
    if (names.has(name)) throw invalid(`${where}.name ${JSON.stringify(name)} is there twice.`);
    names.add(name);
    return {
      name,
      label: readText(given.label, `${where}.label`) ?? '',
      description: readText(given.description, `${where}.description`) ?? '',
      category: readText(given.category, `${where}.category`) ?? '',
      input_schema: readObject(given.input_schema, `${where}.input_schema`),
      output_schema: readObject(given.output_schema, `${where}.output_schema`),
      meta: readObject(given.meta, `${where}.meta`),
      run_url: readUrl(given.run_url, `${where}.run_url`),
    };
  });
}

function readText(value: unknown, where: string): string | undefined {
  if (value === undefined) return undefined;
  // PostgreSQL's text can't hold NUL, nor half of a surrogate pair.
  if (typeof value === 'string' && value.length <= MAX_TEXT && !value.includes('\0')) {
    return Buffer.from(value, 'utf8').toString('utf8');
  }
  throw invalid(`${where} must be a string of at most ${MAX_TEXT} characters, without NUL.`);
}

function readObject(value: unknown, where: string): JsonObject {
  if (value === undefined) return {};
  const object = recordOrEmpty(value, where);
  const forbidden = findForbiddenKey(object);
  if (forbidden !== null) throw invalid(`${where} must not have the key ${forbidden}.`);
  return object as JsonObject;
}

/** PHP writes an empty object as an empty array. */
function recordOrEmpty(value: unknown, where: string): Record<string, unknown> {
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isRecord(value)) throw invalid(`${where} must be an object.`);
  return value;
}

function readUrl(value: unknown, where: string): string {
  const text = readText(value, where) ?? '';
  if (text === '') return '';
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw invalid(`${where} must be an http or https URL.`);
}
