import { describe, expect, it } from 'vitest';
import { adviceFor } from '../../devtools/advice.ts';
import { createTrials } from '../../devtools/trial.ts';
import { createTestPlatform } from '../../testing/platform.ts';
import { createToolRegistry, loadToolRunner } from '../../tools/index.ts';
import type { PageTool } from '../../tools/types.ts';

const ADD: PageTool<{ product: string }> = {
  name: 'add_to_cart',
  title: 'Add to cart',
  description: 'Puts a product into the cart.',
  inputSchema: {
    type: 'object',
    properties: { product: { type: 'string' } },
    required: ['product'],
  },
  execute: ({ product }) => `Added ${product}.`,
};

function setup(isThere = true) {
  const registry = createToolRegistry();
  registry.register(ADD);
  let at = 0;
  let ids = 0;
  const trials = createTrials({
    clock: { now: () => ++at },
    newId: () => `call_${++ids}`,
    async createRunner(heard) {
      if (!isThere) throw new Error('offline');
      const { createToolRunner } = await loadToolRunner();
      return createToolRunner({
        platform: createTestPlatform(),
        registry,
        namespace: 'devtools',
        isFramed: false,
        async postResults(results) {
          heard(results);
          return new Map(results.map(({ tool_use_id: id }) => [id, 'accepted' as const]));
        },
      });
    },
  });
  /** Resolves once a call is in one of these states. */
  const reaches = (id: string, ...states: string[]) =>
    new Promise<(typeof call & object) | undefined>((resolve) => {
      const look = () => {
        const found = trials.calls.get().find((one) => one.id === id);
        if (!found || !states.includes(found.state)) return;
        stop();
        resolve(found);
      };
      const stop = trials.calls.subscribe(look);
      look();
    });
  const call = trials.calls.get()[0];
  return { registry, trials, reaches };
}

describe('a tool that the developer runs', () => {
  it('asks, and runs once it is allowed; the panel shows what an agent would have heard', async () => {
    const { trials, reaches } = setup();
    const id = trials.run('add_to_cart', 'Add to cart', { product: 'mug' });
    await reaches(id, 'asking');
    const question = trials.question(id);
    expect(question).toMatchObject({ title: 'Add to cart', input: { product: 'mug' } });
    if (question) trials.answer(question, 'once');
    const done = await reaches(id, 'done', 'failed');
    expect(done?.heard).toEqual({ isError: false, code: null, content: 'Added mug.' });
    const states = done?.steps.map(({ state }) => state) ?? [];
    expect(states).toEqual(expect.arrayContaining(['asking', 'running', 'done']));
    trials.close();
  });

  it('is refused by its own schema, and by the developer’s own no', async () => {
    const { trials, reaches } = setup();
    const wrong = trials.run('add_to_cart', 'Add to cart', { product: 3 });
    expect((await reaches(wrong, 'done', 'failed'))?.heard).toMatchObject({
      isError: true,
      code: 'invalid_input',
    });
    const declined = trials.run('add_to_cart', 'Add to cart', { product: 'mug' });
    await reaches(declined, 'asking');
    const question = trials.question(declined);
    if (question) trials.answer(question, 'no');
    expect((await reaches(declined, 'done', 'failed'))?.heard).toMatchObject({ code: 'declined' });
    trials.close();
  });

  it('says so where the part that runs tools can’t be fetched, and is tried anew at the next press', async () => {
    const { trials, reaches } = setup(false);
    const id = trials.run('add_to_cart', 'Add to cart', { product: 'mug' });
    expect((await reaches(id, 'failed'))?.heard?.content).toContain('offline');
    const again = trials.run('add_to_cart', 'Add to cart', { product: 'mug' });
    expect((await reaches(again, 'failed'))?.heard?.code).toBe('unavailable');
    trials.close();
  });
});

describe('hints for a tool’s author', () => {
  const hintsFor = (change: Partial<PageTool>): string[] => {
    const { registry } = setup();
    registry.register({ ...(ADD as unknown as PageTool), ...change });
    const tool = registry.find(change.name ?? ADD.name);
    return tool ? adviceFor(tool) : [];
  };

  it('name what the agent isn’t told', () => {
    expect(hintsFor({})).toEqual([expect.stringContaining('“product”')]);
    expect(hintsFor({ description: 'Adds.' })[0]).toContain('very short');
    const inputSchema = { type: 'object', properties: {}, required: ['product'] };
    expect(hintsFor({ inputSchema })[0]).toContain('requires “product”');
  });

  it('name a tool that asks although it only reads, and a destructive one without words of the page', () => {
    const inputSchema = { type: 'object' };
    expect(hintsFor({ name: 'read_cart', inputSchema })[0]).toContain('readOnlyHint');
    const annotations = { destructiveHint: true };
    expect(hintsFor({ inputSchema, annotations })[0]).toContain('summarize');
    expect(
      hintsFor({ name: 'read_cart', inputSchema, annotations: { readOnlyHint: true } }),
    ).toEqual([]);
  });
});
