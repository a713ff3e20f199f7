// The model gateway's agent: plays one run at a time by its script, pauses for the client's tools, goes on with their
// results, and ends. It knows rows and nothing of requests.

import type { Clock } from '../../src/platform/types.ts';
import type { Json, JsonObject } from '../../src/protocol/index.ts';
import type { ModelRows } from './model-rows.ts';
import type { ModelOptions, Step } from './model-types.ts';

export interface Run {
  steps: Step[];
  /** Calls of the pause that have no result yet. */
  pending: Set<string>;
  isPaused: boolean;
  /** The run is paused, but its worker still holds the session. */
  isHeld: boolean;
  isCancelled: boolean;
  userEventId: string;
  beganAt: number;
  turn: number;
}

export interface ModelRuns {
  current(): Run | null;
  /** Gives a message its own run, once no other is under way. */
  enqueue(userEventId: string, text: string): void;
  /** Ends the pause: its calls are no longer waited for. */
  drop(): void;
  /** Goes on after the pause: every call has its result. */
  resume(run: Run): void;
  isRunning(): boolean;
}

export function createModelRuns(
  options: ModelOptions & { clock: Clock },
  log: ModelRows,
): ModelRuns {
  const { clock, hasTurnUsage = false, heldMs = 300, hasIntents = false } = options;
  const script = options.script ?? (() => [{ kind: 'say', text: 'hi' } as const]);
  const waiting: { id: string; text: string }[] = [];
  let run: Run | null = null;
  let cycles = 0;

  function begin(): void {
    if (run !== null) return;
    const next = waiting.shift();
    if (next === undefined) return;
    const mine: Run = {
      steps: script(next.text),
      pending: new Set(),
      isPaused: false,
      isHeld: false,
      isCancelled: false,
      userEventId: next.id,
      beganAt: clock.monotonic(),
      turn: 0,
    };
    run = mine;
    clock.setTimeout(() => {
      read(next.id);
      sayRunning(mine);
      play(mine);
    }, 40);
  }

  function sayRunning(mine: Run): void {
    log.add('session.status_running', [], hasIntents ? { run_id: nameOfRun(mine) } : {});
  }

  /** Marks as processed what a run has read: this message, and everything else that is no message. */
  function read(messageId?: string): void {
    for (const { event } of log.rows) {
      const isRead = event.id === messageId || event.type !== 'user.message';
      if (isRead) event.processed_at ??= log.stamp();
    }
  }

  /** Writes the content in both forms in turn: the interface says "object" for this type, "array of blocks" for all. */
  function idle(content: JsonObject): void {
    cycles += 1;
    const asItIs: Json = cycles % 2 === 0 ? content : [content];
    log.add('session.status_idle', asItIs, { usage: usage() });
  }

  function keepTurn(mine: Run): void {
    if (!hasTurnUsage) return;
    mine.turn += 1;
    const more = { turn: mine.turn, model: 'model-1', reasoning_tokens: 0, total_tokens: 10 };
    log.add('session.turn_usage', [{ type: 'turn_usage', ...more, ...usage() }]);
  }

  function end(mine: Run, reason: string): void {
    if (run !== mine) return;
    run = null;
    if (reason !== 'user_cancelled') keepTurn(mine);
    idle({ stop_reason: reason, context_tokens: 10 });
    clock.setTimeout(begin, 10);
  }

  function fail(mine: Run, code: string): void {
    if (run !== mine) return;
    run = null;
    log.add('session.error', [{ type: 'error', code, text: 'failed' }], {
      usage: usage(),
      error_code: code,
    });
    clock.setTimeout(begin, 10);
  }

  function play(mine: Run): void {
    if (run !== mine) return;
    const step = mine.isCancelled ? undefined : mine.steps.shift();
    if (step === undefined) {
      end(mine, mine.isCancelled ? 'user_cancelled' : 'end_turn');
      return;
    }
    const ms = 'ms' in step ? (step.ms ?? 60) : 30;
    // An interrupt also ends a long wait.
    const until = clock.monotonic() + ms;
    const wait = (): void => {
      if (run !== mine) return;
      const left = until - clock.monotonic();
      if (mine.isCancelled) end(mine, 'user_cancelled');
      else if (left > 0) clock.setTimeout(wait, Math.min(left, 1_000));
      else act(mine, step);
    };
    clock.setTimeout(wait, Math.min(ms, 1_000));
  }

  function act(mine: Run, step: Step): void {
    switch (step.kind) {
      case 'wait':
        break;
      case 'say': {
        const block: JsonObject = { type: 'text', text: step.text };
        if (step.citations !== undefined) block.citations = step.citations;
        log.add('agent.message', [block]);
        break;
      }
      case 'think': {
        // Write a thought together with the message that follows it.
        const next = mine.steps.shift();
        const text = next?.kind === 'say' ? next.text : '';
        const row = log.add('agent.message', [{ type: 'text', text }]);
        const extra_content = { gateway: { thinking_ms: step.ms ?? 60 } };
        row.thought = { type: 'thought', text: step.text, extra_content };
        break;
      }
      case 'compact':
        log.add('session.compaction', [{ type: 'text', text: step.summary }]);
        break;
      case 'emit':
        log.add(step.type, [{ type: 'hologram', of: mine.userEventId }]);
        break;
      case 'stop':
        end(mine, step.reason);
        return;
      case 'fail':
        fail(mine, step.code);
        return;
      case 'call':
        pause(mine, step);
        return;
    }
    play(mine);
  }

  function pause(mine: Run, step: Extract<Step, { kind: 'call' }>): void {
    const ids = step.names.map((name, index) => {
      const id = `${options.idPrefix ?? ''}call_${log.count() + 1}`;
      const input = step.inputs?.[index] ?? { of: mine.userEventId };
      log.add('agent.tool_use', [{ type: 'tool_use', id, name, input }]);
      return id;
    });
    keepTurn(mine);
    mine.pending = new Set(ids);
    mine.isPaused = true;
    mine.isHeld = heldMs > 0;
    if (mine.isHeld) {
      clock.setTimeout(() => {
        mine.isHeld = false;
      }, heldMs);
    }
    idle({ stop_reason: 'client_tool_use', context_tokens: 5, tool_use_ids: ids });
  }

  return {
    current: () => run,
    enqueue(id, text) {
      waiting.push({ id, text });
      clock.setTimeout(begin, 5);
    },
    drop() {
      run = null;
    },
    resume(mine) {
      mine.isPaused = false;
      clock.setTimeout(() => {
        if (run !== mine) return;
        read();
        sayRunning(mine);
        play(mine);
      }, 30);
    },
    isRunning: () => run !== null || waiting.length > 0,
  };
}

/** As `session.status_running` names it. */
export const nameOfRun = ({ userEventId }: Run): string => `run_${userEventId}`;

function usage(): JsonObject {
  return {
    input_tokens: 5,
    output_tokens: 5,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    credits_nano: 1000,
  };
}
