// A tool's input as it will run, field by field. Only cards of tools show it, so it comes with them.

import type { Json, JsonObject } from '../../protocol/index.ts';
import { showInvisible } from './exact.ts';
import { jsonText } from './plain-text.ts';

/** More fields than any tool asks for. All further fields are shown as one, with their JSON as text. */
const MAX_FIELDS = 100;

/** The fields of an input, top level first: each name with its value exactly. */
export function exactFields(input: JsonObject): { name: string; value: string }[] {
  const fields = Object.entries(input).map(([name, value]) => ({
    name: showInvisible(name),
    value: showInvisible(exactValue(value)),
  }));
  const rest = fields.splice(MAX_FIELDS).map(({ name, value }) => `${name}: ${value}`);
  return rest.length === 0 ? fields : [...fields, { name: '…', value: rest.join('\n') }];
}

function exactValue(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : jsonText(value);
}
