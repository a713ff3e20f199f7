// Input against a tool's schema (JSON Schema 2020-12, by an interpreter: no eval, so a strict CSP holds).
// Loaded when the first call comes; it says which one argument is at fault, if it is one.

import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { writeJson } from '../dom/json.ts';
import type { JsonObject } from '../protocol/json.ts';
import { failToLoad } from './failure.ts';
import { ToolError } from './tool-error.ts';

/** Validators are kept by schema: making one walks the whole schema. */
const validators = new WeakMap<JsonObject, Validator>();
const MAX_REASONS = 3;

/** Wrappers that only say that something inside is wrong. */
const WRAPPERS: ReadonlySet<string> = new Set(
  'properties patternProperties additionalProperties unevaluatedProperties items prefixItems contains dependentSchemas dependencies $ref allOf if'.split(
    ' ',
  ),
);

/**
 * Rejects with ToolError: `invalid_input` for the input's faults, `internal_error` for a schema that can't be used,
 * `unavailable` where the checks of its formats couldn't be loaded.
 */
export async function validate(schema: JsonObject, input: JsonObject): Promise<void> {
  let errors: OutputUnit[];
  let validator = validators.get(schema);
  // As the key of a keyword, or of a property of that name: then the checks are loaded without need.
  if (validator === undefined && writeJson(schema).includes('"format":')) {
    const formats = await import('./formats.ts').catch(failToLoad);
    Object.assign(format, formats.format);
  }
  try {
    if (validator === undefined) {
      validator = new Validator(schema as Schema, '2020-12', false);
      validators.set(schema, validator);
    }
    const result = validator.validate(input);
    if (result.valid) return;
    errors = result.errors;
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ToolError('invalid_input', 'The input is nested too deeply.');
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError('internal_error', `The tool's input schema can't be used: ${why}`);
  }
  throw describe(errors);
}

function describe(errors: readonly OutputUnit[]): ToolError {
  const leaves = errors.filter(({ keyword, instanceLocation }, index) => {
    const next = errors[index + 1];
    // A wrapper is followed by what it wraps; "False boolean schema" says less than its wrapper.
    return (
      keyword !== 'false' &&
      !(
        WRAPPERS.has(keyword) &&
        next !== undefined &&
        next.keyword !== 'false' &&
        next.instanceLocation.startsWith(instanceLocation)
      )
    );
  });
  const shown = leaves.length > 0 ? leaves : errors;
  const paths = shown.map(pathOf);
  const reasons = shown
    .slice(0, MAX_REASONS)
    .map((unit, index) => `${label(paths[index] ?? [])}: ${wording(unit)}`);
  const more = shown.length > MAX_REASONS ? ` (and ${shown.length - MAX_REASONS} more)` : '';
  const fields = new Set(paths.map((path) => path[0]));
  const [field] = fields;
  return new ToolError('invalid_input', reasons.join(' ') + more, {
    ...(fields.size === 1 && field !== undefined ? { field } : {}),
  });
}

/** The path to what is wrong; for a missing or surplus property, that property's own. */
function pathOf({ keyword, instanceLocation, error }: OutputUnit): string[] {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decode(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = /^[^"]*"((?:[^"\\]|\\.)*)"/.exec(error)?.[1];
  const namesProperty =
    keyword === 'required' || /^(additional|unevaluated)Properties$/.test(keyword);
  return namesProperty && named !== undefined ? [...path, named] : path;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function label(path: readonly string[]): string {
  return path.length === 0 ? 'The input' : `"${path.join('.')}"`;
}

function wording({ keyword, error }: OutputUnit): string {
  if (keyword === 'required') return 'is required.';
  if (/^(additional|unevaluated)Properties$/.test(keyword))
    return 'is not an argument of this tool.';
  return error.replace(/^Instance /, '').replace(/^type "(\w+)" is invalid\. /, 'is of type $1. ');
}
