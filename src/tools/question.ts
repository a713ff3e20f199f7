// Asks the visitor whether a call may run, where neither its tool nor an earlier answer says so. An answer holds for the
// exact input that the visitor saw.

import { isRecord, type JsonObject } from '../protocol/json.ts';
import { identify, isBound } from './approval.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import { canonical } from './input.ts';
import type { Row } from './journal-row.ts';
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
  return {
    toolUseId,
    title: tool.card?.about?.(input) ?? tool.title,
    name: tool.name,
    description: tool.description,
    input,
    labels: titlesOf(tool.inputSchema),
    binding: canonical([toolUseId, identify(tool), input]),
    offersConversation: tool.approval === 'ask' && isFresh,
    isDestructive: tool.isDestructive,
    ...(summary === null ? {} : { summary }),
    ...(tool.card?.asks ? { title: tool.card.asks(input), isCard: true } : {}),
  };
}

/** `title` of each property that has one. */
function titlesOf({ properties }: JsonObject): Record<string, string> {
  const titles: [string, string][] = [];
  for (const [name, schema] of Object.entries(isRecord(properties) ? properties : {})) {
    if (isRecord(schema) && typeof schema.title === 'string') titles.push([name, schema.title]);
  }
  return Object.fromEntries(titles);
}
