// WebMCP's edges that no browser shows on demand: late and replaced contexts, refusals, other windows.
// The behaviour of Chromium and of a polyfill themselves is tested in a real browser.

import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../../test/doubles/virtual-clock.ts';
import { toFailure } from '../../../tools/failure.ts';
import { createToolRegistry } from '../../../tools/registry.ts';
import { createWebMcpSource } from '../../../tools/sources/webmcp.ts';

class Context extends EventTarget {
  tools: Record<string, unknown>[] = [];
  inputs: unknown[] = [];
  reply: (input: unknown) => unknown = () => 'done';
  getTools(): unknown {
    return Promise.resolve(this.tools);
  }
  async executeTool(_tool: unknown, input: unknown, _options: unknown): Promise<unknown> {
    this.inputs.push(input);
    return this.reply(input);
  }
}

const window = {};
const handle = (over: Record<string, unknown> = {}) => ({
  name: 'echo',
  title: '',
  description: 'Says it.',
  inputSchema: { type: 'object' },
  origin: 'https://shop.example',
  window,
  annotations: { readOnlyHint: true },
  ...over,
});

async function start(host: { document?: unknown; navigator?: unknown }) {
  const clock = createVirtualClock();
  const registry = createToolRegistry();
  const warnings: string[] = [];
  const source = createWebMcpSource({
    host: Object.assign(host, { window }),
    registry,
    clock,
    warn: (message) => warnings.push(message),
  });
  await clock.settle();
  return { clock, registry, source, warnings };
}

async function withTools(...tools: Record<string, unknown>[]) {
  const context = new Context();
  context.tools = tools;
  return { context, ...(await start({ document: { modelContext: context } })) };
}

const run = (registry: ReturnType<typeof createToolRegistry>, input = {}) =>
  registry
    .find('echo')
    ?.execute(input, { signal: new AbortController().signal, toolUseId: 'a' })
    .then(
      (value) => ({ value }),
      (error: unknown) => ({ code: toFailure(error).code, message: toFailure(error).message }),
    );

