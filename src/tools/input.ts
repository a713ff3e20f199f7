// A call's input, made safe to hand over (checked for dangerous keys, frozen all through), and the text that tells one call
// from another.

import { writeJson } from '../dom/json.ts';
import { findForbiddenKey, type Json, type JsonObject } from '../protocol/json.ts';
import { ToolError } from './tool-error.ts';

/** A frozen copy of its own. Throws ToolError `invalid_input` for keys that could reach a prototype. */
export function freezeInput(input: JsonObject): JsonObject {
  const key = findForbiddenKey(input);
  if (key !== null) throw new ToolError('invalid_input', `The key "${key}" is not allowed.`);
  const copy = clone(input);
  const queue: Json[] = [copy];
  while (queue.length > 0) {
    const next = queue.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const value of Object.values(next)) queue.push(value);
    Object.freeze(next);
  }
  return copy;
}

function clone(input: JsonObject): JsonObject {
  try {
    return JSON.parse(writeJson(input));
  } catch {
    // Engines give up on JSON that is nested some thousands deep.
    throw new ToolError('invalid_input', 'The input is nested too deeply.');
  }
}

/** The same text for equal JSON, whatever the order of its keys. */
export function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return writeJson(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${writeJson(key)}:${canonical(value[key] ?? null)}`).join()}}`;
}

/**
 * All that a call is, as one text: its name and its exact input. Two calls are the same where this is. No hash stands in
 * for it, since a gateway that means harm chooses both. Null: nested so deeply that nothing can be told, or run, of it.
 */
export function tellCall({ name, input }: { name: string; input: JsonObject }): string | null {
  try {
    return canonical([name, input]);
  } catch {
    return null;
  }
}
