// Chooses the parts of a heartbeat that are kept. Its fields have been read (sites-schema.ts); a value of the right type that can't be stored
// is left out here and named in the reply.

import type { z } from '@hono/zod-openapi';
import { quote } from '../kernel/text.ts';
import { type Ability, type Heartbeat, MAX_ACTIVE_PLUGINS, type SiteInfo } from '../wire.ts';
import type { ability, heartbeatBody, siteInfo } from './sites-schema.ts';

/** At most this many of the fields that were left out are named in the reply. */
const MAX_NAMED = 20;

export interface KeptHeartbeat {
  beat: Heartbeat;
  /** Fields that could not be kept, each as "where: why". */
  leftOut: string[];
}

export function keepHeartbeat(given: z.output<typeof heartbeatBody>): KeptHeartbeat {
  const leftOut = createList();
  const beat: Heartbeat = {};
  if (given.site_info !== undefined) beat.site_info = keepSiteInfo(given.site_info, leftOut);
  if (given.plugin_status?.includes('\0')) {
    leftOut.add('plugin_status', 'it has NUL in it, which can’t be stored');
  } else if (given.plugin_status !== undefined) {
    // Half a surrogate pair can't be stored either; in JSON it can.
    beat.plugin_status = Buffer.from(given.plugin_status, 'utf8').toString('utf8');
  }
  if (given.abilities !== undefined) beat.abilities = keepAbilities(given.abilities, leftOut);
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

function keepSiteInfo(
  { active_plugins: plugins, active_plugin_count: count, ...rest }: z.output<typeof siteInfo>,
  leftOut: LeftOut,
): SiteInfo {
  const info = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as SiteInfo;
  if (plugins !== undefined) {
    info.active_plugins = plugins.slice(0, MAX_ACTIVE_PLUGINS);
    if (plugins.length > MAX_ACTIVE_PLUGINS) info.active_plugin_count = plugins.length;
  }
  if (count === undefined) return info;
  if (Number.isSafeInteger(count) && count >= 0) info.active_plugin_count = count;
  else leftOut.add('site_info.active_plugin_count', 'it counts nothing');
  return info;
}

type GivenAbility = z.output<typeof ability>;

function keepAbilities(items: readonly (GivenAbility | null)[], leftOut: LeftOut): Ability[] {
  const abilities = new Map<string, Ability>();
  for (const [index, item] of items.entries()) {
    const where = `abilities[${index}]`;
    if (item === null) {
      leftOut.add(where, 'it is null');
      continue;
    }
    const kept = keepAbility(item, where, leftOut);
    if (kept.name === '') leftOut.add(where, 'it has no name');
    else if (abilities.has(kept.name)) {
      leftOut.add(where, `the name ${quote(kept.name)} is there already, and the first is kept`);
    } else abilities.set(kept.name, kept);
  }
  return [...abilities.values()];
}

function keepAbility(item: GivenAbility, where: string, leftOut: LeftOut): Ability {
  let runUrl = item.run_url ?? '';
  if (runUrl !== '' && !isWebAddress(runUrl)) {
    leftOut.add(`${where}.run_url`, 'it is no http or https URL');
    runUrl = '';
  }
  return {
    name: item.name ?? '',
    label: item.label ?? '',
    description: item.description ?? '',
    category: item.category ?? '',
    input_schema: item.input_schema ?? {},
    output_schema: item.output_schema ?? {},
    meta: item.meta ?? {},
    run_url: runUrl,
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
