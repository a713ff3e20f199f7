// A call's input, made safe to hand over: checked for dangerous keys, frozen all through, and bound to a digest.

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
    return JSON.parse(JSON.stringify(input));
  } catch {
    // Engines give up on JSON that is nested some thousands deep.
    throw new ToolError('invalid_input', 'The input is nested too deeply.');
  }
}

/** The same text for equal JSON, whatever the order of its keys. */
export function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join()}}`;
}

/**
 * 64 bits over the text (two FNV-style lanes) and its length. It binds an answer to what the visitor saw in this
 * page, where an attacker can't choose among many inputs; it is no signature.
 */
export function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995);
    b ^= b >>> 13;
  }
  return [a, b, text.length].map((part) => (part >>> 0).toString(36)).join('-');
}
