// The body that an owner's server wants, as its owner writes it down: JSON in which {{text}} and the like stand for what is known of
// a turn.

import type { Json, JsonObject } from '../../wire.ts';

/** What may stand in a body. */
export const PLACEHOLDERS = [
  'text',
  'session_id',
  'run_id',
  'messages',
  'transcript',
  'instructions',
  'tools',
] as const;
type Values = Readonly<Record<(typeof PLACEHOLDERS)[number], unknown>>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** Of a body as it is written down, so that nothing of it leads too deep. */
const MAX_DEPTH = 12;

/** A placeholder that there isn't, or null. */
export function unknownPlaceholder(template: JsonObject): string | null {
  for (const [, name = ''] of JSON.stringify(template).matchAll(PLACEHOLDER))
    if (!isKnown(name.trim())) return name.trim();
  return null;
}

export function isTooDeep(value: Json, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => isTooDeep(one as Json, depth + 1));
}

/** A text that is one placeholder becomes the value itself; inside a longer one its words stand. */
export function fillIn(template: JsonObject, values: Values): JsonObject {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value, values);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]));
  };
  return fill(template) as JsonObject;
}

function fillText(text: string, values: Values): unknown {
  const only = /^\{\{([^{}]*)\}\}$/.exec(text)?.[1]?.trim();
  if (only !== undefined && isKnown(only)) return values[only];
  return text.replace(PLACEHOLDER, (whole, inside: string) => {
    const name = inside.trim();
    if (!isKnown(name)) return whole;
    const value = values[name];
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

const isKnown = (name: string): name is keyof Values =>
  PLACEHOLDERS.some((known) => known === name);
