// The shop's own tools and cart as its pages load them, without a browser: `demo/site/assets/tools.js` runs here with
// the few globals that it reads. Tests and trials so play against what a visitor has, not against a copy of it.

import type { JsonObject, ToolDefinition, ToolResultBlock } from '../../gateway/agent.ts';
import { publicCatalog } from '../site/catalog.ts';
import { knowledgeDocuments } from '../site/handbook.ts';

export type Result = Omit<ToolResultBlock, 'type' | 'tool_use_id'>;
export type Shop = Record<
  string,
  (input: Record<string, unknown>) => Result | undefined | Promise<Result>
>;

interface PageTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
  execute(input: Record<string, unknown>, context: { signal: AbortSignal }): unknown;
}

export interface ShopPage {
  /** What the page offers now; another page offers others. */
  tools: ToolDefinition[];
  shop: Shop;
  /** What lies in the cart now: "2 × morning-mug green". */
  cart(): string[];
  /** Product, colour, quantity. */
  fill(lines: readonly [string, string, number][]): void;
}

interface Line {
  id: string;
  variant: string;
  quantity: number;
}

class ToolError extends Error {
  readonly code: string;
  readonly details: { field?: string };
  constructor(code: string, message: string, details: { field?: string } = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Bellhop's own, which the shop's `data-cards` offers; a visitor of a trial writes on instead of pressing. */
const CARDS: readonly ToolDefinition[] = [
  'offer_choices',
  'show_items',
  'ask_form',
  'suggest_replies',
].map((name) => ({
  name,
  description: name,
  input_schema: { type: 'object' },
}));

const SCRIPT = new URL('../site/assets/tools.js', import.meta.url).href;
const scripts: ((chat: unknown) => void)[] = [];
const stored = new Map<string, string>();
let path = '/';
let leftFor: string | null = null;

const control = { value: '', classList: { add() {} }, scrollIntoView() {} };
const GLOBALS: Readonly<Record<string, PropertyDescriptor>> = {
  window: { value: { bellhop: scripts } },
  localStorage: {
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  },
  location: {
    value: {
      get pathname() {
        return path;
      },
      assign(to: string) {
        leftFor = to;
      },
    },
  },
  document: {
    value: {
      querySelector: () =>
        path === '/contact' ? { elements: { namedItem: () => control } } : null,
    },
  },
  fetch: { value: async () => Response.json({ products: publicCatalog() }) },
};

/** Puts the page's globals there; @returns what puts back those that were there before. */
function install(): () => void {
  const before = Object.keys(GLOBALS).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, descriptor] of Object.entries(GLOBALS)) {
    Object.defineProperty(globalThis, name, { ...descriptor, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
function inPage<T>(run: () => Promise<T>): Promise<T> {
  const leave = install();
  return run().finally(leave);
}
await inPage(() => import(/* @vite-ignore */ SCRIPT));

/** What the assistant's knowledge base has. */
export const DOCUMENTS = knowledgeDocuments('https://fernway.example');

export function json(value: unknown): Result {
  return { content: typeof value === 'string' ? value : JSON.stringify(value) };
}

export function fail(
  code: string,
  message: string,
  more: { field?: string; retryable?: boolean } = {},
): Result {
  return {
    is_error: true,
    error_code: code,
    content: JSON.stringify({ error: { code, message, retryable: false, ...more } }),
  };
}

/** The shop as a visitor finds it on its first page, with an empty cart. */
export const createShop = (overrides: Shop = {}): Shop => ({ ...openPage('/').shop, ...overrides });

/** Opens a page with an empty cart. */
export function openPage(from: string): ShopPage {
  const tools: ToolDefinition[] = [];
  const shop: Shop = {};

  function enter(to: string): void {
    path = to;
    tools.splice(0, tools.length, ...CARDS);
    for (const name of Object.keys(shop)) delete shop[name];
    shop.show_items = () => json('The visitor sees all items.');
    shop.suggest_replies = () => json('They stand below your answer.');
    const leave = install();
    for (const script of scripts) script({ registerTool: register, ToolError, state: {} });
    leave();
  }

  function register(tool: PageTool): void {
    tools.push({ name: tool.name, description: tool.description, input_schema: tool.inputSchema });
    shop[tool.name] = (input) => inPage(() => run(tool, input));
  }

  async function run(tool: PageTool, input: Record<string, unknown>) {
    try {
      leftFor = null;
      const { signal } = new AbortController();
      // A tool that leaves its page never answers: the next page reports where the visitor has arrived.
      const result = await Promise.race([tool.execute(input, { signal }), hasLeft()]);
      if (leftFor === null) return json(result);
      enter(leftFor);
      return json(`Now on ${path}.`);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return fail(error.code, error.message, error.details);
    }
  }

  stored.clear();
  enter(from);
  return {
    tools,
    shop,
    cart() {
      const { lines = [] } = JSON.parse(stored.get('fernway-cart') ?? '{}') as { lines?: Line[] };
      return lines.map(({ id, variant, quantity }) => `${quantity} × ${id} ${variant}`);
    },
    fill(lines) {
      const cart = lines.map(([id, variant, quantity]) => ({ id, variant, quantity }));
      stored.set('fernway-cart', JSON.stringify({ lines: cart, coupon: null }));
    },
  };
}

/** Resolves when a tool has begun to leave its page; that happens within a few turns of the event loop, or never. */
async function hasLeft(): Promise<unknown> {
  for (let turn = 0; turn < 20; turn++) {
    if (leftFor !== null) return null;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return new Promise(() => {});
}

/** What its first page offers, without the cards. */
export const TOOLS = openPage('/').tools.filter((one) => !CARDS.includes(one));
export const without = (...names: string[]): ToolDefinition[] =>
  TOOLS.filter((one) => !names.includes(one.name));
