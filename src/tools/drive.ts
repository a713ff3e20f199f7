// The work on one call in this tab, until the journal has its result: what earlier pages did comes first, then the
// pipeline. It knows nothing of the other calls, of posting, or of the page.

import { GONE, SKIPPED, TAKEN } from './attempt.ts';
import type { Call } from './call.ts';
import type { Run } from './execute.ts';
import type { Journal } from './journal.ts';
import type { Bond, Row } from './journal-row.ts';
import type { Past } from './past.ts';
import type { Pipeline } from './pipeline.ts';
import type { Presence } from './presence.ts';
import { changedCall, outcomeUnknown } from './recover.ts';
import { type Ended, failed, toOutcome, toResult } from './result.ts';
import { ToolError } from './tool-error.ts';

export interface DriverParts {
  journal: Pick<Journal, 'finish'>;
  presence: Pick<Presence, 'hold'>;
  past: Past;
  pipeline: Pick<Pipeline, 'run'>;
  /** A tool of this name changes nothing. */
  isHarmless(name: string): boolean;
  /** Posts what is ready. */
  flush(): Promise<void>;
  onWarning(reason: string): void;
}

export interface Driver {
  /** Brings a call to its result, unless that is under way. */
  drive(call: Call): Promise<void>;
  /** Another call stands under this id than was first seen there (`name` by now): neither is run. */
  refuse(call: Call, name: string): void;
}

export function createDriver(parts: DriverParts): Driver {
  const { journal, presence, past, pipeline, isHarmless, flush, onWarning } = parts;
  /** The work on each call, also on one that is gone: a handler ends before its call begins anew. */
  const drives = new Map<string, Promise<void>>();

  async function drive(call: Call): Promise<void> {
    if (call.marks.isDriven) return;
    call.marks.isDriven = true;
    const { toolUseId } = call.request;
    const run = (): Promise<void> => toResultOf(call);
    const driven = (drives.get(toolUseId) ?? Promise.resolve()).then(run, run);
    drives.set(toolUseId, driven);
    await driven;
    if (drives.get(toolUseId) === driven) drives.delete(toolUseId);
    await flush();
  }

  /** Until there is a result in the journal, or nothing to be done in this tab. */
  async function toResultOf(call: Call): Promise<void> {
    try {
      await presence.hold();
      while (!call.isGone) {
        call.attempt.renew();
        const earlier = await past.free(call);
        if (earlier === 'over') break;
        try {
          if (await attempt(call, earlier)) break;
        } finally {
          call.marks.begin(false);
        }
      }
    } catch (error) {
      await giveUp(call, error);
    } finally {
      call.marks.isDriven = false;
    }
  }

  /** A fault of our own is a result too: the agent must not wait for ever. */
  async function giveUp(call: Call, error: unknown): Promise<void> {
    const { toolUseId, traceparent } = call.request;
    const why = error instanceof Error ? error.message : String(error);
    const ended = failed(new ToolError('internal_error', `The chat failed: ${why}`));
    const result = toResult({ toolUseId, traceparent }, ended);
    if (await journal.finish(toolUseId, result, null, bondOf(call))) {
      call.show({ state: 'posting', outcome: toOutcome(result) });
    }
  }

  /** Runs it to a result in the journal. False: another tab has it now, look again. */
  async function attempt(call: Call, earlier: Row | null): Promise<boolean> {
    if (earlier?.call !== undefined && earlier.call !== call.text) refuse(call, call.request.name);
    let run: Partial<Run> & Pick<Run, 'ended'>;
    try {
      run = (await past.settleEarlier(call, earlier)) ?? (await pipeline.run(call, earlier));
      // The run was cut off because its page came back from the cache: look again what became of the call.
      if (call.attempt.signal.reason === TAKEN && !run.ended.isOk) return false;
    } catch (reason) {
      // A claim stays: the log may wait for this call again, in this page or the next.
      if (reason === GONE || reason === SKIPPED) return true;
      if (reason === TAKEN) return false;
      run = { ended: toEnded(reason, isHarmless(call.request.name) ? null : earlier) };
    }
    if (call.isChanged) {
      const hadBegun = earlier !== null && earlier.state !== 'claimed';
      run = { ended: failed(changedCall(hadBegun || run.timing !== undefined)) };
    }
    const { toolUseId, traceparent } = call.request;
    const result = toResult({ toolUseId, traceparent, timing: run.timing }, run.ended);
    if (!(await journal.finish(toolUseId, result, earlier, bondOf(call), run.isSecret)))
      return false;
    if (!call.isGone) call.show({ state: 'posting', outcome: toOutcome(result) });
    return true;
  }

  /** The call that a result belongs to; none if the result only says that another call was refused. */
  const bondOf = (call: Call): Bond =>
    call.text === null || call.isChanged ? {} : { call: call.text };

  /** Nothing that the visitor wasn't shown runs, and no outcome of one call is told as another's. */
  function refuse(call: Call, name: string): void {
    if (call.isChanged) return;
    call.end(changedCall(false));
    onWarning(
      `The gateway has another call under the id "${call.request.toolUseId}" than was first seen there ("${name}" by now). It is not run.`,
    );
    void drive(call);
  }

  return { drive, refuse };
}

function toEnded(reason: unknown, earlier: Row | null): Ended {
  if (!(reason instanceof ToolError)) {
    const why = reason instanceof Error ? reason.message : String(reason);
    return failed(new ToolError('internal_error', `The chat failed: ${why}`));
  }
  // An earlier page had started it, so something may have happened although it isn't run again.
  const claimsNothing = ['cancelled', 'declined', 'tool_unavailable'].includes(reason.code);
  return earlier?.state === 'started' && claimsNothing ? outcomeUnknown() : failed(reason);
}
