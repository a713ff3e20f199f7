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

  it('gives the HTML of a call the type that the schema says', () => {
    const tool = defineTool({
      name: 'show_route',
      description: 'Shows the way.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      ui: {
        html({ input, toolUseId }) {
          expectTypeOf(input.to).toEqualTypeOf<string>();
          expectTypeOf(toolUseId).toEqualTypeOf<string>();
          // @ts-expect-error what the schema doesn't name isn't there
          input.other;
          return `<p>${input.to}`;
        },
        height: 200,
      },
      execute: () => 1,
    });
    const registry = createToolRegistry();
    registry.register(tool);
    registry.register({
      name: 'show_text',
      description: 'x',
      // @ts-expect-error HTML is a text, or a function that returns one
      ui: { html: 7 },
      execute: () => 1,
    });
    expect(registry.find('show_route')?.ui).toBe(tool.ui);
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
