// Asks the visitor whether a call may run, where neither its tool nor an earlier answer says so. An answer holds for the
// exact input that the visitor saw.

import { isRecord, type Json, type JsonObject } from '../protocol/json.ts';
import { identify, isBound } from './approval.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import { canonical } from './input.ts';
import type { Row } from './journal-row.ts';
import { mainArguments } from './main-arguments.ts';
import { summarize } from './summary.ts';
import { ToolError } from './tool-error.ts';
import type { Tool, ToolQuestion, ToolSummary } from './types.ts';

/** After this a tool that isn't read-only runs only when the visitor says so now. */
const STALE_MS = 600_000;
/** A call that was first seen later than now means that the clock was set back, unless the difference is this small. */
const CLOCK_SLACK_MS = 60_000;

/**
 * False: the tool changed while the visitor was thinking; what they saw no longer holds. A record: the answer to a card,
 * which is asked for each time. Throws ToolError `declined`; rejects with what ended the call's waits.
 */
export async function askVisitor(
  { clock, registry, approvals, calls }: CallsContext,
  call: Call,
  tool: Tool,
  input: JsonObject,
  earlier: Row | null,
): Promise<boolean | JsonObject> {
  const age = clock.now() - call.request.firstSeenAt;
  const isFresh = age >= -CLOCK_SLACK_MS && age <= STALE_MS;
  const isConfirmed = !tool.card?.asks && (isFresh || tool.isReadOnly || call.marks.isHere);
  // A call that an earlier page had claimed was allowed there: this tool, with this input.
  if (isConfirmed && isBound(earlier, call.text, tool)) return true;
  if (isConfirmed && tool.approval === 'auto') return true;
  if (isConfirmed && tool.approval === 'ask' && (await approvals.has(tool))) return true;
  const summary = await summarize(tool, input, call.waits, clock);
  const question = toQuestion(tool, call.request.toolUseId, input, isFresh, summary);
  const decision = await call.question.ask(question);
  if (decision === 'no') {
    const what = question.isCard ? 'answer' : 'allow';
    throw new ToolError('declined', `The visitor did not ${what} this.`);
  }
  const current = registry.find(call.request.name);
  if (current === null || identify(current) !== identify(tool)) return false;
  if (decision === 'conversation' && question.offersConversation) {
    await approvals.add(tool);
    // Questions about the same tool that wait beside this one are answered too.
    for (const other of calls.values()) other.question.allow(tool.name);
  }
  if (!question.isCard) return true;
  // Only the card itself makes records; anything else answers nothing.
  return typeof decision === 'object' ? decision : false;
}

/** `isFresh` false: so old that only an answer given now counts. */
export function toQuestion(
  tool: Tool,
  toolUseId: string,
  input: JsonObject,
  isFresh: boolean,
  summary: ToolSummary | null = null,
): ToolQuestion {
  const given = tool.card?.given?.(input);
  const values = valueTitlesOf(tool.inputSchema, input);
  return {
    toolUseId,
    title: tool.card?.about?.(input) ?? tool.title,
    name: tool.name,
    description: given ? '' : tool.description,
    input: given ?? input,
    labels: titlesOf(tool.inputSchema),
    values,
    main: mainArguments(given ?? input, values),
    binding: canonical([toolUseId, identify(tool), input]),
    offersConversation: tool.approval === 'ask' && isFresh,
    isDestructive: tool.isDestructive,
    ...(summary === null ? {} : { summary }),
    ...(tool.card?.asks ? { title: tool.card.asks(input), isCard: true } : {}),
  };
}

/** `title` of each property that has one. */
function titlesOf(schema: JsonObject): Record<string, string> {
  const titles: [string, string][] = [];
  for (const [name, { title }] of propertiesOf(schema))
    if (typeof title === 'string') titles.push([name, title]);
  return Object.fromEntries(titles);
}

/**
 * Titles of the given values, where the schema lists values with titles (`oneOf: [{ const, title }]`, or `enum` with
 * `enumNames`). Values that share a title keep their exact text: one could be mistaken for the other.
 */
function valueTitlesOf(schema: JsonObject, input: JsonObject): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, property] of propertiesOf(schema)) {
    const listed = Object.hasOwn(input, name) ? listedValues(property) : [];
    const [, title] = listed.find(([value]) => value === input[name]) ?? [];
    const isOne = listed.filter(([, other]) => other === title).length === 1;
    if (typeof title === 'string' && isOne) found.push([name, title]);
  }
  return Object.fromEntries(found);
}

/** The values that a property may have, each with its title if there is one. */
function listedValues(property: JsonObject): (readonly [Json | undefined, Json | undefined])[] {
  const { oneOf = property.anyOf, enum: values, enumNames: names } = property;
  if (Array.isArray(values) && Array.isArray(names))
    return values.map((value, at) => [value, names[at]] as const);
  if (!Array.isArray(oneOf)) return [];
  return oneOf.flatMap((one) => (isRecord(one) ? [[one.const, one.title] as [Json, Json]] : []));
}

const propertiesOf = ({ properties }: JsonObject): [string, JsonObject][] =>
  Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, schema]) =>
    isRecord(schema) ? [[name, schema as JsonObject] as [string, JsonObject]] : [],
  );
