// The tools that the pages of a schedule offer, and the ledger of what their handlers did to the world.

import type { Clock } from '../../src/platform/types.ts';
import { ToolError } from '../../src/tools/tool-error.ts';
import type { PageTool, ToolContext } from '../../src/tools/types.ts';
import type { SeededRandom } from '../doubles/seeded-random.ts';
import type { HandlerRun } from './evidence.ts';

export interface PageToolParts {
  random: SeededRandom;
  clock: Clock;
  /** Milliseconds since the schedule began. */
  now(): number;
  isAlive(): boolean;
  /** Whether the page is there and was never in the back-forward cache. */
  isHere(): boolean;
  /** The network's number of the tab. */
  tab: number;
  /** Whether a durable row says "started". */
  isJournaled(toolUseId: string): boolean;
  /**
   * Whether the gateway waits for the call, this page has to run it, and, as far as its tab can tell runs apart, nobody
   * has pressed Stop since the run began.
   */
  isWanted(toolUseId: string): boolean;
  /** The ledger of all pages. */
  handlers: HandlerRun[];
  /** Takes the page elsewhere. */
  leave(): void;
}

const BIG = 'x'.repeat(200 * 1024);

export function createPageTools(parts: PageToolParts): PageTool[] {
  const { random, clock, handlers } = parts;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimeout(resolve, ms);
    });

  async function run(
    name: string,
    context: ToolContext,
    maxMs: number,
    heeds: boolean,
  ): Promise<string> {
    const { toolUseId, signal } = context;
    // In a page that is gone no code runs.
    if (!parts.isAlive()) return new Promise(() => {});
    const entry: HandlerRun = {
      toolUseId,
      name,
      isJournaled: parts.isJournaled(toolUseId),
      isDone: false,
      hasEffect: false,
      startedAt: parts.now(),
      tab: parts.tab,
      isHere: parts.isHere,
    };
    handlers.push(entry);
    signal.addEventListener('abort', () => {
      entry.isDropped = parts.isWanted(toolUseId);
    });
    const ms = random.int(maxMs);
    await sleep(ms / 2);
    if (heeds && signal.aborted) throw signal.reason;
    entry.hasEffect = true;
    await sleep(ms / 2);
    entry.isDone = true;
    return `did ${name} ${toolUseId}`;
  }

  const tool = (
    name: string,
    more: Partial<PageTool> = {},
    maxMs = 1_500,
    heeds = false,
  ): PageTool => ({
    name,
    description: name,
    approval: 'auto',
    execute: (_input, context) => run(name, context, maxMs, heeds),
    ...more,
  });

  return [
    tool('once'),
    tool('read', { annotations: { readOnlyHint: true } }),
    tool('same', { annotations: { idempotentHint: true } }),
    tool('ask', { approval: 'ask' }),
    tool('slow', {}, 12_000, random.chance(0.5)),
    tool('big', {
      execute: async (_, context) => `${await run('big', context, 300, false)} ${BIG}`,
    }),
    tool('throws', {
      execute: async (_, context) => {
        await run('throws', context, 500, false);
        throw new ToolError('execution_failed', 'It broke.');
      },
    }),
    tool('go', {
      navigates: true,
      execute: async (_, context) => {
        const said = await run('go', context, 200, false);
        clock.setTimeout(parts.leave, random.int(300));
        return random.chance(0.5) ? said : undefined;
      },
    }),
    tool('stay', { navigates: true }, 200),
    tool(
      'sure',
      {
        verify: (_, { toolUseId }) =>
          handlers.some((entry) => entry.toolUseId === toolUseId && entry.hasEffect === true),
      },
      3_000,
      true,
    ),
  ];
}

/** The tools that every page has. */
export const EVERYWHERE: readonly string[] = ['read'];
