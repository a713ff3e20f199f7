// How a WordPress ability is called over REST: the method by its annotations, the input in the query or the body.

import { writeJson } from '../../dom/json.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';

export interface AbilityFacts {
  runUrl: string;
  isReadOnly: boolean;
  isDestructive: boolean;
  isIdempotent: boolean;
  /** Without an input schema WordPress refuses any input. */
  takesInput: boolean;
}

export interface AbilityRequest {
  method: 'GET' | 'DELETE' | 'POST';
  url: string;
  body?: string;
}

/** The same call, asked of the address that only words its question: a POST whatever the ability's annotations say. */
export const toSummary = (ability: AbilityFacts, runUrl: string): AbilityFacts => ({
  ...ability,
  runUrl,
  isReadOnly: false,
  isDestructive: false,
});

export function toRequest(ability: AbilityFacts, input: Json): AbilityRequest {
  const { runUrl, takesInput } = ability;
  if (ability.isReadOnly || (ability.isDestructive && ability.isIdempotent)) {
    const method = ability.isReadOnly ? 'GET' : 'DELETE';
    if (!takesInput) return { method, url: runUrl };
    const pairs = toPairs('input', input).map((pair) => pair.map(encodeURIComponent).join('='));
    // On sites without pretty addresses the route is itself a parameter (?rest_route=/…).
    const joint = runUrl.includes('?') ? '&' : '?';
    return { method, url: runUrl + joint + pairs.join('&') };
  }
  return { method: 'POST', url: runUrl, body: writeJson(takesInput ? { input } : {}) };
}

/** PHP's way of writing nested values into a query; an empty list or object is an empty string. */
function toPairs(key: string, value: Json): [string, string][] {
  if (value === null) return [];
  if (typeof value === 'boolean') return [[key, value ? '1' : '0']];
  if (typeof value !== 'object') return [[key, String(value)]];
  const entries = Object.entries(value as JsonObject);
  if (entries.length === 0) return [[key, '']];
  return entries.flatMap(([name, item]) => toPairs(`${key}[${name}]`, item));
}
