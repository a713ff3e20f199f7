// Calls the tools of a page as a conversation does, without a gateway, a panel or a network: the pipeline is the widget's own, with
// its checks of the input, its questions and its journal.

import type { Storage } from '../platform/types.ts';
import { type Json, type JsonObject, parseJson } from '../protocol/json.ts';
import type { ToolResultInput } from '../protocol/requests.ts';
import type { RegisterTool } from '../tools/define-tool.ts';
import {
  createToolRegistry,
  loadToolRunner,
  type ToolDefinition,
  ToolError,
  type ToolQuestion,
  type ToolRunner,
} from '../tools/index.ts';
import type { CallRequest, CallState, PageTool } from '../tools/types.ts';
import { createTestPlatform } from './platform.ts';

/** What the agent heard of a call. */
export interface HeardResult {
  /** The tool, or the visitor, or a stage before it, said no. */
  isError: boolean;
  /** As it was sent. Undefined: done, nothing to report. */
  content: string | undefined;
  /** The value, where the content is JSON; else the content. */
  // biome-ignore lint/suspicious/noExplicitAny: what the tool returned, its test knows
  value: any;
  /** Of a failure: the interface's code. */
  code?: string;
  /** Of a failure: why. */
  message?: string;
  /** The argument that is at fault, if it is one. */
  field?: string;
}

export interface TestCall {
  /** As the tool's own context has it. */
  readonly toolUseId: string;
  /** Where it stands: `looking`, `asking`, `running`, `settled` … */
  readonly state: CallState['state'];
  /** Resolves to what the agent heard. */
  readonly result: Promise<HeardResult>;
  /** Resolves to the question that the visitor reads. Rejects if the call ends without one. */
  asked(): Promise<ToolQuestion>;
  /** The visitor answers the question, once it is there: allows it once or for the conversation, or doesn't. */
  answer(how: 'allow' | 'allow in this conversation' | 'no'): Promise<void>;
  /** The visitor answers by what `render` draws: the `respond` of a tool without `execute`. */
  respond(value: Json): Promise<void>;
}

export interface ToolBench {
  /** As on the chat. */
  registerTool: RegisterTool;
  /** As on the chat. */
  unregisterTool(name: string): void;
  /** As on the chat, for the tools that throw it. */
  readonly ToolError: typeof ToolError;
  /** What the agent is told of the tools. */
  readonly tools: readonly ToolDefinition[];
  /** The agent calls a tool. */
  callTool(name: string, input?: JsonObject): TestCall;
  /** The visitor presses Stop. Resolves once each call has a result. */
  stop(): Promise<void>;
  /**
   * The page goes, in the middle of what runs, and the next one comes with no tools yet: what it calls again, asks `verify` for, or
   * tells of itself. Calls without a result are in its `calls`.
   */
  reload(): ToolBench;
  /** All calls, oldest first. */
  readonly calls: readonly TestCall[];
  /** Ends what still runs. */
  close(): void;
}

/**
 * @example
 * const bench = createToolBench();
 * registerMyTools(bench);
 * const call = bench.callTool('add_to_cart', { product_id: 'mug' });
 * expect((await call.asked()).title).toBe('Add 1 × mug?');
 * await call.answer('allow');
 * expect(await call.result).toMatchObject({ isError: false, content: 'Added 1.' });
 */
export function createToolBench(): ToolBench {
  return createBench(undefined, []);
}

