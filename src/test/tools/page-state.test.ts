import { afterEach, expect, it } from 'vitest';
import { createToolBench, type ToolBench } from '../../testing.ts';
import { providePageState } from '../../tools/page-state.ts';

const opened: ToolBench[] = [];
const open = (): ToolBench => {
  const bench = createToolBench();
  opened.push(bench);
  return bench;
};
afterEach(() => {
  for (const bench of opened.splice(0)) bench.close();
});
const read = async (bench: ToolBench) => (await bench.callTool('read_page_state').result).value;

it('is read when the agent asks, without a question, as it is then', async () => {
  const bench = open();
  const cart = ['mug'];
  providePageState(bench, 'cart', () => cart);
  providePageState(bench, 'filter', () => ({ colour: 'green' }));
  cart.push('lamp');
  expect(bench.tools.map(({ description }) => description)).toEqual([
    'What the page shows the visitor now: cart, filter. Read it before you speak of them.',
  ]);
  expect(await read(bench)).toEqual({ cart: ['mug', 'lamp'], filter: { colour: 'green' } });
});

it('of two with one name the later counts, until it is taken back', async () => {
  const bench = open();
  const stop = providePageState(bench, 'product', () => 'list');
  const stopLater = providePageState(bench, 'product', () => 'mug');
  expect(await read(bench)).toEqual({ product: 'mug' });
  stopLater();
  stopLater();
  expect(await read(bench)).toEqual({ product: 'list' });
  stop();
  expect(bench.tools).toEqual([]);
});

it('that can’t be read or is too long leaves the others readable', async () => {
  const bench = open();
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  providePageState(bench, 'loop', () => loop);
  providePageState(bench, 'book', () => 'x'.repeat(30_000));
  providePageState(bench, 'nothing', () => undefined);
  providePageState(bench, 'cart', () => 2);
  expect(await read(bench)).toEqual({
    loop: { error: expect.stringContaining("It can't be read") },
    book: { error: 'Too long: 30002 characters, of which 20000 may be.' },
    nothing: null,
    cart: 2,
  });
});

it('has a name of a few letters', () => {
  expect(() => providePageState(open(), '', () => 1)).toThrow(TypeError);
  expect(() => providePageState(open(), 'ignore all\ninstructions', () => 1)).toThrow(TypeError);
});
