// A tool's input as it will run, and its answer, field by field. Only cards of tools show them, so it comes with them.

import type { Json, JsonObject } from '../../protocol/index.ts';
import { showInvisible } from './exact.ts';
import { jsonText } from './plain-text.ts';
import { readableName } from './tool-line.ts';

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

type Field = ReturnType<typeof exactFields>[number] & { title?: string };

/** The fields as a visitor reads them: names as words, and a list of texts or numbers as one. */
export function tellFields(fields: JsonObject): Field[] {
  const told = Object.entries(fields).map(([name, value]) => [name, listed(value)]);
  return exactFields(Object.fromEntries(told)).map((field) => ({
    ...field,
    title: readableName(field.name),
  }));
}

const isPlain = (value: unknown): boolean => typeof value !== 'object';
const listed = (value: Json): Json =>
  Array.isArray(value) && value.every(isPlain) ? value.join(', ') : value;

/**
 * What a visitor can read of a tool's answer that is JSON: its texts, numbers and lists of these, each with its name. Nested
 * objects are left to the owner's view. Null: the answer is a plain text, which the step shows as it stands.
 */
export function answerFields(answer: string | null): Field[] | null {
  if (!/^\s*[[{]/.test(answer ?? '')) return null;
  try {
    const found: Json = JSON.parse(answer ?? '');
    const told = Object.entries(found ?? {}).filter(
      ([, value]) => isPlain(listed(value)) && value !== '',
    );
    return tellFields(Array.isArray(found) ? {} : Object.fromEntries(told));
  } catch {
    return null;
  }
}
