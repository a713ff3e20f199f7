import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolBench, type ToolBench } from '../../testing.ts';

const opened: ToolBench[] = [];
const open = (): ToolBench => {
  const bench = createToolBench();
  opened.push(bench);
  return bench;
};
afterEach(() => {
  for (const bench of opened.splice(0)) bench.close();
});

/** A cart of a page, as its own module would offer it. */
function offerCart(bench: ToolBench): string[] {
  const cart: string[] = [];
  bench.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' } },
      required: ['product'],
      additionalProperties: false,
    },
    summarize: ({ product }) => ({ title: `Add 1 × ${product}?`, lines: [], confirm: 'Add it' }),
    execute({ product }) {
      if (product === 'unicorn') {
        throw new bench.ToolError('not_found', 'There is none.', { field: 'product' });
      }
      cart.push(product);
      return { count: cart.length };
    },
  });
  return cart;
}

describe('a tool on the bench', () => {
  it('asks the visitor in its own words, runs once it is allowed, and tells the agent', async () => {
    const bench = open();
    const cart = offerCart(bench);
    const call = bench.callTool('add_to_cart', { product: 'mug' });
    expect((await call.asked()).summary).toMatchObject({
      title: 'Add 1 × mug?',
      confirm: 'Add it',
    });
    expect(call.state).toBe('asking');
    expect(cart).toEqual([]);
    await call.answer('allow');
    expect(await call.result).toEqual({
      isError: false,
      content: '{"count":1}',
      value: { count: 1 },
    });
    expect(cart).toEqual(['mug']);
  });

  it('hears no', async () => {
    const bench = open();
    const cart = offerCart(bench);
    const call = bench.callTool('add_to_cart', { product: 'mug' });
    await call.answer('no');
    expect(await call.result).toMatchObject({ isError: true, code: 'declined' });
    expect(cart).toEqual([]);
  });

  it('isn’t asked for again in a conversation that allows it', async () => {
    const bench = open();
    offerCart(bench);
    const first = bench.callTool('add_to_cart', { product: 'mug' });
    await first.answer('allow in this conversation');
    await first.result;
    const second = bench.callTool('add_to_cart', { product: 'lamp' });
    expect((await second.result).value).toEqual({ count: 2 });
    await expect(second.asked()).rejects.toThrow('"add_to_cart" asked nothing: it ran by itself.');
  });

  it('never gets an input that its schema refuses', async () => {
    const bench = open();
    const cart = offerCart(bench);
    const call = bench.callTool('add_to_cart', { product: 7 });
    expect(await call.result).toMatchObject({ code: 'invalid_input', field: 'product' });
    await expect(call.asked()).rejects.toThrow(
      '"add_to_cart" asked nothing: it failed with invalid_input',
    );
    expect(cart).toEqual([]);
  });

  it('says why it failed', async () => {
    const bench = open();
    offerCart(bench);
    const call = bench.callTool('add_to_cart', { product: 'unicorn' });
    await call.answer('allow');
    expect(await call.result).toMatchObject({
      isError: true,
      code: 'not_found',
      message: 'There is none.',
      field: 'product',
    });
  });

  it('gets what a library makes of the input', async () => {
    const bench = open();
    bench.registerTool({
      name: 'count',
      description: 'Counts.',
      annotations: { readOnlyHint: true },
      inputSchema: z.object({ from: z.number().default(3) }),
      execute: ({ from }) => `From ${from}`,
    });
    expect((await bench.callTool('count').result).content).toBe('From 3');
    expect(bench.tools).toMatchObject([{ name: 'count', input_schema: { type: 'object' } }]);
  });

  it('that a form of the page answers gets the answer', async () => {
    const bench = open();
    bench.registerTool({ name: 'choose', description: 'Chooses.', render: () => {} });
    const call = bench.callTool('choose');
    await expect(call.answer('allow')).rejects.toThrow('call respond(value)');
    await call.respond({ size: 'M' });
    expect((await call.result).value).toEqual({ size: 'M' });
  });

  it('ends with Stop', async () => {
    const bench = open();
    offerCart(bench);
    const call = bench.callTool('add_to_cart', { product: 'mug' });
    await call.asked();
    await bench.stop();
    expect(await call.result).toMatchObject({ isError: true, code: 'cancelled' });
  });
});

describe('a page that goes in the middle of a call', () => {
  const order = (bench: ToolBench, execute: () => unknown, verify?: () => unknown) =>
    bench.registerTool({
      name: 'order',
      description: 'Orders.',
      approval: 'auto',
      execute,
      ...(verify && { verify }),
    });
  /** A call whose handler never ends in this page. */
  async function begun(bench: ToolBench, verify?: () => unknown): Promise<void> {
    await new Promise<void>((started) => {
      const execute = () => {
        started();
        return new Promise(() => {});
      };
      order(bench, execute, verify);
      bench.callTool('order');
    });
  }

  it('has the next page ask verify, and runs nothing twice', async () => {
    const bench = open();
    const verify = () => 'Order 7';
    await begun(bench, verify);
    const next = bench.reload();
    opened.push(next);
    let runs = 0;
    order(next, () => ++runs, verify);
    expect((await next.calls[0]?.result)?.content).toBe('Order 7');
    expect(runs).toBe(0);
  });

  it('tells the agent that the outcome is unknown where nothing can verify it', async () => {
    const bench = open();
    await begun(bench);
    const next = bench.reload();
    opened.push(next);
    order(next, () => 'again');
    expect(await next.calls[0]?.result).toMatchObject({
      isError: true,
      message: expect.stringContaining('unknown'),
    });
  });
});
