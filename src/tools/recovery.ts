// What is true of a call whose tab is gone: the table of crash recovery, as a function of what the journal says, and the
// question to the tool where only that can tell.

import { isBound } from './approval.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import { findTool } from './find.ts';
import { freezeInput } from './input.ts';
import type { Row } from './journal-row.ts';
import { type Ended, failed } from './result.ts';
import { type Run, runHandler } from './run.ts';
import { ToolError } from './tool-error.ts';
import type { Tool } from './types.ts';

type Verdict = 'run' | 'verify' | Run;

/** `bornAt`: wall time at which this page began; `url`: its address. */
function recover(row: Row | null, bornAt: number, url: string): Verdict {
  if (row === null || row.state === 'claimed') return 'run';
  if (row.state !== 'started') return { ended: outcomeUnknown() };
  switch (row.effect) {
    case 'repeatable':
      return 'run';
    case 'navigates':
      // Only a page that came after the start can be the one that it went to.
      if (bornAt >= row.startedAt) {
        return {
          ended: { isOk: true, content: `Navigated to ${url}` },
          timing: { started_at_ms: row.startedAt, ended_at_ms: Math.round(bornAt) },
        };
      }
      return row.canVerify ? 'verify' : { ended: outcomeUnknown() };
    case 'once':
      return row.canVerify ? 'verify' : { ended: outcomeUnknown() };
  }
}

/** What became of a call that an earlier page had started. Null: run it. */
export async function recoverCall(
  context: CallsContext,
  call: Call,
  earlier: Row | null,
): Promise<Run | null> {
  const { clock, page, tab } = context;
  const verdict = recover(earlier, tab.bornAt, page.url());
  if (verdict === 'run') return null;
  if (verdict !== 'verify') return verdict;
  let tool: Tool;
  try {
    tool = await findTool(context, call);
  } catch (reason) {
    if (reason instanceof ToolError && reason.code === 'tool_unavailable') {
      return { ended: outcomeUnknown() };
    }
    throw reason;
  }
  const { verify } = tool;
  if (verify === undefined || !isBound(earlier, call.text, tool))
    return { ended: outcomeUnknown() };
  const input = freezeInput(call.request.input);
  call.show({ state: 'running', startedAt: Math.round(clock.now()) });
  const { ended } = await runHandler(
    { ...tool, isReadOnly: true, isIdempotent: true },
    async (asked) => {
      const answer = await verify(input, asked);
      if (answer === undefined || answer === null) throw new Error('The outcome is unknown.');
      if (answer !== false)
        return answer === true ? 'Done, as checked after the page changed.' : answer;
      throw new ToolError('cancelled', 'The page changed before this took effect.', {
        retryable: true,
      });
    },
    call.request,
    call.waits.signal,
    clock,
  );
  const isKnown = ended.isOk || ended.failure.code === 'cancelled';
  return { ended: isKnown && !call.waits.signal.aborted ? ended : outcomeUnknown() };
}

/** Another call stands under its id than the one that was first seen there. `mayHaveRun`: the first one had begun. */
export function changedCall(mayHaveRun: boolean): ToolError {
  const what = 'Another call was first seen under this id, so this one was not run.';
  return mayHaveRun
    ? new ToolError('execution_failed', `${what} The first may have taken effect.`, {
        retryable: false,
      })
    : new ToolError('cancelled', what, { retryable: false });
}

export function outcomeUnknown(): Ended {
  return failed(
    new ToolError(
      'execution_failed',
      'The page changed while this was running. It may or may not have taken effect: outcome unknown.',
      { retryable: false },
    ),
  );
}
