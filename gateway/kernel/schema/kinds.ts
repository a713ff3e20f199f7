// The kinds of fields that more than one body has. Each says what it takes, in a refusal and in /openapi.json alike.

import { z } from '@hono/zod-openapi';
import { isRecord, type JsonObject } from '../../wire.ts';
import { isIdShaped, MAX_ID_LENGTH } from '../ids.ts';
import { isLongerThan } from '../text.ts';
import { words } from './words.ts';

const MAX_TEXT = 2000;
const MAX_ADDRESS = 2000;
/** A list is read in pieces, so that one of 500,000 wrong items is refused after the first few. */
const PIECE = 32;

/** An id as callers send it: text that may be one, whether there is such a row or not. */
export const id = z
  .string({ error: 'is not a valid id' })
  .refine(isIdShaped, {
    error: `must be an id: 1 to ${MAX_ID_LENGTH} letters, digits and _ . : -`,
  })
  .meta({ pattern: '^[A-Za-z0-9_.:-]+$', maxLength: MAX_ID_LENGTH });

const TEXT = `must be a string of at most ${MAX_TEXT} characters, without NUL`;

/** A name or a key that the database stores: PostgreSQL's text can't hold NUL, nor half of a surrogate pair. */
export const text = z
  .string({ error: TEXT })
  .refine((value) => !isLongerThan(value, MAX_TEXT) && !value.includes('\0'), { error: TEXT })
  .transform((value) => Buffer.from(value, 'utf8').toString('utf8'))
  .meta({ maxLength: MAX_TEXT });

/** A name, in one line. */
export const shortText = (max: number) =>
  z
    .string({ error: `must be a string of 1 to ${max} characters, without control characters` })
    .refine((value) => value.trim() !== '' && !isLongerThan(value, max) && !/\p{Cc}/u.test(value), {
      error: `must be a string of 1 to ${max} characters, without control characters`,
    })
    .meta({ minLength: 1, maxLength: max });

/** Text of some length that the database can hold. */
export const longText = (max: number) =>
  z
    .string({ error: `must be a string of at most ${max} characters, without NUL` })
    .refine((value) => !isLongerThan(value, max) && !value.includes('\0'), {
      error: `must be a string of at most ${max} characters, without NUL`,
    })
    .transform((value) => Buffer.from(value, 'utf8').toString('utf8'))
    .meta({ maxLength: max });

/** Text that isn't empty. */
export const filledText = z
  .string({ error: 'must be a non-empty string' })
  .refine((value) => value !== '', { error: 'must be a non-empty string' })
  .meta({ minLength: 1 });

/** An address; whether it may be reached is looked at where the operator's settings are known. */
export const address = z
  .string({ error: 'must be an address' })
  .max(MAX_ADDRESS, { error: `must have at most ${MAX_ADDRESS} characters` });

/** A whole number from `min` to `max`, both included. */
export function integer(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** A field that may be left out; null says as much as leaving it out. */
export function absent<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Any JSON object. */
export const jsonObject = z
  .custom<JsonObject>(isRecord, { error: 'must be an object' })
  .meta({ type: 'object' });

interface ListLimits {
  min?: number;
  max?: number;
  /** The refusal of a value that is no array, or of another length. */
  error?: string;
}

/** An array that is refused at its first wrong item. (zod's own reads all of them, and describes every fault.) */
export function list<Item extends z.ZodType>(
  item: Item,
  { min = 0, max = Number.POSITIVE_INFINITY, error }: ListLimits = {},
): z.ZodType<z.output<Item>[], z.input<Item>[]> {
  const piece = z.array(item);
  const schema = z
    .array(z.unknown(), ...(error === undefined ? [] : [{ error }]))
    .transform((items, context) => {
      if (items.length < min || items.length > max) {
        context.addIssue({ code: 'custom', message: error ?? lengthWords(min, max) });
        return z.NEVER;
      }
      const read: z.output<Item>[] = [];
      for (let from = 0; from < items.length; from += PIECE) {
        const result = piece.safeParse(items.slice(from, from + PIECE), { error: words });
        if (result.success) {
          read.push(...result.data);
          continue;
        }
        const [first] = result.error.issues;
        const [index, ...rest] = first?.path ?? [];
        context.addIssue({
          code: 'custom',
          message: first?.message ?? 'is not valid',
          path: [from + Number(index ?? 0), ...rest],
        });
        return z.NEVER;
      }
      return read;
    })
    .meta({
      items: schemaOf(item),
      ...(min > 0 ? { minItems: min } : {}),
      ...(Number.isFinite(max) ? { maxItems: max } : {}),
    });
  return schema as unknown as z.ZodType<z.output<Item>[], z.input<Item>[]>;
}

function lengthWords(min: number, max: number): string {
  return Number.isFinite(max)
    ? `must have ${min} to ${max} items`
    : `must have at least ${min} item`;
}

/** The JSON Schema of what a schema takes, for places that the document's generator doesn't look into. */
export function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** A query parameter: `true` or `false`; false where it is absent. */
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .optional()
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', default: false });
