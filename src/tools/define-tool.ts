// A tool whose `input` has the type that its schema says. Types only: at run time it returns what it was given.

// Under its usual name: a project without the types of a page can compile this file, too.
import type { Signal as AbortSignal } from '../platform/globals.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { StandardSchema } from './standard-schema.ts';
import type { PageTool, RenderedCall, ToolContext, ToolUi } from './types.ts';

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

/** What `inputSchema` may be: JSON Schema of an object, or a library's schema. */
export type ToolSchema = { readonly type: 'object' } | StandardSchema;

/** What `execute` gets: what the library makes of the input, or the value that the JSON Schema describes. */
export type InputOf<Schema> = Schema extends StandardSchema
  ? NonNullable<Schema['~standard']['types']>['output']
  : FromSchema<Schema>;

export type TypedTool<Schema> = Omit<
  PageTool,
  'inputSchema' | 'execute' | 'verify' | 'summarize' | 'render' | 'ui'
> & {
  inputSchema?: Schema;
  execute?: (input: Readonly<InputOf<Schema>>, context: ToolContext) => unknown;
  render?: (call: RenderedCall<InputOf<Schema>>) => unknown;
  ui?: ToolUi<InputOf<Schema>>;
  summarize?: (input: Readonly<InputOf<Schema>>) => unknown;
  verify?: (input: Readonly<InputOf<Schema>>, context: ToolContext) => unknown;
};

/** Offers the agent a tool, until the signal aborts. */
export interface RegisterTool {
  /** Inline: `input` has the type that the schema says. */
  <const Schema extends ToolSchema = { type: 'object' }>(
    tool: TypedTool<Schema>,
    options?: { signal?: AbortSignal },
  ): void;
  <Input = JsonObject>(tool: PageTool<Input>, options?: { signal?: AbortSignal }): void;
}

/**
 * For a tool that is made at one place and registered at another: `execute` gets the input that the schema says.
 * @example
 * const addToCart = defineTool({
 *   name: 'add_to_cart',
 *   description: 'Adds a product.',
 *   inputSchema: { type: 'object', properties: { product_id: { type: 'string' } }, required: ['product_id'] },
 *   execute: ({ product_id }) => cart.items.push(product_id),
 * });
 * chat.registerTool(addToCart);
 */
export function defineTool<const Schema extends ToolSchema = { type: 'object' }>(
  tool: TypedTool<Schema>,
): PageTool<Readonly<InputOf<Schema>>> {
  // The schema is JSON by its own type; `const` only made its arrays readonly.
  return tool as typeof tool & { inputSchema?: JsonObject & Schema };
}
