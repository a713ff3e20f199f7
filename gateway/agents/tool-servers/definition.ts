// A server's tool as an owner looks at it and allows it: all that a model or a visitor is told of it, as one text. Pure.

import { createHash } from 'node:crypto';
import { isRecord } from '../../wire.ts';
import type { ListedTool } from './connection.ts';

/** Characters; nobody could look at more, so that such a tool isn't used. */
const MAX_DEFINITION = 64_000;

export interface Definition {
  tool: string;
  /** JSON: title, description, input_schema, annotations, and `ui` where the tool has one. */
  text: string;
  /** Hexadecimal, of the tool's name and the text. */
  digest: string;
}

/** @returns null for a tool that nobody could look at: too long, too deep, or with a name that can't be kept. */
export function definitionOf({
  name,
  title,
  description,
  input_schema,
  annotations,
  ui,
}: ListedTool): Definition | null {
  if (!/^[^\p{Cc}\p{Cs}]{1,256}$/u.test(name)) return null;
  // What shows no app is written as before there were any: what an owner has allowed then stays allowed.
  const app = ui === null ? {} : { ui };
  const text = written({ title, description, input_schema, annotations, ...app });
  if (text === null || text.length > MAX_DEFINITION) return null;
  const digest = createHash('sha256')
    .update(JSON.stringify([name, text]))
    .digest('hex');
  return { tool: name, text, digest };
}

/** The same for the same, in whatever order a server writes the fields of an object. */
function written(value: object): string | null {
  try {
    return JSON.stringify(value, (_, part: unknown) =>
      isRecord(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  } catch {
    // Nested deeper than can be written.
    return null;
  }
}
