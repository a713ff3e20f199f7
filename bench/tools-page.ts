// The page's side of the tool benchmark: the real pipeline on the browser's real storage, locks and channel; a gateway
// that answers at once. Each sample is a call from "the gateway waits" to "the result is handed over".

import { createBrowserPlatform } from '../src/platform/index.ts';
import { createToolRegistry } from '../src/tools/registry.ts';
import { createToolRunner } from '../src/tools/runner.ts';

export interface ToolSample {
  /** From the call to its result at the gateway's door, without the handler's own time. */
  callMs: number;
  /** One fetch to the same server: the floor of any tool that talks to its site. */
  fetchMs: number;
  /** One strict write to the same database. */
  writeMs: number;
}

declare global {
  interface Window {
    benchTools(calls: number): Promise<ToolSample[]>;
  }
}

const platform = createBrowserPlatform({ namespace: 'bench' });

window.benchTools = async (calls) => {
  const registry = createToolRegistry();
  let handlerMs = 0;
  registry.register({
    name: 'add',
    description: 'Adds.',
    approval: 'auto',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer' } },
      required: ['product'],
    },
    execute: async (input) => {
      const startedAt = performance.now();
      await Promise.resolve();
      handlerMs = performance.now() - startedAt;
      return { added: input };
    },
  });
  let arrived: () => void = () => {};
  const runner = createToolRunner({
    platform,
    registry,
    namespace: 'session',
    isFramed: false,
    postResults: async (results) => {
      arrived();
      return new Map(results.map((result) => [result.tool_use_id, 'accepted' as const]));
    },
  });
  const samples: ToolSample[] = [];
  for (let index = 0; index < calls; index += 1) {
    const toolUseId = `call_${crypto.randomUUID()}`;
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      arrived = resolve;
      runner.update([
        {
          toolUseId,
          name: 'add',
          input: { product: 'lamp', quantity: 1 },
          firstSeenAt: Date.now(),
          isOurs: true,
        },
      ]);
    });
    const callMs = performance.now() - startedAt - handlerMs;
    // Lets the acknowledgement reach the disk, so that it doesn't weigh on the next sample.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const fetchMs = await timed(() => fetch('/ping').then((reply) => reply.text()));
    const writeMs = await timed(() => platform.storage.update('bench', () => index));
    // The first call loads the validator and opens the database.
    if (index >= 5) samples.push({ callMs, fetchMs, writeMs });
  }
  runner.close();
  return samples;
};

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
