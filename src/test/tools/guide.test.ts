// The guide's examples are code: each must register, and its schema must hold what the example says.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../tools/registry.ts';
import { ToolError } from '../../tools/tool-error.ts';
import type { PageTool } from '../../tools/types.ts';
import { validate } from '../../tools/validate.ts';

const guide = readFileSync(join(import.meta.dirname, '../../tools/README.md'), 'utf8');
/** Those of a page without a bundler. */
const examples = [...guide.matchAll(/```js\n([\s\S]*?)```/g)]
  .map(([, code = '']) => code)
  .filter((code) => code.includes('window.bellhop'));

function load(code: string, globals: Record<string, unknown> = {}) {
  const registry = createToolRegistry();
  const chat = { registerTool: (tool: PageTool) => registry.register(tool), ToolError };
  const window = { bellhop: { push: (run: (given: unknown) => void) => run(chat) } };
  const scope = { window, ...globals };
  new Function(...Object.keys(scope), code)(...Object.values(scope));
  const [tool] = registry.list();
  if (tool === undefined) throw new Error('The example registers no tool.');
  return tool;
}

const context = () => ({ signal: new AbortController().signal, toolUseId: 'a' });
const example = (name: string) => examples.find((code) => code.includes(`name: '${name}'`)) ?? '';

describe("the guide's examples", () => {
  it('are nine', () => {
    expect(examples.map((code) => load(code).name)).toEqual([
      'add_to_cart',
      'search_products',
      'fill_contact_form',
      'go_to_page',
      'choose_size',
      'show_cart',
      'ask_delivery_day',
      'show_sales',
      'add_to_cart',
    ]);
  });

  it.each([
    ['add_to_cart', { product_id: 'lamp' }, { product_id: 'lamp', quantity: 0 }],
    ['search_products', { query: 'lamp' }, { query: 5 }],
    ['fill_contact_form', { message: 'Hello' }, { message: 'Hello', sender: 'x' }],
    ['go_to_page', { page: 'cart' }, { page: 'https://example.com/' }],
    ['choose_size', { sizes: ['S', 'M'] }, { sizes: ['S'] }],
  ])('%s takes what it says and nothing else', async (name, good, bad) => {
    const { inputSchema } = load(example(name));
    await validate(inputSchema, good);
    await expect(validate(inputSchema, bad)).rejects.toThrow(ToolError);
  });

  it('add to a cart over the network, and say what is wrong', async () => {
    const replies = [
      new Response('{"items":3}'),
      new Response('', { status: 404 }),
      new Response('', { status: 500 }),
    ];
    const tool = load(example('add_to_cart'), { fetch: async () => replies.shift() });
    expect(await tool.execute({ product_id: 'lamp' }, context())).toMatch(/holds 3 items/);
    await expect(tool.execute({ product_id: 'x' }, context())).rejects.toMatchObject({
      code: 'not_found',
      field: 'product_id',
    });
    await expect(tool.execute({ product_id: 'x' }, context())).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('go where they say', async () => {
    const visited: string[] = [];
    const location = { assign: (url: string) => visited.push(url) };
    const tool = load(example('go_to_page'), { location });
    await tool.execute({ page: 'orders' }, context());
    expect(visited).toEqual(['/account/orders']);
    expect(tool.navigates).toBe(true);
  });
});