function createBench(before: Storage | undefined, requests: CallRequest[]): ToolBench {
  const platform = createTestPlatform(before);
  const registry = createToolRegistry();
  const calls: TestCall[] = [];
  const waiting = new Map<string, CallRequest>();
  const tell = new Map<string, (result: ToolResultInput) => void>();
  let isClosed = false;
  let runner: ToolRunner | null = null;
  const coming = loadToolRunner().then(({ createToolRunner }) => {
    runner = createToolRunner({
      platform,
      registry,
      namespace: 'test',
      isFramed: false,
      async postResults(results) {
        for (const result of results) {
          waiting.delete(result.tool_use_id);
          tell.get(result.tool_use_id)?.(result);
        }
        queueMicrotask(update);
        return new Map(results.map(({ tool_use_id: id }) => [id, 'accepted' as const]));
      },
    });
    if (isClosed) runner.close();
    return runner;
  });
  const update = () => {
    if (!isClosed) runner?.update([...waiting.values()]);
  };

  /** Resolves once `look` finds something, or the call has ended. */
  async function follow<T>(
    look: (state: CallState) => T | null,
    call: TestCall,
  ): Promise<T | null> {
    const it = await coming;
    return new Promise((resolve) => {
      const see = () => {
        const status = it.getSnapshot().calls.get(call.toolUseId)?.status;
        const found = status ? look(status) : null;
        if (found !== null) end(found);
      };
      const end = (found: T | null) => {
        stop();
        resolve(found);
      };
      const stop = it.subscribe(see);
      void call.result.then(() => end(null));
      see();
    });
  }

  function begin(request: CallRequest): TestCall {
    const { toolUseId } = request;
    const result = new Promise<HeardResult>((resolve) => {
      tell.set(toolUseId, (heard) => resolve(toHeard(heard)));
    });
    const stateOf = () => runner?.getSnapshot().calls.get(toolUseId)?.status.state ?? 'looking';
    async function asked(): Promise<ToolQuestion> {
      const question = await follow(
        (status) => (status.state === 'asking' ? status.question : null),
        call,
      );
      if (question) return question;
      const { code, message } = await result;
      throw new Error(
        `"${request.name}" asked nothing${code ? `: it failed with ${code}, "${message}"` : ': it ran by itself'}.`,
      );
    }
    const call: TestCall = {
      toolUseId,
      result,
      get state() {
        return stateOf();
      },
      asked,
      async answer(how) {
        const { binding, isCard } = await asked();
        if (isCard && how !== 'no') {
          throw new Error(`"${request.name}" is answered by what it draws: call respond(value).`);
        }
        const said = how === 'allow' ? 'once' : how === 'no' ? how : 'conversation';
        (await coming).answer(toolUseId, binding, said);
      },
      async respond(value) {
        const { binding, isCard } = await asked();
        if (!isCard) throw new Error(`"${request.name}" asks for a yes or no: call answer(…).`);
        (await coming).answer(toolUseId, binding, { value });
      },
    };
    waiting.set(toolUseId, request);
    calls.push(call);
    void coming.then(update);
    return call;
  }

  for (const request of requests) begin(request);
  return {
    calls,
    ToolError,
    registerTool: <Input>(tool: PageTool<Input>, how?: { signal?: AbortSignal }) =>
      registry.register(tool, how),
    unregisterTool: (name) => registry.unregister(name),
    get tools() {
      return registry.definitions();
    },
    callTool: (name, input = {}) =>
      begin({
        toolUseId: platform.random.id(),
        name,
        input,
        firstSeenAt: platform.clock.now(),
        isOurs: true,
      }),
    async stop() {
      await (await coming).stop();
    },
    reload() {
      this.close();
      return createBench(platform.storage, [...waiting.values()]);
    },
    close() {
      isClosed = true;
      runner?.close();
    },
  };
}

function toHeard({ content, is_error, error_code }: ToolResultInput): HeardResult {
  const text = typeof content === 'object' ? JSON.stringify(content) : content;
  const value = text === undefined ? undefined : (parseJson(text) ?? text);
  const { message, field } =
    (value as { error?: { message?: string; field?: string } })?.error ?? {};
  return {
    isError: is_error === true,
    content: text,
    value,
    ...(error_code === undefined ? {} : { code: error_code }),
    ...(is_error && message !== undefined ? { message } : {}),
    ...(is_error && field !== undefined ? { field } : {}),
  };
}
