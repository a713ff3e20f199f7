// A page's descriptor, checked with errors that say what to change, and made ready for the pipeline.

import { writeJson } from '../dom/json.ts';
import { findForbiddenKey, isRecord, type JsonObject, ownOf } from '../protocol/json.ts';
import { asStandard, toJsonSchema } from './standard-schema.ts';
import type { PageTool, RenderedCall, Tool, ToolAnnotations, ToolSourceName } from './types.ts';

export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const DEFAULT_TIMEOUT_MS = 30_000;
/** Browsers fire a timer that is longer than this at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const APPROVALS: readonly unknown[] = ['auto', 'ask', 'always'];

/** Throws TypeError naming the property that is wrong. */
export function toTool<Input>(descriptor: PageTool<Input>, source: ToolSourceName): Tool {
  if (!isRecord(descriptor)) {
    throw new TypeError('A tool must be an object with a name and execute.');
  }
  // Nothing that stands on every object says what a tool may do.
  const own = ownOf(descriptor as PageTool<Input>);
  const given = own as unknown as Record<string, unknown>;
  const { name } = given;
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    throw new TypeError(
      `Tool name ${show(name)} must be 1 to 64 letters, digits, "_" or "-", such as "add_to_cart".`,
    );
  }
  const wrong = (what: string): TypeError => new TypeError(`Tool "${name}": ${what}`);
  const { title, description, annotations, approval, timeoutMs } = given;
  if (typeof description !== 'string' || description.trim() === '') {
    throw wrong('description is missing. Say in a sentence what it does; the agent chooses by it.');
  }
  for (const part of ['execute', 'verify', 'summarize', 'render']) {
    const isLeftOut = given[part] === undefined && (part !== 'execute' || given.render);
    if (!isLeftOut && typeof given[part] !== 'function') throw wrong(`${part} must be a function.`);
  }
  if (title !== undefined && typeof title !== 'string') throw wrong('title must be a string.');
  if (annotations !== undefined && !isRecord(annotations)) {
    throw wrong('annotations must be an object, such as { readOnlyHint: true }.');
  }
  if (approval !== undefined && !APPROVALS.includes(approval)) {
    throw wrong(`approval ${show(approval)} must be "auto", "ask" or "always".`);
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    throw wrong('timeoutMs must be a number of milliseconds above 0.');
  }
  const standard = asStandard(given.inputSchema);
  const inputSchema = checkSchema(given.inputSchema, wrong);
  // That it has the type `Input` is the page's own claim, where no library has read it.
  const read = async (input: JsonObject) => {
    if (standard === null) return input as Input;
    const { readByStandard } = await import('./read-standard.ts');
    return (await readByStandard(standard, input)) as Input;
  };
  const hints: ToolAnnotations = ownOf(own.annotations ?? {});
  const { execute, verify, summarize, render } = own;
  const label = own.title || (typeof hints.title === 'string' && hints.title) || readable(name);
  // What only waits for an answer does nothing by itself.
  const isReadOnly = !execute || hints.readOnlyHint === true;
  return {
    source,
    name,
    title: label,
    description,
    inputSchema,
    // What spends money asks every time, whatever else the page says.
    approval:
      hints.consequentialHint === true ? 'always' : (own.approval ?? (isReadOnly ? 'auto' : 'ask')),
    isReadOnly,
    isIdempotent: isReadOnly || hints.idempotentHint === true,
    isDestructive: hints.destructiveHint === true,
    timeoutMs: Math.min(own.timeoutMs ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS),
    navigates: own.navigates === true,
    asksVisitor: own.asksVisitor === true,
    isSeen: own.shows === true || own.navigates === true,
    ui: own.ui,
    // Called on the descriptor, so that a tool may be an object with methods. The pipeline has checked the
    // input against the JSON Schema by then.
    execute: async (input, context) =>
      execute ? execute.call(descriptor, await read(input), context) : context.answer?.value,
    ...(!execute && { card: { asks: () => label } }),
    ...(render && { render: (call) => render.call(descriptor, call as RenderedCall<Input>) }),
    ...(standard && { check: read }),
    ...(summarize && {
      summarize: async (input) => summarize.call(descriptor, await read(input)),
    }),
    ...(verify && {
      verify: async (input, context) => verify.call(descriptor, await read(input), context),
    }),
  };
}

/** A copy as plain JSON, so that nothing the page does later changes what was offered. */
function checkSchema(given: unknown, wrong: (what: string) => TypeError): JsonObject {
  if (given === undefined) return { type: 'object', properties: {} };
  const standard = asStandard(given);
  let schema: unknown = given;
  try {
    if (standard) schema = toJsonSchema(standard);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  if (!isRecord(schema)) {
    throw wrong(
      'inputSchema must be JSON Schema of an object, or a schema of Zod, Valibot or ArkType.',
    );
  }
  if (schema.type !== undefined && schema.type !== 'object') {
    throw wrong(`inputSchema.type is ${show(schema.type)}; a tool's input is always an "object".`);
  }
  let copy: JsonObject;
  try {
    copy = JSON.parse(writeJson(schema));
  } catch {
    throw wrong('inputSchema must be plain JSON, without cycles.');
  }
  const key = findForbiddenKey(copy);
  if (key !== null) throw wrong(`inputSchema may not have a key "${key}".`);
  return copy.type === undefined ? { ...copy, type: 'object' } : copy;
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 80)}"` : String(typeof value);
}

/** "add_to_cart" → "Add to cart". */
export function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_/\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : (words[0] ?? '').toUpperCase() + words.slice(1);
}
