// A page with tools in a tab of a simulated browser, and a gateway that takes results: what the pipeline's tests share.

import {
  type BrowserDouble,
  createBrowserDouble,
  type Tab,
} from '../../../test/doubles/browser-double.ts';
import type { ToolResultInput } from '../../protocol/index.ts';
import { createToolRegistry, type ToolRegistry } from '../../tools/registry.ts';
import { createToolRunner, type ToolRunnerParts } from '../../tools/runner.ts';
import type {
  CallRequest,
  CallState,
  PageTool,
  PostResults,
  ToolRunner,
} from '../../tools/types.ts';

export interface Site {
  browser: BrowserDouble;
  /** Every request that posted results, in order. */
  posts: ToolResultInput[][];
  /** How the gateway answers; accepts by default. */
  answer: PostResults;
  openPage(options?: PageOptions): Page;
}

export interface PageOptions {
  tools?: PageTool[];
  url?: string;
  isFramed?: boolean;
  isDurable?: boolean;
  opensAfterMs?: number;
  isVisible?: boolean;
  hasChannel?: boolean;
  /** Frees room on the disk. */
  evict?: () => Promise<void>;
  /** Reads the log anew. */
  refresh?: () => Promise<void>;
  /** Which conversation; the same for all by default. */
  namespace?: string;
  onWarning?: (reason: string) => void;
  /** A page that has been there for a while. */
  tab?: Tab;
}

export interface Page {
  tab: Tab;
  registry: ToolRegistry;
  runner: ToolRunner;
  status(id: string): CallState | undefined;
}

/** `fetch` of the page's tools is the test's own; time is virtual. */
export function createSite(): Site {
  const browser = createBrowserDouble();
  const site: Site = {
    browser,
    posts: [],
    answer: async (results) => new Map(results.map((r) => [r.tool_use_id, 'accepted' as const])),
    openPage(options = {}) {
      const tab = options.tab ?? browser.openTab(options);
      const registry = createToolRegistry();
      for (const tool of options.tools ?? []) registry.register(tool);
      const parts: ToolRunnerParts = {
        platform: tab.platform,
        registry,
        postResults: (results, how) => {
          site.posts.push([...results]);
          return site.answer(results, how);
        },
        namespace: options.namespace ?? 'test',
        isFramed: options.isFramed ?? false,
        ...(options.evict === undefined ? {} : { evict: options.evict }),
        ...(options.refresh === undefined ? {} : { refresh: options.refresh }),
        ...(options.onWarning === undefined ? {} : { onWarning: options.onWarning }),
      };
      const runner = createToolRunner(parts);
      return {
        tab,
        registry,
        runner,
        status: (id) => runner.getSnapshot().calls.get(id)?.status,
      };
    },
  };
  return site;
}

export function request(site: Site, over: Partial<CallRequest> = {}): CallRequest {
  return {
    toolUseId: 'call_1',
    name: 'echo',
    input: {},
    firstSeenAt: site.browser.clock.now(),
    isOurs: true,
    ...over,
  };
}

/** A read-only tool that answers with its input. */
export function echo(over: Partial<PageTool> = {}): PageTool {
  return {
    name: 'echo',
    description: 'Says it again.',
    annotations: { readOnlyHint: true },
    execute: (input) => input,
    ...over,
  };
}

/** A tool that changes something and asks first. */
export function buy(over: Partial<PageTool> = {}): PageTool {
  return {
    name: 'buy',
    title: 'Buy it',
    description: 'Buys the product.',
    execute: () => 'bought',
    ...over,
  };
}

export function envelope(result: ToolResultInput | undefined): Record<string, unknown> {
  return JSON.parse(String(result?.content ?? '{}')).error;
}

/** Lets everything run that needs no time; the validator's chunk is loaded for real. */
export async function settle(site: Site): Promise<void> {
  for (let i = 0; i < 30; i += 1) await site.browser.clock.advance(i < 10 ? 0 : 1);
}

/** Answers the open question of a call. */
export function decide(page: Page, id: string, decision: 'once' | 'conversation' | 'no'): void {
  const status = page.status(id);
  if (status?.state !== 'asking') throw new Error(`${id} asks nothing: ${status?.state}`);
  page.runner.answer(id, status.question.binding, decision);
}
