// The tools that the page declares: the shop's own by their names, and any other by the words of its name and description.

import {
  contentStems,
  isRecord,
  type Json,
  type JsonObject,
  stem,
  type ToolDefinition,
} from '../../gateway/agent.ts';
import { isAlike } from './words.ts';

const NAMES = {
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
  form: 'ask_form',
  suggest: 'suggest_replies',
} as const;

export type Capability = keyof typeof NAMES;

/** Tools of the shop that change nothing, so that calling one again does no harm. */
const READING: readonly string[] = [NAMES.search, NAMES.cart, NAMES.show];

export const isReading = (name: string): boolean => READING.includes(name);

export interface Toolbox {
  /** The shop's tool for a capability, or null where the page offers none. */
  find(capability: Capability): ToolDefinition | null;
  /** Tools that aren't the shop's. */
  others: ToolDefinition[];
  all: readonly ToolDefinition[];
  /** Whether it has a tool of a shop's, or none at all: then the page that the visitor is on may just have none. */
  isShop: boolean;
}

const OF_A_SHOP: readonly Capability[] = [
  'search',
  'show',
  'add',
  'change',
  'cart',
  'go',
  'contact',
];

export function createToolbox(tools: readonly ToolDefinition[]): Toolbox {
  const own: readonly string[] = Object.values(NAMES);
  const find = (capability: Capability) =>
    tools.find(({ name }) => name === NAMES[capability]) ?? null;
  const others = tools.filter(({ name }) => !own.includes(name));
  return {
    find,
    others,
    all: tools,
    isShop: others.length === 0 || OF_A_SHOP.some((capability) => find(capability) !== null),
  };
}

/** "shop/addToCart" → "shop add to cart" */
export function spokenName(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^A-Za-z\d]+/g, ' ');
  return words.toLowerCase().trim();
}

/** What a tool does, without whose it is: "sample__leave-message" → "leave message" */
export function deedName(name: string): string {
  return spokenName(name.replace(/^.*(?:__|\/)/, ''));
}

/** Input for a tool: what its schema has no argument for is left out, and what it bounds is kept within. */
export function buildInput(tool: ToolDefinition, values: JsonObject): JsonObject {
  const properties = readProperties(tool);
  const names = Object.keys(properties);
  const input: JsonObject = {};
  for (const [name, value] of Object.entries(values)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const schema = properties[name];
    const most = isRecord(schema) ? schema.maximum : undefined;
    const isBounded = name === 'max_results' && typeof most === 'number' && value !== null;
    input[name] = isBounded ? Math.min(Number(value), most) : value;
  }
  return input;
}

export function readProperties(tool: ToolDefinition): JsonObject {
  const { properties } = tool.input_schema;
  return isRecord(properties) ? (properties as JsonObject) : {};
}

/** The values that an argument's schema lists, as strings. */
export function readChoices(tool: ToolDefinition, argument: string): string[] {
  const schema = readProperties(tool)[argument];
  const values = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  return values.filter((value) => typeof value === 'string');
}

export function readRequired(tool: ToolDefinition): string[] {
  const { required } = tool.input_schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

const WEAK = new Set('get list show read tool core info site do run fetch'.split(' ').map(stem));

/** The tool outside the shop's own whose name and description a text speaks of, with what input can be read off it. */
export function matchOther(
  text: string,
  toolbox: Toolbox,
): { name: string; input: JsonObject } | null {
  const said = contentStems(text);
  let best: { tool: ToolDefinition; score: number } | null = null;
  for (const tool of toolbox.others) {
    const names = contentStems(deedName(tool.name)).filter((word) => !WEAK.has(word));
    if (names.length === 0) continue;
    const described = contentStems(tool.description);
    const named = names.filter((word) => said.some((other) => isAlike(other, word))).length;
    const hinted = said.filter((word) => described.includes(word)).length;
    const score = named / names.length + Math.min(hinted, 3) * 0.1;
    if (named > 0 && score >= 0.7 && score > (best?.score ?? 0)) best = { tool, score };
  }
  return best === null ? null : { name: best.tool.name, input: readInput(text, best.tool) };
}

function readInput(text: string, tool: ToolDefinition): JsonObject {
  const read = Object.entries(readProperties(tool)).map(
    ([name, schema]) => [name, readArgument(text, name, schema, tool)] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as JsonObject;
}

function readArgument(
  text: string,
  name: string,
  schema: Json,
  tool: ToolDefinition,
): Json | undefined {
  const choices = readChoices(tool, name);
  if (choices.length > 0) {
    return choices.find((choice) => contentStems(text).includes(stem(choice.toLowerCase())));
  }
  const type = isRecord(schema) ? schema.type : undefined;
  if (type === 'integer' || type === 'number') {
    const digits = /-?\d+(?:\.\d+)?/.exec(text)?.[0];
    return digits === undefined ? undefined : Number(digits);
  }
  if (type !== 'string') return undefined;
  if (/id|number|code|ref/.test(name)) return /#?\b([A-Z]{0,4}-?\d[\w-]*)\b/.exec(text)?.[1];
  return /\b(?:for|in|of|about|called|to|with)\s+([\p{L}\p{N}][\p{L}\p{N} '-]{0,60}?)[?.!]*$/u.exec(
    text,
  )?.[1];
}
