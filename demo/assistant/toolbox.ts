// The tools that the page declares, as capabilities: which of them searches, adds, shows the cart …, told from
// its name, and which of its arguments takes what, told from its input schema. Holds no shop's names.

import {
  contentStems,
  isRecord,
  type Json,
  type JsonObject,
  stem,
  type ToolDefinition,
} from '../../gateway/agent.ts';
import { isAlike } from './words.ts';

export type Capability =
  | 'choose'
  | 'contact'
  | 'coupon'
  | 'change'
  | 'add'
  | 'cart'
  | 'show'
  | 'go'
  | 'search';

/** In this order, so that "show_cart" is the cart before it is something shown. Each tool serves one capability. */
const BY_NAME: [Capability, RegExp][] = [
  ['choose', /(?:ask|offer|let).*(?:choose|choice|pick|select)|^(?:choose|ask_visitor|ask_user)/],
  ['contact', /contact|send_message|support_(?:form|ticket)|enquiry/],
  ['coupon', /coupon|voucher|promo|discount/],
  [
    'change',
    /(?:change|update|set|edit)_.*(?:quantity|qty|cart|basket|item)|remove_.*(?:cart|basket|item)/,
  ],
  ['add', /add_.*(?:cart|basket|bag)|add_(?:product|item)|^buy/],
  ['cart', /(?:show|view|get|list|read|open|see)_.*(?:cart|basket|bag)|^cart$/],
  ['show', /(?:show|view|open|get|display)_.*(?:product|item)$|^product$/],
  ['go', /^go_|navigate|open_(?:page|url)|visit/],
  ['search', /search|find|look_?up|browse|list_products/],
];

export type Role =
  | 'query'
  | 'max'
  | 'product'
  | 'quantity'
  | 'variant'
  | 'code'
  | 'page'
  | 'question'
  | 'options'
  | 'name'
  | 'email'
  | 'topic'
  | 'message';

const ROLES: Record<Role, { usual: string; pattern: RegExp }> = {
  max: { usual: 'max_results', pattern: /^max|limit/ },
  query: { usual: 'query', pattern: /query|search|term|keyword|^q$|^text$/ },
  product: { usual: 'product_id', pattern: /product|item|sku|^id$/ },
  quantity: { usual: 'quantity', pattern: /quantity|qty|count|amount/ },
  variant: { usual: 'variant', pattern: /variant|colou?r|size|^option$/ },
  code: { usual: 'code', pattern: /code|coupon|voucher/ },
  page: { usual: 'page', pattern: /page|path|target|destination|^to$/ },
  question: { usual: 'question', pattern: /question|prompt|title/ },
  options: { usual: 'options', pattern: /options|choices/ },
  name: { usual: 'name', pattern: /^(?:full_?|your_?)?name$/ },
  email: { usual: 'email', pattern: /e?mail/ },
  topic: { usual: 'topic', pattern: /topic|subject|reason/ },
  message: { usual: 'message', pattern: /message|body|text|comment/ },
};

export interface Toolbox {
  /** The tool for a capability, or null where the page offers none. */
  find(capability: Capability): ToolDefinition | null;
  /** Tools that serve none of the capabilities. */
  others: ToolDefinition[];
  all: readonly ToolDefinition[];
}

export function createToolbox(tools: readonly ToolDefinition[]): Toolbox {
  const found = new Map<Capability, ToolDefinition>();
  const taken = new Set<ToolDefinition>();
  for (const [capability, pattern] of BY_NAME) {
    const tool = tools.find(
      (candidate) => !taken.has(candidate) && pattern.test(plainName(candidate.name)),
    );
    if (tool === undefined) continue;
    found.set(capability, tool);
    taken.add(tool);
  }
  return {
    find: (capability) => found.get(capability) ?? null,
    others: tools.filter((tool) => !taken.has(tool)),
    all: tools,
  };
}

/** "shop/addToCart" → "shop_add_to_cart" */
export function plainName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
}

/** "add_to_cart" → "add to cart" */
export function spokenName(name: string): string {
  return plainName(name).replaceAll('_', ' ').trim();
}

/** Input for a tool from what is known by role; roles that its schema has no argument for are left out. */
export function buildInput(
  tool: ToolDefinition,
  values: Partial<Record<Role, Json>>,
): Record<string, Json> {
  const properties = readProperties(tool);
  const names = Object.keys(properties);
  const input: Record<string, Json> = {};
  for (const [role, value] of Object.entries(values) as [Role, Json][]) {
    const { usual, pattern } = ROLES[role];
    const name = names.includes(usual)
      ? usual
      : names.find((candidate) => pattern.test(plainName(candidate)));
    if (name !== undefined) input[name] = coerce(value, properties[name], role === 'max');
    else if (names.length === 0 && !isClosed(tool)) input[usual] = value;
  }
  return input;
}

