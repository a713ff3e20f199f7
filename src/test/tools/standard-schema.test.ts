// Schemas of the libraries themselves. Types are behaviour here, too: the compiler checks what `expectTypeOf` states.

import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type RegisterTool } from '../../tools/define-tool.ts';
import { createToolRegistry } from '../../tools/registry.ts';
import type { PageTool, Tool } from '../../tools/types.ts';

const heard: unknown[] = [];
const base = { name: 'add', description: 'Adds.' };

const FROM = {
  Zod: defineTool({
    ...base,
    inputSchema: z.object({ id: z.string(), count: z.number().min(1).default(1) }),
    execute(input) {
      expectTypeOf(input).toEqualTypeOf<Readonly<{ id: string; count: number }>>();
      heard.push(input);
    },
  }),
  Valibot: defineTool({
    ...base,
    inputSchema: toStandardJsonSchema(
      v.object({ id: v.string(), count: v.optional(v.pipe(v.number(), v.minValue(1)), 1) }),
    ),
    execute(input) {
      expectTypeOf(input.id).toEqualTypeOf<string>();
      expectTypeOf(input.count).toEqualTypeOf<number>();
      heard.push(input);
    },
  }),
  ArkType: defineTool({
    ...base,
    inputSchema: type({ id: 'string', count: 'number >= 1 = 1' }),
    execute(input) {
      expectTypeOf(input.id).toEqualTypeOf<string>();
      expectTypeOf(input.count).toEqualTypeOf<number>();
      heard.push(input);
    },
  }),
} as const;

const context = { signal: new AbortController().signal, toolUseId: 't' };

function register(tool: PageTool): Tool {
  const registry = createToolRegistry();
  registry.register(tool);
  return registry.find('add') as Tool;
}

describe.each(Object.entries(FROM))('a schema of %s', (_library, given) => {
  const tool = () => register(given as unknown as PageTool);

  it('reaches the agent as JSON Schema', () => {
    expect(tool().inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' }, count: { type: 'number', minimum: 1 } },
      required: ['id'],
    });
  });

  it('hands over what the library makes of the input', async () => {
    heard.length = 0;
    await tool().execute({ id: 'mug' }, context);
    expect(heard).toEqual([{ id: 'mug', count: 1 }]);
  });

  it('refuses by the library what doesn’t fit, and names the field', async () => {
    const refused = Promise.resolve(tool().check?.({ id: 'mug', count: 0 }));
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('"count"'),
      field: 'count',
    });
  });
});

describe('a schema that a library has made JSON Schema of', () => {
  it('is taken as it is', () => {
    const inputSchema = z.toJSONSchema(z.object({ id: z.string() }));
    const tool = register({ ...base, inputSchema, execute: () => 1 } as unknown as PageTool);
    expect(tool.inputSchema).toMatchObject({ properties: { id: { type: 'string' } } });
  });
});

describe('registerTool', () => {
  it('types the input of a tool that is written inline', () => {
    const offer = (() => {}) as RegisterTool;
    offer({
      ...base,
      inputSchema: {
        type: 'object',
        properties: { product: { type: 'string' }, quantity: { type: 'integer' } },
        required: ['product'],
      },
      execute({ product, quantity = 1 }, { signal }) {
        expectTypeOf(product).toEqualTypeOf<string>();
        expectTypeOf(quantity).toEqualTypeOf<number>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      },
    });
    offer({
      ...base,
      inputSchema: z.object({ id: z.string() }),
      summarize: ({ id }) => ({ title: id.toUpperCase() }),
      execute: ({ id }) => id.length,
    });
    offer<{ id: string }>({ ...base, execute: ({ id }) => id });
    offer({ ...base, execute: () => 1 });
    expect(offer).toBeTypeOf('function');
  });
});
