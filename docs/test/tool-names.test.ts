// A newcomer copies an example's tool to their page, starts the shop's agent, which needs no key, and asks for what the tool does. So
// the examples' tools have the names and arguments that this agent knows, or can be called by their name alone.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NAMES } from '../../demo/assistant/toolbox.ts';
import { converse } from '../../demo/test/assistant/conversation.ts';
import { json } from '../../demo/test/shop.ts';
import type { JsonObject, ToolDefinition } from '../../gateway/agent.ts';
import { snippetsOf } from '../tools/snippets.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Unknown to the shop's agent: “Use the tool choose_size” calls it. None of them may need an argument. */
const BY_NAME: Readonly<Record<string, string>> = {
  choose_size: 'a dialog, or a form in the thread, of a question that no shop of ours asks',
  ask_delivery_day: 'a form in the thread',
  show_sales: 'a chart in a frame, which no shop of ours shows',
  ask_rating: 'a form in the thread, by a component',
  empty_cart:
    'the shortest tool that changes something; at “Empty my cart” the agent changes quantities',
};

const CODE = ['js', 'jsx', 'ts', 'tsx', 'vue', 'svelte', 'html'];
const TOOL =
  /(?:(?:registerTool|defineTool)\(\s*\{\s*name:\s*|(?:useTool|offerTool|callTool)\(\s*|call: \[\{ name: )(['"])([\w-]+)\1/g;
const namesIn = (text: string): string[] => [...text.matchAll(TOOL)].map(([, , name = '']) => name);

/** What an editor shows, and the reference has. */
const commentsOf = (text: string): string =>
  [...text.matchAll(/^ *\* ?(.*)$/gm)].map(([, line = '']) => line).join('\n');

/** Code of the documents, and of the comments that the reference is made of. */
function examples(): { where: string; code: string }[] {
  const files = execFileSync('git', ['ls-files', '*.md', 'src/*.ts', 'demo/site/assets/*.js'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return files
    .trim()
    .split('\n')
    .filter((file) => !/(?:^|\/)test\/|CHANGELOG|tools-lab/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      if (file.endsWith('.ts')) return [{ where: file, code: commentsOf(text) }];
      if (file.endsWith('.js')) return [{ where: file, code: text }];
      return snippetsOf(file, text)
        .filter(({ language }) => CODE.includes(language))
        .map(({ line, code }) => ({ where: `${file}:${line}`, code }));
    });
}

const used = examples().flatMap(({ where, code }) =>
  namesIn(code).map((name) => ({ where, name, code })),
);

interface GuideTool {
  name: string;
  description: string;
  inputSchema?: JsonObject;
}

/** The tools of the guide, as a page would tell them; of one name the first. */
function guideTools(): ToolDefinition[] {
  const guide = readFileSync(join(ROOT, 'src/tools/README.md'), 'utf8');
  const tools = new Map<string, ToolDefinition>();
  for (const { language, code } of snippetsOf('guide', guide)) {
    if (language !== 'js' || !code.includes('window.bellhop')) continue;
    const registerTool = ({ name, description, inputSchema = {} }: GuideTool) => {
      if (!tools.has(name)) tools.set(name, { name, description, input_schema: inputSchema });
    };
    const push = (run: (chat: unknown) => void) => run({ registerTool });
    new Function('window', code)({ bellhop: { push } });
  }
  return [...tools.values()];
}

describe('the tools of the examples', () => {
  it('are found', () => {
    expect(used.length).toBeGreaterThan(25);
  });

  it('have names that the shop’s agent knows, or stand in the list of exceptions', () => {
    const known: readonly string[] = Object.values(NAMES);
    const unknown = used.filter(({ name }) => !known.includes(name) && !(name in BY_NAME));
    expect(unknown.map(({ where, name }) => `${where} ${name}`)).toEqual([]);
  });

  it('have no exception that no example uses', () => {
    const names = used.map(({ name }) => name);
    expect(Object.keys(BY_NAME).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each([
    ['Put two mugs into my cart', 'add_to_cart', { product_id: 'mug', quantity: 2 }],
    ['What is in my cart?', 'show_cart', {}],
    ['Take me to the checkout', 'go_to_page', { page: 'checkout' }],
    ['Use the tool choose_size', 'choose_size', {}],
    ['Use the tool ask_delivery_day', 'ask_delivery_day', {}],
  ])('of the guide are called at “%s”', async (words, name, input) => {
    const products = [{ id: 'mug', name: 'Mug', price: '€18.00' }];
    const shop = {
      search_products: () => json({ products }),
      add_to_cart: () => json('Added 2. The cart holds 2 items.'),
      show_cart: () => json({ items: [{ product_id: 'mug', quantity: 2 }], total: '€36.00' }),
      go_to_page: () => json('Now on /checkout.'),
      choose_size: () => json('M'),
      ask_delivery_day: () => json({ day: '2026-12-01' }),
    };
    const { calls } = await converse({ tools: guideTools(), shop, documents: [] }).say(words);
    expect(calls).toContainEqual(expect.objectContaining({ name, input }));
  });

  it('of a project that npm create bellhop writes are called too, without a search', async () => {
    const templates = join(ROOT, 'create/templates/all/src/tools.js');
    const { addToCartTool, showCartTool } = (await import(templates)) as Record<string, GuideTool>;
    const tools = [addToCartTool, showCartTool].flatMap((tool) =>
      tool === undefined
        ? []
        : { name: tool.name, description: tool.description, input_schema: tool.inputSchema ?? {} },
    );
    const shop = {
      add_to_cart: () => json('Added.'),
      show_cart: () => json({ items: [{ product_id: 'mug', quantity: 2 }] }),
    };
    const chat = converse({ tools, shop, documents: [] });
    const { calls } = await chat.say('Add two mugs');
    expect(calls).toContainEqual({
      name: 'add_to_cart',
      input: { product_id: 'mug', quantity: 2 },
    });
    expect((await chat.say('What is in my cart?')).calls).toContainEqual({
      name: 'show_cart',
      input: {},
    });
  });

  it.each(guideTools().filter((tool) => tool.name in BY_NAME))(
    '$name needs no argument',
    ({ input_schema: schema }) => {
      expect(schema.required ?? []).toEqual([]);
    },
  );
});
