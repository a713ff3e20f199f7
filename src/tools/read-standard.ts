// Has a library (Zod, Valibot, ArkType) read an input by its schema. Fetched with the first call of a tool that has one.

import type { JsonObject } from '../protocol/json.ts';
import type { StandardSchema } from './standard-schema.ts';
import { ToolError } from './tool-error.ts';

interface Checked {
  value?: unknown;
  issues?: readonly {
    message: string;
    path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  }[];
}

/** What the library makes of the input: with defaults and conversions. Throws ToolError `invalid_input`. */
export async function readByStandard(
  { validate }: StandardSchema['~standard'],
  input: JsonObject,
): Promise<JsonObject> {
  const { issues, value } = (await validate(input)) as Checked;
  if (issues === undefined) return value as JsonObject;
  const paths = issues.map(({ path = [] }) =>
    path.map((part) => String(typeof part === 'object' ? part.key : part)),
  );
  const reasons = issues.map(
    ({ message }, at) =>
      `${paths[at]?.length ? `"${paths[at].join('.')}"` : 'The input'}: ${message}`,
  );
  const [field] = paths.length === 1 ? (paths[0] ?? []) : [];
  throw new ToolError('invalid_input', reasons.slice(0, 3).join(' '), field ? { field } : {});
}
