// One run of a tool's handler: a signal, a time limit, and the time it took. It never rejects and never waits for ever,
// but in a page that the tool has left.

import type { Clock } from '../platform/types.ts';
import type { ClientTiming } from '../protocol/blocks.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import { OUTCOME_UNKNOWN } from './failure.ts';
import { watchLeaving } from './leaving.ts';
import { type Ended, failed, succeeded } from './result.ts';
import { ToolError } from './tool-error.ts';
import type { Tool, ToolContext } from './types.ts';

/** How long a stopped handler may take to say what it did. */
export const STOP_GRACE_MS = 2_000;

export interface Run {
  ended: Ended;
  /** Absent: no handler ran. */
  timing?: ClientTiming;
  /** The result is kept in this page's memory alone. */
  isSecret?: true;
}

/** Runs the tool of a call that this tab has claimed. `answer`: the visitor's, to a card. */
export async function runTool(
  context: CallsContext,
  call: Call,
  tool: Tool,
  input: JsonObject,
  answer: JsonObject | undefined,
): Promise<Run> {
  const { clock, page } = context;
  const startedAt = Math.round(clock.now());
  call.show({
    state: 'running',
    startedAt,
    isAsking: tool.asksVisitor,
    isSeen: tool.isSeen,
    isCard: tool.source === 'cards',
  });
  const leaving = tool.navigates ? watchLeaving(context) : null;
  try {
    const ran = await runHandler(
      tool,
      (context) => tool.execute(input, answer === undefined ? context : { ...context, answer }),
      call.request,
      call.waits.signal,
      clock,
    );
    if (tool.card?.isSecret && ran.ended.isOk) return { ...ran, isSecret: true };
    if (leaving === null || !ran.ended.isOk) return ran;
    await leaving.settled(call.waits.signal);
    const content = ran.ended.content ?? `Navigated to ${page.url()}`;
    return leaving.hasMoved() ? { ...ran, ended: { isOk: true, content } } : ran;
  } finally {
    leaving?.close();
  }
}

/** When `stop` aborts, the run ends: with the handler's own result if that comes within the grace time. */
export function runHandler(
  tool: Tool,
  handler: (context: ToolContext) => Promise<unknown>,
  call: { toolUseId: string; traceparent?: string | undefined },
  stop: AbortSignal,
  clock: Clock,
): Promise<Run> {
  const startedAt = Math.round(clock.now());
  const startedMonotonic = clock.monotonic();
  const controller = new AbortController();
  const { signal } = controller;

  return new Promise((resolve) => {
    let grace: number | null = null;
    const end = (ended: Ended): void => {
      clock.clearTimeout(limit);
      if (grace !== null) clock.clearTimeout(grace);
      stop.removeEventListener('abort', onStop);
      // The wall clock may have been set meanwhile: the end is the start plus the monotonic clock's delta.
      const duration = Math.max(0, Math.round(clock.monotonic() - startedMonotonic));
      resolve({
        ended,
        timing: { started_at_ms: startedAt, ended_at_ms: startedAt + duration },
      });
    };
    const onStop = (): void => {
      controller.abort(new DOMException('The call was stopped.', 'AbortError'));
      grace = clock.setTimeout(() => end(stopped(tool)), STOP_GRACE_MS);
    };
    const limit = clock.setTimeout(() => {
      controller.abort(new DOMException('The time limit has passed.', 'TimeoutError'));
      const seconds = tool.timeoutMs / 1000;
      const note = tool.isIdempotent ? '' : ` ${OUTCOME_UNKNOWN}`;
      end(
        failed(
          new ToolError('timeout', `The tool did not finish within ${seconds} s.${note}`, {
            retryable: tool.isIdempotent,
          }),
        ),
      );
    }, tool.timeoutMs);
    stop.addEventListener('abort', onStop);
    if (stop.aborted) onStop();

    const context: ToolContext = { signal, toolUseId: call.toolUseId };
    if (call.traceparent !== undefined) context.traceparent = call.traceparent;
    // Inside an async function, so that a handler that throws at once is a rejection like any other.
    (async () => handler(context))().then(
      (value) => end(succeeded(value)),
      (error: unknown) =>
        end(
          signal.aborted && isAbort(error)
            ? stopped(tool, stop.reason)
            : failed(error, tool.isIdempotent),
        ),
    );
  });
}

function isAbort(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
  );
}

/**
 * The truth about a handler that was cut off: "cancelled" only where it can't have done anything. One that waits for the
 * visitor, and ends its wait when its signal aborts, was not answered (`why`: what they did instead).
 */
function stopped(tool: Tool, why?: unknown): Ended {
  if (tool.asksVisitor && why instanceof ToolError) return failed(why);
  return failed(
    tool.isReadOnly
      ? new ToolError('cancelled', 'Stopped by the visitor before it was done.')
      : new ToolError('execution_failed', `Stopped by the visitor. ${OUTCOME_UNKNOWN}`, {
          retryable: false,
        }),
  );
}
