// The words of a refusal where a schema has none of its own, by the kind of the fault.

import type { z } from '@hono/zod-openapi';

const KINDS: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

/** The error map of every read: a part of a sentence whose subject is the field. */
export const words: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'is not valid';
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of: ${issue.values.join(', ')}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `may have ${issue.maximum} items at most`
        : `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'item' : 'items'}`
        : `must be at least ${issue.minimum}`;
    default:
      return 'is not valid';
  }
};
