// What could be better about a tool that works: hints for its author, each with what to do. Pure.

import { isRecord, ownOf } from '../protocol/json.ts';
import type { Tool } from '../tools/types.ts';

const SHORT_DESCRIPTION = 20;
const VERB_OF_READING = /^(get|read|list|find|search|show|view|count|check|look)(_|-|$)/;

export function adviceFor(tool: Tool): string[] {
  const { name, description, isReadOnly, approval, inputSchema } = tool;
  const schema = ownOf(inputSchema);
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const bare = Object.entries(properties).flatMap(([field, property]) =>
    isRecord(property) && !ownOf(property).description && !ownOf(property).enum ? [field] : [],
  );
  const missing = required.filter((field) => !Object.hasOwn(properties, field));
  return [
    description.trim().length < SHORT_DESCRIPTION &&
      'Its description is very short. The agent chooses by it: say what the tool does, and when to use it.',
    bare.length > 0 &&
      `The agent isn’t told what ${bare.map((field) => `“${field}”`).join(', ')} ${bare.length > 1 ? 'mean: give them' : 'means: give it'} a description in the schema.`,
    missing.length > 0 &&
      `The schema requires ${missing.map((field) => `“${field}”`).join(', ')}, which its properties don’t have.`,
    !isReadOnly &&
      approval !== 'auto' &&
      VERB_OF_READING.test(name) &&
      'By its name it only reads, but it asks the visitor each time. If it changes nothing, set annotations.readOnlyHint: true.',
    tool.isDestructive &&
      tool.summarize === undefined &&
      'It is destructive and has no summarize: the visitor reads the bare input instead of a question in your words.',
  ].filter((sentence) => typeof sentence === 'string');
}
