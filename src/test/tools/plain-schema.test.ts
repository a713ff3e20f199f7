import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../test/chance.ts';
import type { Json } from '../../protocol/json.ts';
import { isPlainlyValid } from '../../tools/plain-schema.ts';
import { anySchema, anyValue } from './schemas.ts';

/** Null: the whole validator can't use the schema. */
function isValid(schema: unknown, value: unknown): boolean | null {
  try {
    return new Validator(structuredClone(schema) as Schema, '2020-12').validate(value).valid;
  } catch {
    return null;
  }
}

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

describe('the check that comes before the whole validator', () => {
  it('takes nothing that the whole validator refuses', () => {
    let taken = 0;
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 4, maxLength: 8 }), (any, values) => {
        const schema = toJson(any);
        for (const value of values.map(toJson)) {
          if (!isPlainlyValid(schema, value)) continue;
          taken += 1;
          expect(isValid(schema, value)).not.toBe(false);
        }
      }),
      { numRuns: cases(4_000) },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it.each([
    [{ type: 'object', properties: {} }, {}],
    [{ type: 'object', properties: { n: { type: 'integer', minimum: 1, maximum: 3 } } }, { n: 3 }],
    [{ type: 'object', properties: { s: { type: ['string', 'null'] } } }, { s: null }],
    [
      { required: ['a'], additionalProperties: false, properties: { a: { enum: [1, 'b'] } } },
      { a: 'b' },
    ],
    [
      { properties: { a: { type: 'array', items: { type: 'number' }, uniqueItems: true } } },
      { a: [1, 2] },
    ],
    [{ properties: { a: { oneOf: [{ const: 'x', title: 'X' }, { const: 'y' }] } } }, { a: 'y' }],
    [
      { properties: { a: { type: 'string', minLength: 1, maxLength: 1, pattern: '\\S' } } },
      { a: '🙂' },
    ],
    [{ additionalProperties: { type: 'boolean' } }, { any: true }],
    [
      { title: 'T', description: 'D', $schema: 'https://json-schema.org/draft/2020-12/schema' },
      { a: 1 },
    ],
  ] as [Json, Json][])('takes what %j says of %j', (schema, value) => {
    expect(isPlainlyValid(schema, value)).toBe(true);
    expect(isValid(schema, value)).toBe(true);
  });

  it('takes what a schema of Zod says by itself', () => {
    const schema = z.toJSONSchema(
      z.object({
        product: z.string().min(1),
        quantity: z.int().positive().max(20).default(1),
        colour: z.enum(['green', 'blue']).optional(),
        gift: z.union([z.boolean(), z.null()]),
      }),
      { io: 'input' },
    );
    const input = { product: 'mug', quantity: 2, gift: null };
    expect(isPlainlyValid(toJson(schema), input)).toBe(true);
    expect(isPlainlyValid(toJson(schema), { ...input, quantity: 21 })).toBe(false);
  });

  it.each([
    [{ toString: 1 }, {}],
    [{ type: 'nonsense' }, {}],
    [{ properties: null }, {}],
    [{ required: 'a' }, { a: 1 }],
    [{ enum: 'abc' }, 'a'],
    [{ maximum: '3' }, 2],
    [{ $ref: '#' }, {}],
    [{ const: { a: 1 } }, { a: 1 }],
  ] as [Json, Json][])('leaves %j to the whole validator', (schema, value) => {
    expect(isPlainlyValid(schema, value)).toBe(false);
  });
});
