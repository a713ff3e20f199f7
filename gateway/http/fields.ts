// Reads single fields of a body. Each says in its refusal which field was wrong and what belongs there.

import { isIdShaped, MAX_ID_LENGTH } from '../ids.ts';
import { isRecord } from '../wire.ts';
import { invalid } from './http-error.ts';
import { isLongerThan } from './text.ts';

const MAX_TEXT = 2000;

type Body = Readonly<Record<string, unknown>>;

/** Undefined where the field is absent or null. */
export function optionalText(body: Body, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  // PostgreSQL's text can't hold NUL.
  if (typeof value !== 'string' || isLongerThan(value, MAX_TEXT) || value.includes('\0')) {
    throw invalid(`${field} must be a string of at most ${MAX_TEXT} characters, without NUL.`);
  }
  // Nor half of a surrogate pair.
  return Buffer.from(value, 'utf8').toString('utf8');
}

/** An id that may be absent: undefined where it is, null where the body says null. */
export function optionalId(body: Body, field: string): string | null | undefined {
  const value = body[field];
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string' || !isIdShaped(value)) throw invalid(`${field} is not a valid id.`);
  return value;
}

/** @param where the field's whole name, for the refusal. */
export function optionalBoolean(body: Body, field: string, where = field): boolean | undefined {
  const value = body[field];
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalid(`${where} must be true or false.`);
}

export function optionalInteger(
  body: Body,
  field: string,
  min: number,
  max: number,
): number | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) {
    return value;
  }
  throw invalid(`${field} must be an integer from ${min} to ${max}.`);
}

export function optionalChoice<Choice extends string>(
  body: Body,
  field: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw invalid(`${field} must be one of: ${choices.join(', ')}.`);
  return choice;
}

/** Undefined where the field is absent; null counts as absent. */
export function optionalArray(body: Body, field: string): unknown[] | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw invalid(`${field} must be an array.`);
  return value;
}

export function record(value: unknown, where: string): Record<string, unknown> {
  if (!isRecord(value)) throw invalid(`${where} must be an object.`);
  return value;
}

export function requiredId(body: Body, field: string, where: string): string {
  const value = body[field];
  if (typeof value === 'string' && isIdShaped(value)) return value;
  throw invalid(
    `${where}.${field} must be an id: 1 to ${MAX_ID_LENGTH} letters, digits and _ . : -`,
  );
}

export function requiredText(body: Body, field: string, where: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '') {
    throw invalid(`${where}.${field} must be a non-empty string.`);
  }
  return value;
}
