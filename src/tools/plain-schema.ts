// Sees that an input is valid by the keywords that nearly all tools use, so that the whole validator (validate.ts) is fetched
// only for a schema with others, and to say what is wrong. Whatever it takes, the whole one takes too; a test holds them
// side by side.

import { isRecord, type Json, type JsonObject } from '../protocol/json.ts';

/** Says nothing of what is valid. */
const NOTES =
  /^(?:title|description|default|examples|deprecated|readOnly|writeOnly|enumNames|\$schema|\$comment|\$defs)$/;

type Rule = (wanted: Json, value: Json, schema: JsonObject) => boolean;

const isNumber = (value: Json): value is number => typeof value === 'number';
const isText = (value: Json): value is string => typeof value === 'string';
const isPlain = (value: Json | undefined): boolean => value !== undefined && !isCompound(value);
const isCompound = (value: Json): value is JsonObject | Json[] =>
  typeof value === 'object' && value !== null;
const isObject = (value: Json): value is JsonObject => isCompound(value) && !Array.isArray(value);

/** A limit of what has a size by `measure`; null: this value has none. */
const limit =
  (measure: (value: Json) => number | null, holds: (size: number, wanted: number) => boolean) =>
  (wanted: Json, value: Json): boolean => {
    const size = measure(value);
    return size === null || (isNumber(wanted) && holds(size, wanted));
  };
const least = (size: number, wanted: number): boolean => size >= wanted;
const most = (size: number, wanted: number): boolean => size <= wanted;
const amount = (value: Json): number | null => (isNumber(value) ? value : null);
/** In code points. */
const length = (value: Json): number | null => (isText(value) ? [...value].length : null);
const count = (value: Json): number | null => (Array.isArray(value) ? value.length : null);

function isOfType(wanted: Json, value: Json): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isOfType(one, value));
  if (wanted === 'integer') return Number.isInteger(value);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return wanted === type;
}

const RULES: Readonly<Record<string, Rule>> = {
  // Keywords come from outside: no name of Object.prototype is one.
  __proto__: null as never,
  type: isOfType,
  const: (wanted, value) => isPlain(value) && value === wanted,
  enum: (wanted, value) => Array.isArray(wanted) && isPlain(value) && wanted.includes(value),
  minimum: limit(amount, least),
  maximum: limit(amount, most),
  exclusiveMinimum: limit(amount, (size, wanted) => size > wanted),
  exclusiveMaximum: limit(amount, (size, wanted) => size < wanted),
  minLength: limit(length, least),
  maxLength: limit(length, most),
  minItems: limit(count, least),
  maxItems: limit(count, most),
  pattern: (wanted, value) =>
    !isText(value) || (isText(wanted) && new RegExp(wanted, 'u').test(value)),
  uniqueItems: (wanted, value) =>
    wanted === false ||
    !Array.isArray(value) ||
    (value.every(isPlain) && new Set(value).size === value.length),
  items: (wanted, value) =>
    !Array.isArray(value) || value.every((one) => isPlainlyValid(wanted, one)),
  required: (wanted, value) =>
    !isObject(value) ||
    (Array.isArray(wanted) && wanted.every((name) => isText(name) && Object.hasOwn(value, name))),
  properties: (wanted, value) =>
    !isObject(value) ||
    (isObject(wanted) &&
      Object.entries(wanted).every(
        ([name, schema]) =>
          !Object.hasOwn(value, name) || isPlainlyValid(schema, value[name] as Json),
      )),
  additionalProperties: (wanted, value, { properties = {} }) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([name, one]) =>
        (isObject(properties) && Object.hasOwn(properties, name)) || isPlainlyValid(wanted, one),
    ),
  anyOf: (wanted, value) =>
    Array.isArray(wanted) && wanted.some((one) => isPlainlyValid(one, value)),
  // A list of values with titles. Of other schemas, that the rest are invalid would have to be sure.
  oneOf(wanted, value) {
    if (!Array.isArray(wanted)) return false;
    const consts = wanted.map((one) => (isObject(one) ? one.const : undefined));
    return (
      isPlain(value) &&
      consts.every(isPlain) &&
      consts.filter((one) => one === value).length === 1 &&
      isPlainlyValid(wanted[consts.indexOf(value)] as Json, value)
    );
  },
};

/** False: it is invalid, or the schema has something that only the whole validator knows. */
export function isPlainlyValid(schema: Json, value: Json): boolean {
  if (!isRecord(schema)) return schema === true;
  return Object.keys(schema).every(
    (keyword) =>
      NOTES.test(keyword) || RULES[keyword]?.(schema[keyword] as Json, value, schema as JsonObject),
  );
}