describe('WebMCP', () => {
  it('offers what the page registered, with its annotations', async () => {
    const { registry } = await withTools(
      handle(),
      handle({ name: 'pay', title: 'Pay', annotations: { consequentialHint: true } }),
      handle({ name: 'shop.add', annotations: undefined, inputSchema: '{"type":"object"}' }),
    );
    expect(registry.list()).toMatchObject([
      { name: 'echo', title: 'Echo', source: 'webmcp', approval: 'auto', isReadOnly: true },
      { name: 'pay', title: 'Pay', approval: 'always' },
      { name: 'shop_add', approval: 'ask', inputSchema: { type: 'object' } },
    ]);
    expect(registry.find('shop.add')?.name).toBe('shop_add');
  });

  it('leaves out tools of other windows, and what is no tool', async () => {
    const { registry, warnings } = await withTools(
      handle({ window: {} }),
      handle({ name: 'not a name' }),
      handle({ name: 'odd', inputSchema: { type: 'string' } }),
      [] as unknown as Record<string, unknown>,
    );
    expect(registry.list()).toEqual([]);
    expect(warnings).toHaveLength(2);
  });

  it('is used only where getTools and executeTool are functions', async () => {
    const half = { getTools: () => [handle()] };
    const whole = new Context();
    whole.tools = [handle()];
    const { registry } = await start({
      document: { modelContext: half },
      navigator: { modelContext: whole },
    });
    expect(registry.list()).toHaveLength(1);
    expect((await start({ document: { modelContext: half } })).registry.list()).toEqual([]);
    expect((await start({})).registry.list()).toEqual([]);
  });

  it('follows changes, read once for a burst of them', async () => {
    const { context, registry, clock } = await withTools();
    let reads = 0;
    context.getTools = () => {
      reads += 1;
      return Promise.resolve([handle()]);
    };
    for (let i = 0; i < 20; i += 1) context.dispatchEvent(new Event('toolchange'));
    expect(reads).toBe(0);
    await clock.advance(60);
    expect(reads).toBe(1);
    expect(registry.list()).toHaveLength(1);
  });

  it('finds a context that comes late, and one that replaces another', async () => {
    const document: { modelContext?: Context } = {};
    const { registry, clock } = await start({ document });
    const late = new Context();
    late.tools = [handle()];
    document.modelContext = late;
    await clock.advance(600);
    expect(registry.find('echo')).not.toBeNull();
    const newer = new Context();
    newer.tools = [handle({ name: 'other' })];
    document.modelContext = newer;
    late.dispatchEvent(new Event('toolchange'));
    await clock.advance(60);
    expect(registry.list().map(({ name }) => name)).toEqual(['other']);
  });

  it('keeps the newest reading when an older one arrives late', async () => {
    const { context, source, registry, clock } = await withTools();
    const answers = [clock.sleep(500).then(() => [handle({ name: 'old' })]), [handle()]];
    context.getTools = () => answers.shift();
    const readings = [source.refresh(), source.refresh()];
    await clock.advance(600);
    await Promise.all(readings);
    expect(registry.list().map(({ name }) => name)).toEqual(['echo']);
  });

  it('takes its tools back when getTools fails, and says so once', async () => {
    const { context, source, registry, warnings } = await withTools(handle());
    context.getTools = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    await source.refresh();
    await source.refresh();
    expect(registry.list()).toEqual([]);
    expect(warnings).toEqual(["WebMCP's getTools failed: no"]);
  });

  it.each([
    ['text', 'plain', 'plain'],
    ['JSON that is no MCP result', '{"a":1}', '{"a":1}'],
    [
      'an MCP result',
      '{"content":[{"type":"text","text":"x"}]}',
      { content: [{ type: 'text', text: 'x' }] },
    ],
    ['nothing, in words', 'undefined', undefined],
    ['null: it left the page', null, 'The tool left this page for another.'],
  ])('reads %s', async (_what, reply, value) => {
    const { context, registry } = await withTools(handle());
    context.reply = () => reply;
    expect(await run(registry)).toEqual({ value });
  });

  it.each([
    [
      'a tool that threw',
      new DOMException(
        'Tool was executed but the invocation failed. For example, …',
        'UnknownError',
      ),
      'execution_failed',
    ],
    [
      'a stale tool',
      new DOMException('unknown transient reason', 'UnknownError'),
      'tool_unavailable',
    ],
    ['a tool of old', new DOMException('Tool not found: echo', 'UnknownError'), 'tool_unavailable'],
    ['a refusal', new DOMException('no', 'NotAllowedError'), 'permission_denied'],
    ['an origin that is not allowed', new DOMException('no', 'SecurityError'), 'permission_denied'],
  ])('reports %s', async (_what, thrown, code) => {
    const { context, registry } = await withTools(handle());
    context.reply = () => {
      throw thrown;
    };
    expect(await run(registry)).toMatchObject({ code });
  });

  it.each([
    ['an object', (input: unknown) => typeof input === 'string', { a: 1 }],
    ['a JSON string', (input: unknown) => typeof input !== 'string', '{"a":1}'],
  ])(
    'gives the input as %s to a context that wants it so, and remembers',
    async (_what, refuses, form) => {
      const { context, registry } = await withTools(handle());
      context.reply = (input) => {
        if (refuses(input)) throw new TypeError('invalid input object: value is not an object');
        return 'done';
      };
      expect(await run(registry, { a: 1 })).toEqual({ value: 'done' });
      expect(await run(registry, { a: 1 })).toEqual({ value: 'done' });
      expect(context.inputs.at(-1)).toEqual(form);
      expect(context.inputs.length).toBeLessThanOrEqual(3);
    },
  );

  it('does not run a tool again whose own error speaks of objects', async () => {
    const { context, registry } = await withTools(handle());
    context.reply = () => {
      throw new DOMException('Tool was executed but failed: x is not an object', 'UnknownError');
    };
    expect(await run(registry)).toMatchObject({ code: 'execution_failed' });
    expect(context.inputs).toHaveLength(1);
  });

  it('leaves no timer and no tool behind when it is closed', async () => {
    const { context, source, registry, clock } = await withTools(handle());
    source.close();
    context.dispatchEvent(new Event('toolchange'));
    expect(clock.pending()).toBe(0);
    expect(registry.list()).toEqual([]);
  });
});
