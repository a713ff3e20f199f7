// The shop's tools that the page declares, by their names.

import { isRecord, type JsonObject, type ToolDefinition } from '../../gateway/agent.ts';

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
}

export function createToolbox(tools: readonly ToolDefinition[]): Toolbox {
  return {
    find: (capability) => tools.find(({ name }) => name === NAMES[capability]) ?? null,
  };
}

/** "shop/addToCart" → "shop add to cart" */
export function spokenName(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^A-Za-z\d]+/g, ' ');
  return words.toLowerCase().trim();
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
