// Session and runner as a conversation wires them: what may run, and when.

import { beforeAll, describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../tools/registry.ts';
import { createToolRunner } from '../../tools/runner.ts';
import type { PageTool, ToolRunner } from '../../tools/types.ts';
import { createWorld, fill, live, type OpenTab, type World } from './world.ts';

beforeAll(() => import('../../tools/validate.ts'));

/** A tab with session and runner, wired as src/widget/tool-calls.ts does. */
function page(world: World, tools: PageTool[], options: Parameters<World['open']>[0] = {}) {
  let runner: ToolRunner | null = null;
  const mine: OpenTab = world.open({
    ...options,
    session: {
      ...options?.session,
      options: {
        areHandlersRunning: () => runner?.getSnapshot().isRunning ?? false,
        hasOpenQuestions: () => (runner?.getSnapshot().questions.length ?? 0) > 0,
        onQuestionsSkipped: () => runner?.skipQuestions(),
        stopTools: async () => runner?.stop(),
        ...options?.session?.options,
      },
    },
  });
  const registry = createToolRegistry();
  for (const tool of tools) registry.register(tool);
  const made = createToolRunner({
    platform: mine.tab.platform,
    registry,
    postResults: mine.session.postResults,
    namespace: 'tools:s1',
    isFramed: false,
  });
  runner = made;
  made.subscribe(() => mine.session.toolsChanged());
  const follow = (): void => {
    if (!mine.tab.isAlive()) return;
    const { run, isUpToDate } = mine.snapshot();
    made.update(run.state === 'paused' && isUpToDate ? run.calls : []);
  };
  mine.session.subscribe(follow);
  follow();
  return { ...mine, runner: made };
}

const script = (t: string) =>
  t === 'buy'
    ? [
        { kind: 'call' as const, names: ['buy'] },
        { kind: 'say' as const, text: 'done' },
      ]
    : [{ kind: 'say' as const, text: 'ok' }];

describe('a message beside several calls', () => {
  const pair = (t: string) =>
    t === 'two'
      ? [
          { kind: 'call' as const, names: ['order', 'choose'] },
          { kind: 'say' as const, text: 'done' },
        ]
      : [{ kind: 'say' as const, text: 'ok' }];
  const tools = (order: PageTool['execute']): PageTool[] => [
    { name: 'order', description: 'Orders.', approval: 'auto', execute: order },
    { name: 'choose', description: 'Chooses.', approval: 'ask', execute: () => 'chosen' },
  ];

  it.each(['is done', 'is at work'])(
    '[OB15] skips the one that asks, and goes out behind the results where the other %s',
    async (other) => {
      const world = createWorld({ script: pair });
      let finish = (_: string): void => {};
      const order = () =>
        other === 'is done' ? 'ordered' : new Promise<string>((resolve) => (finish = resolve));
      const tab = page(world, tools(order));
      await live(world, tab);
      await tab.send('two');
      await world.until(() => tab.runner.getSnapshot().questions.length === 1);
      await world.advance(2_000);
      await tab.send('something else');
      await world.advance(3_000);
      expect(tab.runner.getSnapshot().questions).toEqual([]);
      finish('ordered');
      await world.advance(10_000);
      const [ordered, chosen] = [...world.gateway.accepted.values()].flat();
      expect(ordered).toMatchObject({ content: 'ordered' });
      expect(chosen).toMatchObject({ is_error: true, error_code: 'cancelled' });
      expect(world.gateway.cancellations).toEqual([]);
      const said = world.gateway.rows().map(({ event }) => event.type);
      expect(said.lastIndexOf('user.message')).toBeGreaterThan(
        said.lastIndexOf('user.tool_result'),
      );
      expect(tab.snapshot().entries.at(-1)).toMatchObject({ kind: 'agent' });
      expect(tab.runner.getSnapshot().isRunning).toBe(false);
    },
  );

  it('[OB15] skips the one that asks in another tab than the one that sends', async () => {
    const world = createWorld({ script: pair });
    const [first, second] = [
      page(world, []),
      page(
        world,
        tools(() => 'ordered'),
      ),
    ];
    await live(world, first);
    await second.send('two');
    await world.until(() => second.runner.getSnapshot().questions.length === 1);
    await world.advance(2_000);
    await second.send('something else');
    await world.advance(20_000);
    expect([...world.gateway.accepted.values()].flat()).toMatchObject([
      { content: 'ordered' },
      { error_code: 'cancelled' },
    ]);
    expect(second.snapshot().run.state).toBe('idle');
    expect(second.snapshot().entries.filter(({ kind }) => kind === 'user')).toHaveLength(2);
  });
});

describe('a tool', () => {
  it('[RN6] a tool does not run for a pause that only the stored log shows', async () => {
    const world = createWorld({ script });
    const runs: string[] = [];
    const buy: PageTool = {
      name: 'buy',
      description: 'Buys.',
      approval: 'auto',
      execute: (_, { toolUseId }) => void runs.push(toolUseId),
    };
    // The page dies as the call comes: it is stored, and nothing has begun.
    const first = world.open();
    await live(world, first);
    await first.send('buy');
    await world.until(() => first.snapshot().run.state === 'paused');
    await world.until(() =>
      JSON.stringify(world.browser.disk.peek('test:s1:log:0') ?? '').includes('client_tool_use'),
    );
    first.tab.kill();
    // On the phone the visitor says no.
    world.gateway.write('never mind');
    await world.advance(120_000);
    expect(world.gateway.cancellations.length).toBe(1);
    const next = page(world, [buy]);
    await world.advance(30_000);
    expect(next.snapshot().run.state).toBe('idle');
    expect(runs).toEqual([]);
  });

  it('[RN6] a tool does not run for a pause in the middle of a list', async () => {
    const world = createWorld({ script });
    const runs: string[] = [];
    const buy: PageTool = {
      name: 'buy',
      description: 'Buys.',
      approval: 'auto',
      execute: (_, { toolUseId }) => void runs.push(toolUseId),
    };
    const tab = page(world, [buy]);
    await live(world, tab);
    fill(world, 30);
    await world.advance(100_000);
    tab.tab.freeze();
    await world.advance(1_000);
    fill(world, 100 - 21 - 3);
    // The browser's own message, whose commit was late; its run was answered from another device.
    world.browser.disk.plant('test:outbox', {
      v: 1,
      rows: [{ localId: 'l1', sessionId: 's1', content: [], state: 'sent', at: 1, eventId: '' }],
    });
    const id = world.gateway.write('buy');
    world.browser.disk.plant('test:outbox', {
      v: 1,
      rows: [{ localId: 'l1', sessionId: 's1', content: [], state: 'sent', at: 1, eventId: id }],
    });
    await world.advance(1_000);
    world.gateway.write('never mind');
    await world.advance(5_000);
    fill(world, 60);
    tab.tab.thaw();
    const states: string[] = [];
    tab.session.subscribe(() => states.push(tab.snapshot().run.state));
    await world.advance(30_000);
    const place = world.gateway.rows().findIndex(({ event }) => event.id === id);
    expect(runs, `message at ${place}, ${[...new Set(states)]}`).toEqual([]);
  });

  it.each(['local', 'none'] as const)(
    '[RN7] a call that came three hours ago does not run without a word of the visitor: history %s',
    async (history) => {
      const world = createWorld({ script });
      const runs: string[] = [];
      const buy: PageTool = {
        name: 'buy',
        description: 'Buys.',
        approval: 'auto',
        execute: (_, { toolUseId }) => void runs.push(toolUseId),
      };
      const first = world.open({ session: { options: { history } } });
      await live(world, first);
      await first.send('buy');
      await world.until(() => first.snapshot().run.state === 'paused');
      await world.advance(3_000);
      first.tab.kill();
      await world.advance(3 * 3_600_000);
      const next = page(world, [buy], { session: { options: { history } } });
      await world.advance(30_000);
      expect(runs).toEqual([]);
      expect(next.runner.getSnapshot().questions.length).toBe(1);
    },
  );
});
