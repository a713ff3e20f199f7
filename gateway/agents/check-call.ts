// Whether an agent's call can be run at all, seen before anybody else is asked: a tool that there is, and an input whose own
// members are there and of their kind. What stands deeper, and rarer keywords, the page checks, which has the last word. Schemas
// come from pages, so this reads each once and follows nothing that could lead in circles.

import { isRecord, type ToolDefinition } from '../wire.ts';
import type { AgentOutput } from './types.ts';

const BROKEN_ARGUMENTS =
  'The arguments were no JSON object, so nothing was run. Call the tool again with a valid one.';
const MAX_NAMED = 20;
const MAX_FAULTS = 5;

/** `input` is null where the arguments can't be read. */
export interface Call {
  name: string;
  input: Record<string, unknown> | null;
}

/** The output for a call: the call, or why it was not run, in words for the model. */
export function outputOf({ name, input }: Call, tools: readonly ToolDefinition[]): AgentOutput {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    const names = tools.slice(0, MAX_NAMED).map((one) => JSON.stringify(one.name));
    return {
      kind: 'broken_tool_use',
      name,
      code: 'tool_unavailable',
      message: `There is no such tool, so nothing was run. ${names.length === 0 ? 'You have none.' : `You have: ${names.join(', ')}.`}`,
    };
  }
  if (input === null) return { kind: 'broken_tool_use', name, message: BROKEN_ARGUMENTS };
  const faults = faultsIn(input, tool.input_schema);
  if (faults.length === 0) return { kind: 'tool_use', name, input };
  const words = faults.slice(0, MAX_FAULTS).join('; ');
  return {
    kind: 'broken_tool_use',
    name,
    message: `The arguments don't fit the tool, so nothing was run: ${words}. Call it again with valid ones.`,
  };
}

function faultsIn(
  input: Record<string, unknown>,
  schema: ToolDefinition['input_schema'],
): string[] {
  const { required, properties, additionalProperties } = schema;
  const known = isRecord(properties) ? properties : {};
  const missing = Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && !Object.hasOwn(input, name))
    : [];
  const wrong = Object.entries(input).flatMap(([name, value]) => {
    if (Object.hasOwn(known, name)) return faultOf(name, value, known[name]);
    const isOpen = additionalProperties !== false || isRecord(schema.patternProperties);
    return isOpen ? [] : [`${JSON.stringify(name)} isn't among its members`];
  });
  return [...missing.map((name) => `${JSON.stringify(name)} is missing`), ...wrong];
}

function faultOf(name: string, value: unknown, schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return [`${JSON.stringify(name)} must be of type ${types.join(' or ')}`];
  const { enum: choices } = schema;
  const isPlain = typeof value !== 'object';
  if (Array.isArray(choices) && isPlain && !choices.includes(value))
    return [
      `${JSON.stringify(name)} must be one of ${JSON.stringify(choices.slice(0, MAX_NAMED))}`,
    ];
  return [];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    default:
      return true;
  }
}
