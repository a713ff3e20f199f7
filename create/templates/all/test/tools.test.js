import { createToolBench } from 'bellhop/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerTools } from '../src/tools.js';

let bench;
beforeEach(() => {
  bench = createToolBench();
  registerTools(bench);
});
afterEach(() => bench.close());

it('adds a product once the visitor allows it', async () => {
  const call = bench.callTool('add_to_cart', { product_id: 'mug', quantity: 2 });
  expect((await call.asked()).summary.title).toBe('Add 2 × mug?');
  await call.answer('allow');
  expect((await call.result).content).toContain('There are 2 of it in the cart');
  const cart = await bench.callTool('show_cart').result;
  expect(cart.value.items).toEqual([{ product_id: 'mug', quantity: 2 }]);
});

it('adds nothing where the visitor says no', async () => {
  const call = bench.callTool('add_to_cart', { product_id: 'tote' });
  await call.answer('no');
  expect(await call.result).toMatchObject({ isError: true, code: 'declined' });
});

it('refuses a product that the page does not have', async () => {
  const call = bench.callTool('add_to_cart', { product_id: 'yacht' });
  expect(await call.result).toMatchObject({ isError: true, code: 'invalid_input' });
});
