// Finds the abilities that run in the visitor's browser: WordPress 7 has them in a script module, which a page's import map
// names as soon as one of its scripts uses it; the plugin before that had a global. It brings neither.

import { isRecord, type JsonObject } from '../../protocol/json.ts';

/** What `@wordpress/abilities` offers to scripts. */
export interface ClientAbilities {
  getAbilities(): unknown;
  executeAbility(name: string, input: JsonObject): unknown;
}

const MODULE = '@wordpress/abilities';

/**
 * @param host the page's globals
 * @param load imports by the page's own import map; rejects where that has no such name, without a request
 */
export async function findClientAbilities(
  host: unknown = globalThis,
  load: (name: string) => Promise<unknown> = (name) =>
    import(/* @vite-ignore */ /* webpackIgnore: true */ name),
): Promise<ClientAbilities | null> {
  const { wp } = host as { wp?: unknown };
  const known = isRecord(wp) ? wp.abilities : undefined;
  if (isClient(known)) return known;
  try {
    const loaded = await load(MODULE);
    return isClient(loaded) ? loaded : null;
  } catch {
    return null;
  }
}

function isClient(value: unknown): value is ClientAbilities {
  const { getAbilities, executeAbility } = (value ?? {}) as Partial<ClientAbilities>;
  return typeof getAbilities === 'function' && typeof executeAbility === 'function';
}
