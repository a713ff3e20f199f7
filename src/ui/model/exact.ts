// A tool's input as it will run, made visible: nothing hidden, nothing reordered by invisible characters.

import type { Json, JsonObject } from '../../protocol/index.ts';
import { jsonText } from './plain-text.ts';

/**
 * Characters that show nothing or turn the text around them: controls, zero widths, bidi marks, tags and
 * variation selectors. A line break in a text is ordinary and stays. And marks piled higher than any language
 * does, which would lie over the lines around.
 */
const INVISIBLE =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|(?<=\p{Mn}{4})\p{Mn}/gu;

export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (char) =>
    char === '\n' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

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
