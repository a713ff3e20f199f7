// The arguments of a call that a visitor can make something of at a glance, for the first line of its question. All of them
// stand below it, exactly. Pure.

import type { Json, JsonObject } from '../protocol/json.ts';

const MAX = 3;
/** A name or a figure: nothing that could be read as a sentence, or end the question early. */
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .'’&+×/€$£%-]{0,38}[\p{L}\p{M}\p{N}%])?$/u;
/** The end of a name such as `product_id`: its value is for programs. */
const ID = /(?:^|[_-])(?:id|key|token|uuid|slug)$|(?:Id|ID|Key)$/;

/** @param titles what the tool's schema calls the values that are given, by the field's name. */
export function mainArguments(
  input: JsonObject,
  titles: Readonly<Record<string, string>> = {},
): string[] {
  const values = Object.entries(input).map(([name, value]) => {
    if (Object.hasOwn(titles, name)) return titles[name] ?? '';
    return ID.test(name) ? '' : plainValue(value);
  });
  return values.filter((value) => PLAIN.test(value) && !value.includes('. ')).slice(0, MAX);
}

const plainValue = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
