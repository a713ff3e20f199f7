// Reads a heartbeat's body. Text may have any length (the body's 64 KiB are the limit), keys any name, and null means that a
// field is absent. A field of another type than the interface says refuses the whole heartbeat, so that the site learns of its
// mistake. A value of the right type that can't be stored is left out and named in the reply. Unknown fields are not stored.

import { optionalBoolean, record } from '../http/fields.ts';
import { invalid } from '../http/http-error.ts';
import { quote } from '../http/text.ts';
import {
  type Ability,
  type Heartbeat,
  isRecord,
  type JsonObject,
  MAX_ACTIVE_PLUGINS,
  type SiteInfo,
} from '../wire.ts';

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
/** At most this many of the fields that were left out are named in the reply. */
const MAX_NAMED = 20;

type Body = Readonly<Record<string, unknown>>;

export interface ReadHeartbeat {
  beat: Heartbeat;
  /** What could not be kept, each as "where: why". */
  leftOut: string[];
}

/** @throws HttpError 400 */
export function readHeartbeat(body: Body): ReadHeartbeat {
  const leftOut = createList();
  const given = withoutNulls(body);
  const beat: Heartbeat = {};
  if (given.site_info !== undefined) beat.site_info = readSiteInfo(given.site_info, leftOut);
  const pluginStatus = readText(given, 'plugin_status', 'plugin_status');
  if (pluginStatus?.includes('\0')) {
    leftOut.add('plugin_status', 'it has NUL in it, which can’t be stored');
  } else if (pluginStatus !== undefined) {
    // Half a surrogate pair can't be stored either; in JSON it can.
    beat.plugin_status = Buffer.from(pluginStatus, 'utf8').toString('utf8');
  }
  if (given.abilities !== undefined) beat.abilities = readAbilities(given.abilities, leftOut);
  return { beat, leftOut: leftOut.named() };
}

type LeftOut = ReturnType<typeof createList>;

function createList() {
  const named: string[] = [];
  let more = 0;
  return {
    add(where: string, why: string) {
      if (named.length < MAX_NAMED) named.push(`${where}: ${why}`);
      else more += 1;
    },
    named: () => (more === 0 ? named : [...named, `… and ${more} more`]),
  };
}

function readSiteInfo(value: unknown, leftOut: LeftOut): SiteInfo {
  const given = withoutNulls(recordOrEmpty(value, 'site_info'));
  const info: SiteInfo = {};
  for (const field of TEXTS) {
    const text = readText(given, field, `site_info.${field}`);
    if (text !== undefined) info[field] = text;
  }
  for (const field of FLAGS) {
    const flag = optionalBoolean(given, field, `site_info.${field}`);
    if (flag !== undefined) info[field] = flag;
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
    if (typeof count !== 'number' || !Number.isInteger(count)) {
      throw invalid('site_info.active_plugin_count must be a whole number.');
    }
    if (Number.isSafeInteger(count) && count >= 0) info.active_plugin_count = count;
    else leftOut.add('site_info.active_plugin_count', 'it counts nothing');
  }
  return info;
}

function readAbilities(value: unknown, leftOut: LeftOut): Ability[] {
  if (!Array.isArray(value)) throw invalid('abilities must be an array.');
  const abilities = new Map<string, Ability>();
  for (const [index, item] of value.entries()) {
    const where = `abilities[${index}]`;
    if (item === null) {
      leftOut.add(where, 'it is null');
      continue;
    }
    const ability = readAbility(record(item, where), where, leftOut);
    if (ability.name === '') leftOut.add(where, 'it has no name');
    else if (abilities.has(ability.name)) {
      leftOut.add(where, `the name ${quote(ability.name)} is there already, and the first is kept`);
    } else abilities.set(ability.name, ability);
  }
  return [...abilities.values()];
}

function readAbility(item: Body, where: string, leftOut: LeftOut): Ability {
  const given = withoutNulls(item);
  const text = (field: string) => readText(given, field, `${where}.${field}`) ?? '';
  const object = (field: string) =>
    given[field] === undefined
      ? {}
      : (recordOrEmpty(given[field], `${where}.${field}`) as JsonObject);
  let runUrl = text('run_url');
  if (runUrl !== '' && !isWebAddress(runUrl)) {
    leftOut.add(`${where}.run_url`, 'it is no http or https URL');
    runUrl = '';
  }
  return {
    name: text('name'),
    label: text('label'),
    description: text('description'),
    category: text('category'),
    input_schema: object('input_schema'),
    output_schema: object('output_schema'),
    meta: object('meta'),
    run_url: runUrl,
  };
}

function readText(given: Body, field: string, where: string): string | undefined {
  const value = given[field];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${where} must be a string.`);
}

/** A field that is null says as much as one that isn't there. */
function withoutNulls(given: Body): Body {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** PHP writes an empty object as an empty array. */
function recordOrEmpty(value: unknown, where: string): Body {
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isRecord(value)) throw invalid(`${where} must be an object.`);
  return value;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
