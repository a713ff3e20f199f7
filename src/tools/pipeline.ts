// Takes one call through its stages, in this tab, until the journal has its result. A stage passes or throws a ToolError,
// which is a result like any other. It knows nothing of posting.

import type { JsonObject } from '../protocol/json.ts';
import { isBound } from './approval.ts';
import type { Call } from './call.ts';
import { claimCall } from './claim.ts';
import type { CallsContext } from './context.ts';
import { failToLoad } from './failure.ts';
import { findTool } from './find.ts';
import { freezeInput } from './input.ts';
import type { Row } from './journal-row.ts';
import { isPlainlyValid } from './plain-schema.ts';
import { askVisitor } from './question.ts';
import { changedCall, outcomeUnknown, recoverCall } from './recovery.ts';
import { type Ended, failed, toOutcome, toResult } from './result.ts';
import { type Run, runTool } from './run.ts';
import { ToolError } from './tool-error.ts';
import { waitForTurn } from './turn.ts';
import type { Tool } from './types.ts';
import { GONE, SKIPPED, TAKEN } from './waits.ts';

export interface Pipeline {
  /** Brings a call to its result, unless that is under way, and has it posted. */
  take(call: Call): Promise<void>;
  /** Another call stands under this id than was first seen there (`name` by now): neither is run. */
  refuse(call: Call, name: string): void;
  /** Its question was skipped for a message that may be lost: if the gateway still waits for the call, it asks again. */
  askAgain(call: Call): void;
}

/** `isFramed`: in a frame of another origin only read-only tools run. `flush` posts what is ready. */
export function createPipeline(
  context: CallsContext,
  isFramed: boolean,
  flush: () => Promise<void>,
): Pipeline {
  const { presence, journal, registry, onWarning } = context;
  /** The work on each call, also on one that is gone: a handler ends before its call begins anew. */
  const works = new Map<string, Promise<void>>();

  async function take(call: Call): Promise<void> {
    if (call.marks.isAtWork) return;
    call.marks.isAtWork = true;
    const { toolUseId } = call.request;
    const begin = (): Promise<void> => toResultOf(call);
    const work = (works.get(toolUseId) ?? Promise.resolve()).then(begin, begin);
    works.set(toolUseId, work);
    await work;
    if (works.get(toolUseId) === work) works.delete(toolUseId);
    await flush();
  }

  /** Until there is a result in the journal, or nothing to be done in this tab. */
  async function toResultOf(call: Call): Promise<void> {
    try {
      await presence.hold();
      while (!call.isGone) {
        call.waits.renew();
        const earlier = await waitForTurn(context, call);
        if (earlier === 'over') break;
        try {
          if (await finish(call, earlier)) break;
        } finally {
          call.marks.begin(false);
        }
      }
    } catch (error) {
      // A fault of our own is a result too: the agent must not wait for ever.
      await note(call, { ended: failed(fault(error)) }, null);
    } finally {
      call.marks.isAtWork = false;
    }
  }

  /** Runs it to a result in the journal. False: another tab has it now, look again. */
  async function finish(call: Call, earlier: Row | null): Promise<boolean> {
    if (earlier?.call !== undefined && earlier.call !== call.text) refuse(call, call.request.name);
    let run: Run;
    try {
      run = (await recoverCall(context, call, earlier)) ?? (await runStages(call, earlier));
      // The run was cut off because its page came back from the cache: look again what became of the call.
      if (call.waits.signal.reason === TAKEN && !run.ended.isOk) return false;
    } catch (reason) {
      // A claim stays: the log may wait for this call again, in this page or the next.
      if (reason === GONE || reason === SKIPPED) return true;
      if (reason === TAKEN) return false;
      const isHarmless = registry.find(call.request.name)?.isReadOnly === true;
      run = { ended: toEnded(reason, isHarmless ? null : earlier) };
    }
    if (call.isChanged) {
      const hadBegun = earlier !== null && earlier.state !== 'claimed';
      run = { ended: failed(changedCall(hadBegun || run.timing !== undefined)) };
    }
    return note(call, run, earlier);
  }

  async function runStages(call: Call, earlier: Row | null): Promise<Run> {
    const tool = await findTool(context, call);
    if (isFramed && !tool.isReadOnly) {
      throw new ToolError(
        'permission_denied',
        'This chat is shown inside another site, where only tools that change nothing may run.',
      );
    }
    if (earlier?.state === 'started' && !tool.isIdempotent && !isBound(earlier, call.text, tool)) {
      throw new ToolError('cancelled', 'What an earlier page had begun was another tool.');
    }
    const input = await checkInput(tool, call);
    const decision = await askVisitor(context, call, tool, input, earlier);
    if (decision === false) return runStages(call, earlier);
    // From here on no message may end the pause: a claim takes as long as the disk does.
    call.marks.begin(true);
    try {
      await claimCall(context, call, tool, earlier);
      const answer = typeof decision === 'object' ? decision : undefined;
      return await runTool(context, call, tool, input, answer);
    } finally {
      call.marks.begin(false);
    }
  }

  async function checkInput(tool: Tool, call: Call): Promise<JsonObject> {
    const frozen = freezeInput(call.request.input);
    if (call.text === null) {
      throw new ToolError('invalid_input', 'The input is nested too deeply.');
    }
    if (!isPlainlyValid(tool.inputSchema, frozen)) {
      const { validate } = await import('./validate.ts').catch(failToLoad);
      await validate(tool.inputSchema, frozen);
    }
    tool.card?.check?.(frozen);
    await tool.check?.(frozen);
    return frozen;
  }

  /** The result into the journal. False: another tab has the call. */
  async function note(call: Call, run: Run, earlier: Row | null): Promise<boolean> {
    const { toolUseId, traceparent } = call.request;
    const result = toResult({ toolUseId, traceparent, timing: run.timing }, run.ended);
    // Without a bond, the result only says that another call was refused.
    const bond = call.text === null || call.isChanged ? {} : { call: call.text };
    if (!(await journal.finish(toolUseId, result, earlier, bond, run.isSecret))) return false;
    if (!call.isGone) call.show({ state: 'posting', outcome: toOutcome(result) });
    return true;
  }

  /** Nothing that the visitor wasn't shown runs, and no outcome of one call is told as another's. */
  function refuse(call: Call, name: string): void {
    if (call.isChanged) return;
    call.end(changedCall(false));
    onWarning(
      `The gateway has another call under the id "${call.request.toolUseId}" than was first seen there ("${name}" by now). It is not run.`,
    );
    void take(call);
  }

  return {
    take,
    refuse,
    askAgain(call) {
      if (call.isGone || call.marks.isAtWork || call.status.state !== 'discarded') return;
      call.show({ state: 'looking' });
      void take(call);
    },
  };
}

function fault(error: unknown): ToolError {
  const why = error instanceof Error ? error.message : String(error);
  return new ToolError('internal_error', `The chat failed: ${why}`);
}

function toEnded(reason: unknown, earlier: Row | null): Ended {
  if (!(reason instanceof ToolError)) return failed(fault(reason));
  // An earlier page had started it, so something may have happened although it isn't run again.
  const claimsNothing = ['cancelled', 'declined', 'tool_unavailable'].includes(reason.code);
  return earlier?.state === 'started' && claimsNothing ? outcomeUnknown() : failed(reason);
}
