// The page's side of the WebMCP test: the real source, registry and pipeline on the browser's real parts, without a
// gateway. Every question is answered with "once", and nothing waits for longer than a second.

import { createBrowserPlatform } from '../../src/platform/index.ts';
import type { JsonObject, ToolResultInput } from '../../src/protocol/index.ts';
import { createToolRegistry } from '../../src/tools/registry.ts';
import { createToolRunner } from '../../src/tools/runner.ts';
import { createWebMcpSource } from '../../src/tools/sources/webmcp.ts';

const MAX_WAIT_MS = 1_000;

const browser = createBrowserPlatform({ namespace: 'webmcp-test' });
const { clock } = browser;
const platform = {
  ...browser,
  clock: {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    setTimeout: (callback: () => void, delayMs: number) =>
      clock.setTimeout(callback, Math.min(delayMs, MAX_WAIT_MS)),
    clearTimeout: (id: number) => clock.clearTimeout(id),
  },
};
const registry = createToolRegistry();
const posted = new Map<string, (result: ToolResultInput) => void>();
createWebMcpSource({ host: window, registry, clock });
const runner = createToolRunner({
  platform,
  registry,
  namespace: 'session',
  isFramed: false,
  postResults: async (results) => {
    for (const result of results) posted.get(result.tool_use_id)?.(result);
    return new Map(results.map((result) => [result.tool_use_id, 'accepted' as const]));
  },
});
runner.subscribe(() => {
  for (const { toolUseId, binding } of runner.getSnapshot().questions) {
    queueMicrotask(() => runner.answer(toolUseId, binding, 'once'));
  }
});

function call(name: string, input: JsonObject): Promise<ToolResultInput> {
  const toolUseId = crypto.randomUUID();
  return new Promise((resolve) => {
    posted.set(toolUseId, resolve);
    runner.update([{ toolUseId, name, input, firstSeenAt: Date.now(), isOurs: true }]);
  });
}

/** Takes a tool back in the moment in which it is called. */
async function callStale(): Promise<ToolResultInput> {
  const controller = new AbortController();
  const { modelContext } = document as unknown as {
    modelContext: { registerTool(tool: object, options: object): Promise<void> };
  };
  modelContext.registerTool(
    {
      name: 'stale',
      description: 'Gone at once.',
      annotations: { readOnlyHint: true },
      execute: () => 'still here',
    },
    { signal: controller.signal },
  );
  await new Promise<void>((resolve) => {
    const off = registry.onChange(() => {
      if (registry.find('stale') === null) return;
      off();
      resolve();
    });
  });
  controller.abort();
  return call('stale', {});
}

Object.assign(window, {
  lab: {
    names: () => registry.list().map(({ name }) => name),
    describe: (name: string) => registry.find(name),
    call: (name: string, input: JsonObject) => (name === 'stale' ? callStale() : call(name, input)),
    hasContext: () => 'modelContext' in document && document.modelContext !== null,
  },
});
