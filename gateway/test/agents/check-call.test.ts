import { describe, expect, it } from 'vitest';
import { outputOf } from '../../agents/check-call.ts';
import type { ToolDefinition } from '../../wire.ts';

const tool = (schema: Record<string, unknown>) =>
  [{ name: 'book', description: 'Books a room.', input_schema: schema }] as ToolDefinition[];
const made = (input: Record<string, unknown> | null, schema: Record<string, unknown>) =>
  outputOf({ name: 'book', input }, tool(schema));

describe('a call of a model', () => {
  it.each([
    ['of all that the tool wants', { type: 'object', required: ['room'] }, { room: 7 }],
    ['without what may be left out', { properties: { room: { type: 'string' } } }, {}],
    [
      'of one of several kinds',
      { properties: { room: { type: ['string', 'null'] } } },
      { room: null },
    ],
    ['with more than is named', { properties: {} }, { more: 1 }],
    ['whose kind nobody knows', { properties: { room: { type: 'date' } } }, { room: 7 }],
    ['of a tool without a schema', {}, { room: 7 }],
    ['whose schema is nonsense', { required: 'room', properties: [] }, { room: 7 }],
    [
      'of what a deeper part forbids, which is the page’s to see',
      { properties: { at: { type: 'object', required: ['day'] } } },
      { at: {} },
    ],
  ])('is run: one %s', (_what, schema, input) => {
    expect(made(input, schema)).toEqual({ kind: 'tool_use', name: 'book', input });
  });

  it.each([
    ['lacks', { required: ['room'] }, {}, '"room" is missing'],
    ['lacks, though every object has one', { required: ['toString'] }, {}, '"toString" is missing'],
    [
      'is of another kind',
      { properties: { n: { type: 'integer' } } },
      { n: 1.5 },
      '"n" must be of type integer',
    ],
    [
      'is none of the choices',
      { properties: { c: { enum: ['a', 'b'] } } },
      { c: 'd' },
      '"c" must be one of ["a","b"]',
    ],
    [
      'isn’t wanted',
      { properties: {}, additionalProperties: false },
      { x: 1 },
      '"x" isn\'t among its members',
    ],
  ])('isn’t run if something %s', (_what, schema, input, why) => {
    expect(made(input, schema)).toEqual({
      kind: 'broken_tool_use',
      name: 'book',
      message: `The arguments don't fit the tool, so nothing was run: ${why}. Call it again with valid ones.`,
    });
  });

  it('isn’t run without arguments that can be read', () => {
    expect(made(null, {})).toMatchObject({ kind: 'broken_tool_use', name: 'book' });
  });

  it('of a tool that isn’t there names those that are', () => {
    expect(outputOf({ name: 'cook', input: {} }, tool({}))).toEqual({
      kind: 'broken_tool_use',
      name: 'cook',
      code: 'tool_unavailable',
      message: 'There is no such tool, so nothing was run. You have: "book".',
    });
  });
});
