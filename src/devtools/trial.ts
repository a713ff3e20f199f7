// Runs a tool as the developer's own act: through the widget's own way of a call, with its checks, its question and its journal. No agent
// hears of it, and nothing of it is in the conversation.

import type { ToolResultInput } from '../protocol/index.ts';
import type { JsonObject } from '../protocol/json.ts';
import type {
  CallRequest,
  Decision,
  ToolQuestion,
  ToolRunner,
  ToolsSnapshot,
} from '../tools/types.ts';
import type { Source } from '../ui/types.ts';
import { follow, type Steps } from './calls.ts';
import type { CallRecord, DevtoolsClock, DevtoolsPorts } from './types.ts';

export interface Trials {
  /** Newest first. */
  calls: Source<readonly CallRecord[]>;
  /** What the runner shows of them now, for tools that draw themselves. */
  live(): ToolsSnapshot;
  /** Returns the call's id. */
  run(name: string, title: string, input: JsonObject): string;
  question(id: string): ToolQuestion | null;
  answer(question: ToolQuestion, decision: Decision): void;
  /** What runs or asks is stopped, as by the visitor's Stop. */
  stop(): void;
  close(): void;
}

const NOTHING: ToolsSnapshot = { calls: new Map(), questions: [], isRunning: false };

export function createTrials(ports: {
  createRunner: DevtoolsPorts['createRunner'];
  clock: Pick<DevtoolsClock, 'now'>;
  newId(): string;
}): Trials {
  const { clock } = ports;
  const listeners = new Set<() => void>();
  const waiting = new Map<string, CallRequest>();
  let records: readonly CallRecord[] = [];
  let steps: Steps = new Map();
  let runner: ToolRunner | null = null;
  let isClosed = false;
  let isComing = false;

  function set(id: string, change: Partial<CallRecord>): void {
    records = records.map((one) => (one.id === id ? { ...one, ...change } : one));
    for (const listener of [...listeners]) listener();
  }

  function heard(results: readonly ToolResultInput[]): void {
    const now = clock.now();
    for (const { tool_use_id: id, is_error, error_code, content, client_timing } of results) {
      if (!waiting.delete(id)) continue;
      const state = is_error ? 'failed' : 'done';
      steps = new Map(steps).set(id, [...(steps.get(id) ?? []), { state, at: now }]);
      set(id, {
        state,
        steps: steps.get(id) ?? [],
        durationMs: client_timing ? client_timing.ended_at_ms - client_timing.started_at_ms : null,
        heard: {
          isError: is_error === true,
          code: error_code ?? null,
          content:
            content === undefined || typeof content === 'string'
              ? (content ?? null)
              : JSON.stringify(content),
        },
      });
    }
    void Promise.resolve().then(update);
  }

  const update = (): void => runner?.update([...waiting.values()]);

  function look(): void {
    if (runner === null) return;
    const snapshot = runner.getSnapshot();
    steps = follow(steps, snapshot, clock.now());
    for (const { toolUseId, status } of snapshot.calls.values()) {
      if (waiting.has(toolUseId)) {
        set(toolUseId, { state: status.state, steps: steps.get(toolUseId) ?? [] });
      }
    }
  }

  async function start(): Promise<void> {
    isComing = true;
    try {
      runner = await ports.createRunner(heard);
    } catch (error) {
      isComing = false;
      for (const id of [...waiting.keys()]) {
        waiting.delete(id);
        const content = `The part that runs tools could not be loaded: ${error}`;
        set(id, { state: 'failed', heard: { isError: true, code: 'unavailable', content } });
      }
      return;
    }
    if (isClosed) return runner.close();
    runner.subscribe(look);
    update();
    look();
  }

  return {
    calls: {
      get: () => records,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    live: () => runner?.getSnapshot() ?? NOTHING,
    run(name, title, input) {
      const id = ports.newId();
      const at = clock.now();
      waiting.set(id, { toolUseId: id, name, input, firstSeenAt: at, isOurs: true });
      const record: CallRecord = {
        id,
        name,
        title,
        input,
        by: 'you',
        state: 'looking',
        steps: [],
        durationMs: null,
        heard: null,
      };
      records = [record, ...records];
      set(id, {});
      if (!isComing) void start();
      update();
      return id;
    },
    question: (id) =>
      runner?.getSnapshot().questions.find(({ toolUseId }) => toolUseId === id) ?? null,
    answer: ({ toolUseId, binding }, decision) => runner?.answer(toolUseId, binding, decision),
    stop: () => void runner?.stop(),
    close() {
      isClosed = true;
      runner?.close();
      listeners.clear();
    },
  };
}
