// Schemas of other libraries (Zod, Valibot, ArkType) as a tool's input, by what they agreed on (standardschema.dev): the library
// itself checks the input, and says it as JSON Schema.

import { isRecord } from '../protocol/json.ts';

/** What each of these libraries' schemas has. */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    /** For the compiler alone: what is given, and what the library makes of it. */
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
}

/** Null: it is none, but JSON Schema or something else. ArkType's are functions. */
export function asStandard(schema: unknown): StandardSchema['~standard'] | null {
  if (!isRecord(schema) && typeof schema !== 'function') return null;
  const standard = Reflect.get(schema, '~standard');
  return typeof standard?.validate === 'function' ? standard : null;
}

/** The library's own conversion. Throws TypeError where it has none, or can't say this schema in JSON Schema. */
export function toJsonSchema(standard: StandardSchema['~standard']): unknown {
  const made: unknown = Reflect.get(standard, 'jsonSchema');
  if (!isRecord(made) || typeof made.input !== 'function') {
    throw new TypeError(
      `inputSchema of ${standard.vendor} can't say itself as JSON Schema. Take a newer version, or its converter (of Valibot: toStandardJsonSchema).`,
    );
  }
  return made.input({ target: 'draft-2020-12' });
}
