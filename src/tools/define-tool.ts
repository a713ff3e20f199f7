// A tool whose `input` has the type that its schema says. Types only: at run time it returns what it was given.

import type { JsonObject } from '../protocol/json.ts';
import type { PageTool, ToolContext } from './types.ts';

type Simplify<T> = { [Key in keyof T]: T[Key] };

/** The value that a JSON Schema describes, for the keywords that describe one; `unknown` for the rest. */
export type FromSchema<Schema> = Schema extends { const: infer Value }
  ? Value
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { type: infer Type }
      ? FromType<Type, Schema>
      : unknown;

/** Distributes over a list of types. */
type FromType<Type, Schema> = Type extends readonly (infer One)[]
  ? FromType<One, Schema>
  : Type extends 'string'
    ? string
    : Type extends 'number' | 'integer'
      ? number
      : Type extends 'boolean'
        ? boolean
        : Type extends 'null'
          ? null
          : Type extends 'array'
            ? Schema extends { items: infer Item }
              ? FromSchema<Item>[]
              : unknown[]
            : Type extends 'object'
              ? FromObject<Schema>
              : unknown;

type FromObject<Schema> = Schema extends { properties: infer Properties }
  ? Simplify<
      {
        -readonly [Key in keyof Properties as Key extends Required<Schema>
          ? Key
          : never]: FromSchema<Properties[Key]>;
      } & {
        -readonly [Key in keyof Properties as Key extends Required<Schema>
          ? never
          : Key]?: FromSchema<Properties[Key]>;
      }
    >
  : Record<string, unknown>;

type Required<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never;

/** What `inputSchema` may be: an object's schema, or nothing for a tool without input. */
type ObjectSchema = { readonly type: 'object' };

export type TypedTool<Schema> = Omit<
  PageTool,
  'inputSchema' | 'execute' | 'verify' | 'summarize'
> & {
  inputSchema?: Schema;
  execute: (input: Readonly<FromSchema<Schema>>, context: ToolContext) => unknown;
  summarize?: (input: Readonly<FromSchema<Schema>>) => unknown;
  verify?: (input: Readonly<FromSchema<Schema>>, context: ToolContext) => unknown;
};

/** `registerTool(defineTool({ inputSchema: { type: 'object', … }, execute(input) { … } }))` */
export function defineTool<const Schema extends ObjectSchema>(
  tool: TypedTool<Schema>,
): PageTool<Readonly<FromSchema<Schema>>> {
  // The schema is JSON by its own type; `const` only made its arrays readonly.
  return tool as typeof tool & { inputSchema?: JsonObject & Schema };
}
