// Turns what a schema finds wrong into one sentence that names the field and says what belongs there. Knows no HTTP route.

import type { z } from '@hono/zod-openapi';
import { invalid } from '../http-error.ts';
import { words } from './words.ts';

/** @throws HttpError 400 with the first thing that is wrong. */
export function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: words });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw invalid(first === undefined ? 'The request is not valid.' : sentence(first));
}

/** A message that begins with a capital letter is a whole sentence; any other goes on after the field's name. */
function sentence({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const where = path.reduce<string>(
    (name, part) =>
      typeof part === 'number'
        ? `${name}[${part}]`
        : name === ''
          ? String(part)
          : `${name}.${String(part)}`,
    '',
  );
  const subject = where === '' ? 'The body' : where;
  const text = /^\p{Lu}/u.test(message)
    ? message
    : `${subject}${/^[[.]/.test(message) ? '' : ' '}${message}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
