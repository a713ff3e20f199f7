// What is true of a call whose tab is gone: the table of crash recovery, as a function of what the journal says.

import type { ClientTiming } from '../protocol/blocks.ts';
import type { Row } from './journal-row.ts';
import { type Ended, failed } from './result.ts';
import { ToolError } from './tool-error.ts';

export type Verdict = 'run' | 'verify' | { ended: Ended; timing?: ClientTiming };

/** `bornAt`: wall time at which this page began; `url`: its address. */
export function recover(row: Row | null, bornAt: number, url: string): Verdict {
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
