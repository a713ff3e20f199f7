// Types are the behaviour here: the compiler checks what the assertions state.

import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineTool, type FromSchema } from '../../tools/define-tool.ts';
import { createToolRegistry } from '../../tools/registry.ts';

describe('defineTool', () => {
  it('gives execute the type that the schema says', () => {
    const tool = defineTool({
      name: 'add_to_cart',
      description: 'Adds a product.',
      inputSchema: {
        type: 'object',
        properties: {
          product: { type: 'string' },
          quantity: { type: 'integer', minimum: 1 },
          size: { enum: ['S', 'M', 'L'] },
          tags: { type: 'array', items: { type: 'string' } },
          gift: { type: 'boolean' },
          to: {
            type: 'object',
            properties: { name: { type: 'string' }, floor: { type: 'number' } },
            required: ['name'],
          },
        },
        required: ['product', 'to'],
      },
      execute(input, { signal }) {
        expectTypeOf(input.product).toEqualTypeOf<string>();
        expectTypeOf(input.quantity).toEqualTypeOf<number | undefined>();
        expectTypeOf(input.size).toEqualTypeOf<'S' | 'M' | 'L' | undefined>();
        expectTypeOf(input.tags).toEqualTypeOf<string[] | undefined>();
        expectTypeOf(input.gift).toEqualTypeOf<boolean | undefined>();
        expectTypeOf(input.to.name).toEqualTypeOf<string>();
        expectTypeOf(input.to.floor).toEqualTypeOf<number | undefined>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        // @ts-expect-error what the schema doesn't name isn't there
        input.other;
        return input.product;
      },
    });
    const registry = createToolRegistry();
    registry.register(tool);
    expect(registry.find('add_to_cart')?.name).toBe('add_to_cart');
  });

  it('knows constants, several types and missing properties', () => {
    expectTypeOf<FromSchema<{ const: 3 }>>().toEqualTypeOf<3>();
    expectTypeOf<FromSchema<{ type: ['string', 'null'] }>>().toEqualTypeOf<string | null>();
    expectTypeOf<FromSchema<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<FromSchema<{ type: 'array' }>>().toEqualTypeOf<unknown[]>();
    expectTypeOf<FromSchema<{ anyOf: [] }>>().toEqualTypeOf<unknown>();
  });

  it('refuses a schema that is no object', () => {
    const wrong = {
      name: 'x',
      description: 'x',
      inputSchema: { type: 'string' } as const,
      execute: () => 1,
    };
    // @ts-expect-error a tool's input is an object
    expect(() => createToolRegistry().register(defineTool(wrong))).toThrow(/always an "object"/);
  });
});
