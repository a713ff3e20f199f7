// What a tool's schema asks for, as fields of a form, and back: what is entered, as the input of a call. It decides nothing about what
// is valid: the tool's own schema does that when it is run.

import { isRecord, type Json, type JsonObject, ownOf } from '../protocol/json.ts';

export interface FormField {
  name: string;
  label: string;
  /** json: written as JSON, as no simpler control can say it. */
  kind: 'text' | 'long' | 'number' | 'switch' | 'choice' | 'json';
  hint: string;
  isRequired: boolean;
  /** Of a choice, each as it is sent. */
  choices: readonly Json[];
  /** What stands there at first; '' for nothing. */
  initial: string;
}

export type FormValues = Readonly<Record<string, string>>;

export interface Entered {
  input: JsonObject;
  /** By name of the field: text that is no JSON. */
  wrong: Readonly<Record<string, string>>;
}

const LONG_TEXT = 120;

/** Null: the schema is one that only JSON can answer. */
export function fieldsOf(schema: JsonObject): FormField[] | null {
  const { properties, required } = ownOf(schema);
  if (properties === undefined) return hasOther(schema) ? null : [];
  if (!isRecord(properties)) return null;
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) =>
    toField(name, isRecord(property) ? property : {}, needed.includes(name)),
  );
}

const hasOther = (schema: JsonObject): boolean =>
  ['oneOf', 'anyOf', 'allOf', '$ref', 'patternProperties'].some((key) =>
    Object.hasOwn(schema, key),
  );

function toField(name: string, given: Record<string, unknown>, isRequired: boolean): FormField {
  const property = ownOf(given);
  const { type, title, description, maxLength } = property;
  const choices = choicesOf(property);
  const kind: FormField['kind'] =
    choices.length > 0
      ? 'choice'
      : type === 'boolean'
        ? 'switch'
        : type === 'integer' || type === 'number'
          ? 'number'
          : type === 'string'
            ? Number(maxLength) > LONG_TEXT
              ? 'long'
              : 'text'
            : 'json';
  return {
    name,
    label: typeof title === 'string' && title !== '' ? title : name,
    kind,
    hint: [typeof description === 'string' ? description : '', limitsOf(property)]
      .filter(Boolean)
      .join(' · '),
    isRequired,
    choices,
    initial: initialOf(property, kind),
  };
}

function choicesOf(property: Record<string, unknown>): Json[] {
  if (Array.isArray(property.enum)) return property.enum as Json[];
  return Object.hasOwn(property, 'const') ? [property.const as Json] : [];
}

function initialOf(property: Record<string, unknown>, kind: FormField['kind']): string {
  const value = property.default ?? property.const;
  if (value === undefined) return '';
  return kind === 'text' || kind === 'long' || kind === 'number'
    ? String(value)
    : JSON.stringify(value);
}

/** What the schema says of a value, in short: "1…20". */
function limitsOf(property: Record<string, unknown>): string {
  const { type, minimum, maximum, minLength, maxLength, pattern, format } = property;
  const range = (from: unknown, to: unknown, what: string): string =>
    from === undefined && to === undefined ? '' : `${from ?? ''}…${to ?? ''}${what}`;
  const own = [
    typeof type === 'string' && type !== 'string' ? type : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    typeof format === 'string' ? format : '',
    typeof pattern === 'string' ? pattern : '',
  ];
  return own.filter(Boolean).join(' ');
}

export function initialValues(fields: readonly FormField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** The values of a call that was made before, as the form holds them. */
export function valuesOf(fields: readonly FormField[], input: JsonObject): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = ownOf(input)[name];
      const isText = (kind === 'text' || kind === 'long') && typeof value === 'string';
      return [name, value === undefined ? '' : isText ? (value as string) : JSON.stringify(value)];
    }),
  );
}

/**
 * A field that is left empty is left out, so that a default or the schema's own word on it can be seen; but a text that is needed is
 * given as it is, as an empty one is a text, too.
 */
export function readForm(fields: readonly FormField[], values: FormValues): Entered {
  const input: JsonObject = {};
  const wrong: Record<string, string> = {};
  for (const { name, kind, isRequired } of fields) {
    const text = values[name] ?? '';
    const isText = kind === 'text' || kind === 'long';
    if (text === '' && !(isText && isRequired)) continue;
    const value = read(kind, text);
    if (value === undefined) wrong[name] = 'This is no JSON.';
    else Object.defineProperty(input, name, { value, enumerable: true, configurable: true });
  }
  return { input, wrong };
}

function read(kind: FormField['kind'], text: string): Json | undefined {
  if (kind === 'text' || kind === 'long') return text;
  // What is no number goes to the tool as it was written: its schema says what is wrong.
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return readJson(text);
}

export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The input as the JSON editor has it. Undefined: it is no object. */
export function readInput(text: string): JsonObject | undefined {
  const value = text.trim() === '' ? {} : readJson(text);
  return isRecord(value) ? (value as JsonObject) : undefined;
}
