import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createWebMcpPublisher } from '../../tools/publish-webmcp.ts';
import { createToolRegistry } from '../../tools/registry.ts';
import type { PageTool } from '../../tools/types.ts';

interface Shown {
  name: string;
  title: string;
  annotations: Record<string, boolean>;
  inputSchema: object;
  execute(input: unknown): Promise<{ content: { text: string }[] } | undefined>;
}

/** A browser with WebMCP, as its agents see it. */
function start(options: { isFramed?: boolean; says?: boolean; taken?: string } = {}) {
  const shown = new Map<string, Shown>();
  const asked: string[] = [];
  const warnings: string[] = [];
  const modelContext = {
    async registerTool(tool: Shown, { signal }: { signal: AbortSignal }) {
      if (tool.name === options.taken) throw new Error('already registered');
      shown.set(tool.name, tool);
      signal.addEventListener('abort', () => shown.delete(tool.name));
    },
  };
  const registry = createToolRegistry();
  const publisher = createWebMcpPublisher({
    host: { document: { modelContext } },
    registry,
    clock: createVirtualClock(),
    isFramed: options.isFramed ?? false,
    confirm: (words) => {
      asked.push(words);
      return options.says ?? true;
    },
    warn: (sentence) => warnings.push(sentence),
  });
  return { shown, asked, warnings, registry, publisher };
}

const added: unknown[] = [];
const ADD: PageTool<{ product: string }> = {
  name: 'add_to_cart',
  title: 'Add to cart',
  description: 'Adds a product.',
  inputSchema: {
    type: 'object',
    properties: { product: { type: 'string' } },
    required: ['product'],
  },
  execute: ({ product }) => {
    added.push(product);
    return { added: product };
  },
};
const READ: PageTool = {
  name: 'read_cart',
  description: 'Says what is in the cart.',
  annotations: { readOnlyHint: true },
  execute: () => 'two mugs',
};

describe('tools that are published to the browser’s agents', () => {
  it('are the page’s own, with their hints, and go when the page takes them back', async () => {
    const { shown, registry, publisher } = start();
    registry.register(READ);
    registry.register(ADD);
    expect([...shown.keys()]).toEqual(['read_cart', 'add_to_cart']);
    expect(shown.get('read_cart')?.annotations.readOnlyHint).toBe(true);
    expect(shown.get('add_to_cart')).toMatchObject({
      title: 'Add to cart',
      annotations: { readOnlyHint: false },
      inputSchema: ADD.inputSchema,
    });
    registry.unregister('read_cart');
    expect([...shown.keys()]).toEqual(['add_to_cart']);
    publisher.close();
    expect([...shown.keys()]).toEqual([]);
  });

  it('run without a question if they only read', async () => {
    const { shown, asked, registry } = start();
    registry.register(READ);
    const result = await shown.get('read_cart')?.execute({});
    expect(result).toEqual({ content: [{ type: 'text', text: 'two mugs' }] });
    expect(asked).toEqual([]);
  });

  it('ask each time otherwise, by the exact input, and do nothing after a no', async () => {
    added.length = 0;
    const yes = start();
    yes.registry.register(ADD);
    const result = await yes.shown.get('add_to_cart')?.execute({ product: 'mug' });
    expect(result?.content[0]?.text).toBe('{"added":"mug"}');
    expect(yes.asked).toEqual(['Add to cart\n\n{\n  "product": "mug"\n}']);
    const no = start({ says: false });
    no.registry.register(ADD);
    await expect(no.shown.get('add_to_cart')?.execute({ product: 'lamp' })).rejects.toThrow(
      'did not allow',
    );
    expect(added).toEqual(['mug']);
  });

  it('refuse an input that breaks the schema before anybody is asked', async () => {
    const { shown, asked, registry } = start();
    registry.register(ADD);
    await expect(shown.get('add_to_cart')?.execute({ product: 7 })).rejects.toThrow(/product/);
    await expect(shown.get('add_to_cart')?.execute('mug')).rejects.toThrow(/product/);
    expect(asked).toEqual([]);
  });

  it('are in another site’s frame those alone that only read', () => {
    const { shown, registry } = start({ isFramed: true });
    registry.register(READ);
    registry.register(ADD);
    expect([...shown.keys()]).toEqual(['read_cart']);
  });

  it('leave to the page what it has registered itself, and say so', async () => {
    const { shown, warnings, registry } = start({ taken: 'read_cart' });
    registry.register(READ);
    await new Promise((resolve) => setImmediate(resolve));
    expect([...shown.keys()]).toEqual([]);
    expect(warnings[0]).toContain('already registered');
  });

  it('are none where the browser has no such interface', () => {
    const registry = createToolRegistry();
    const parts = { registry, clock: createVirtualClock(), isFramed: false, warn: () => {} };
    createWebMcpPublisher({ host: {}, ...parts });
    expect(() => registry.register(READ)).not.toThrow();
  });
});