function coerce(value: Json, schema: unknown, isLimit: boolean): Json {
  const type = isRecord(schema) ? schema.type : undefined;
  if (
    (type === 'integer' || type === 'number') &&
    typeof value === 'string' &&
    /^-?\d+(\.\d+)?$/.test(value)
  ) {
    return Number(value);
  }
  // A schema's bound on how much to fetch is no mistake of the visitor's: keep within it.
  if (
    isRecord(schema) &&
    typeof value === 'number' &&
    typeof schema.maximum === 'number' &&
    isLimit
  ) {
    return Math.min(value, schema.maximum);
  }
  return type === 'string' && typeof value === 'number' ? String(value) : value;
}

export function readProperties(tool: ToolDefinition): JsonObject {
  const properties = tool.input_schema.properties;
  return isRecord(properties) ? (properties as JsonObject) : {};
}

function isClosed(tool: ToolDefinition): boolean {
  return tool.input_schema.additionalProperties === false;
}

/** The values that an argument's schema lists, as strings. */
export function readChoices(tool: ToolDefinition, role: Role): string[] {
  const properties = readProperties(tool);
  const name = Object.keys(properties).find((candidate) =>
    ROLES[role].pattern.test(plainName(candidate)),
  );
  return name === undefined ? [] : readEnum(properties[name]);
}

export function readEnum(schema: unknown): string[] {
  if (!isRecord(schema) || !Array.isArray(schema.enum)) return [];
  return schema.enum.filter((value) => typeof value === 'string');
}

const WEAK = new Set(
  ['get', 'list', 'show', 'read', 'tool', 'core', 'info', 'site', 'do', 'run', 'fetch'].map(stem),
);

/**
 * The tool outside the known capabilities whose name and description a text speaks of, with what input can be
 * read off the text, and the required argument that can't.
 */
export function matchOther(
  text: string,
  toolbox: Toolbox,
): { tool: ToolDefinition; input: Record<string, Json>; missing: string | null } | null {
  const said = contentStems(text);
  let best: { tool: ToolDefinition; score: number } | null = null;
  for (const tool of toolbox.others) {
    const names = contentStems(spokenName(tool.name)).filter((word) => !WEAK.has(word));
    if (names.length === 0) continue;
    const described = contentStems(tool.description);
    const named = names.filter((word) => said.some((other) => isAlike(other, word))).length;
    const hinted = said.filter((word) => described.includes(word)).length;
    const score = named / names.length + Math.min(hinted, 3) * 0.1;
    if (named > 0 && score >= 0.7 && score > (best?.score ?? 0)) best = { tool, score };
  }
  return best === null ? null : { tool: best.tool, ...readInput(text, best.tool) };
}

function readInput(
  text: string,
  tool: ToolDefinition,
): { input: Record<string, Json>; missing: string | null } {
  const input: Record<string, Json> = {};
  const required = Array.isArray(tool.input_schema.required) ? tool.input_schema.required : [];
  let missing: string | null = null;
  for (const [name, schema] of Object.entries(readProperties(tool))) {
    const value = readArgument(text, name, schema);
    if (value !== undefined) input[name] = value;
    else if (required.includes(name)) missing ??= name;
  }
  return { input, missing };
}

function readArgument(text: string, name: string, schema: Json): Json | undefined {
  const choices = readEnum(schema);
  if (choices.length > 0) {
    return choices.find((choice) => contentStems(text).includes(stem(choice.toLowerCase())));
  }
  const type = isRecord(schema) ? schema.type : undefined;
  if (type === 'integer' || type === 'number') {
    const digits = /-?\d+(?:\.\d+)?/.exec(text)?.[0];
    return digits === undefined ? undefined : Number(digits);
  }
  if (type !== 'string') return undefined;
  if (/mail/.test(name)) return /[\w.+-]+@[\w.-]+\.\w+/.exec(text)?.[0];
  const quoted = /["“]([^"”]{1,200})["”]/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (/id|number|code|ref/.test(name)) return /#?\b([A-Z]{0,4}-?\d[\w-]*)\b/.exec(text)?.[1];
  return /\b(?:for|in|of|about|called|named|to|with)\s+([\p{L}\p{N}][\p{L}\p{N} '-]{0,60}?)[?.!]*$/u.exec(
    text,
  )?.[1];
}
