// The shop's tools that the page declares, and how their calls are answered from what was recorded. Knows no visitor's words.

import { isRecord, type Json, type JsonObject, type ToolDefinition } from '../../gateway/agent.ts';
import type { Failure, ToolAnswer } from './history.ts';
import { failureSentence } from './phrases.ts';

export const NAMES = {
  choose: 'offer_choices',
  contact: 'fill_contact_form',
  coupon: 'apply_coupon',
  change: 'change_quantity',
  add: 'add_to_cart',
  cart: 'show_cart',
  show: 'show_product',
  go: 'go_to_page',
  search: 'search_products',
  items: 'show_items',
  suggest: 'suggest_replies',
  /** The gateway's own, where there is a desk. */
  human: 'request_human',
} as const;

export type Capability = keyof typeof NAMES;

/** Tools of the shop that change nothing, so that calling one again does no harm. */
const READING: readonly string[] = [NAMES.search, NAMES.cart, NAMES.show];
export const isReading = (name: string): boolean => READING.includes(name);

export interface Call {
  name: string;
  input: Record<string, Json>;
}

/** Yields calls, is handed their answers, and returns what came of it. The same answers lead to the same next call. */
export type Part<T> = Generator<Call[], T, ToolAnswer[]>;

export type Tools = readonly ToolDefinition[];

export const find = (tools: Tools, capability: Capability): ToolDefinition | null =>
  tools.find(({ name }) => name === NAMES[capability]) ?? null;

export type Used = { data: unknown } | { say: string; failure: Failure | null };

/** Calls one tool by what it does. `act` is what it was for: "add the mug to your cart". */
export function* use(
  tools: Tools,
  capability: Capability,
  values: JsonObject,
  act: string,
): Part<Used> {
  const tool = find(tools, capability);
  if (tool === null) return { say: `I can't ${act} from this page.`, failure: null };
  const names = Object.keys(propertiesOf(tool));
  const input = Object.fromEntries(
    Object.entries(values).filter(([name]) => names.length === 0 || names.includes(name)),
  );
  const call = { name: tool.name, input };
  let [answer] = yield [call];
  // Once, and only what changes nothing: a second "add" after a lost answer could add twice.
  if (answer?.ok === false && answer.failure.retryable && isReading(tool.name))
    [answer] = yield [call];
  if (answer?.ok) return { data: answer.data };
  const failure = answer?.failure ?? null;
  return { say: failure ? failureSentence(failure, act) : '', failure };
}

export function propertiesOf(tool: ToolDefinition): JsonObject {
  const { properties } = tool.input_schema;
  return isRecord(properties) ? (properties as JsonObject) : {};
}

/** The values that an argument's schema lists. */
export function choicesOf(tool: ToolDefinition | null, argument: string): string[] {
  const schema = tool === null ? null : propertiesOf(tool)[argument];
  const values = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  return values.filter((value) => typeof value === 'string');
}

/** The largest number that an argument's schema allows. */
export function mostOf(tool: ToolDefinition | null, argument: string): number {
  const schema = tool === null ? null : propertiesOf(tool)[argument];
  return isRecord(schema) && typeof schema.maximum === 'number' ? schema.maximum : Infinity;
}
