import { describe, expect, it } from 'vitest';
import {
  fieldsOf,
  initialValues,
  readForm,
  readInput,
  valuesOf,
} from '../../devtools/tool-form.ts';
import type { JsonObject } from '../../protocol/json.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    product: { type: 'string', title: 'Product', description: 'Its id' },
    quantity: { type: 'integer', minimum: 1, maximum: 20, default: 1 },
    size: { enum: ['S', 'M', null] },
    isGift: { type: 'boolean' },
    lines: { type: 'array', items: { type: 'string' } },
  },
  required: ['product'],
};
const fields = fieldsOf(SCHEMA) ?? [];

describe('the form of a tool', () => {
  it('has a control for each argument, with the schema’s own words', () => {
    expect(fields.map(({ name, label, kind }) => [name, label, kind])).toEqual([
      ['product', 'Product', 'text'],
      ['quantity', 'quantity', 'number'],
      ['size', 'size', 'choice'],
      ['isGift', 'isGift', 'switch'],
      ['lines', 'lines', 'json'],
    ]);
    expect(fields.map(({ hint }) => hint)).toEqual([
      'Its id',
      'integer 1…20',
      '',
      'boolean',
      'array',
    ]);
    expect(initialValues(fields)).toMatchObject({ product: '', quantity: '1', isGift: '' });
  });

  it('reads what was entered as the types that the schema names, and leaves out what was left empty', () => {
    const values = { product: 'mug', quantity: '2', size: '"M"', isGift: 'true', lines: '["a"]' };
    expect(readForm(fields, values)).toEqual({
      input: { product: 'mug', quantity: 2, size: 'M', isGift: true, lines: ['a'] },
      wrong: {},
    });
    expect(readForm(fields, { product: 'mug' }).input).toEqual({ product: 'mug' });
  });

  it('gives a needed text that is left empty, as the agent may, too', () => {
    expect(readForm(fields, {}).input).toEqual({ product: '' });
  });

  it('leaves it to the tool’s schema to refuse what is no number', () => {
    expect(readForm(fields, { quantity: 'many' })).toMatchObject({ input: { quantity: 'many' } });
  });

  it('says of which field the text is no JSON', () => {
    expect(readForm(fields, { lines: '[' }).wrong).toEqual({ lines: 'This is no JSON.' });
  });

  it('takes up the input of an earlier call, and gives the same again', () => {
    const input = { product: 'mug', quantity: 3, size: null, isGift: false, lines: ['a', 'b'] };
    expect(readForm(fields, valuesOf(fields, input)).input).toEqual(input);
  });

  it('is JSON alone for a schema that is no list of properties', () => {
    expect(fieldsOf({ type: 'object', oneOf: [] })).toBeNull();
    expect(fieldsOf({ type: 'object' })).toEqual([]);
    expect(readInput('{"a":1}')).toEqual({ a: 1 });
    expect(readInput('')).toEqual({});
    expect(readInput('[1]')).toBeUndefined();
  });
});
