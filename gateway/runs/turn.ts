// One turn of an agent, from its first output to its outcome. turn-writer.ts writes the outputs into the log.
//
//   outputs ──► end, fail, too_long ──► that is the outcome; a failed or refused turn is billed, but not kept
//      ├──────► calls of client tools ─► the run pauses
//      ├──────► nothing of these ──────► another turn follows
//      └──────► a throw (a Stop, a limit of time, a broken agent) goes on to the cycle

import type { AgentOutput, AgentUsage, OpenCall } from '../agents/types.ts';
import type { BegunCycle, CycleParts } from './begin-cycle.ts';
import { RunStopped } from './failures.ts';
import { type Meter, openMeter } from './meter.ts';
import { appendTurnUsage, type Outcome, outcomeWord, scopeOf } from './settle.ts';
import { createTurnWriter, type TurnWriter } from './turn-writer.ts';
import { untilAborted } from './until-aborted.ts';

/** Refused: the model found the request too long before it said anything. */
export type TurnOutcome = Outcome | { kind: 'refused' };

/**
 * Null: another turn follows.
 * @param begin starts the agent's turn, with a meter for the request that it makes, and a watch over it.
 */
export async function playTurn(
  parts: CycleParts,
  cycle: BegunCycle,
  begin: (meter: Meter['tell'], openCall: () => OpenCall) => AsyncIterable<AgentOutput>,
  signal: AbortSignal,
): Promise<TurnOutcome | null> {
  const writer = createTurnWriter(parts, cycle);
  const meter = openMeter(cycle);
  const watch = parts.observer.openTurn(scopeOf(cycle), cycle.turns);
  const told: Told = { usage: null, end: null };

  try {
    await follow(untilAborted(begin(meter.tell, watch.openCall), signal), writer, meter, told);
  } catch (error) {
    const usage = meter.close() ?? told.usage;
    const why = error instanceof RunStopped ? error.why : null;
    watch.end(usage, why ?? 'internal_error');
    // The part of the turn that was shown before the Stop is kept.
    if (writer.hasWritten() && why === 'cancelled') cycle.unreported = usage;
    if (why !== 'cancelled' && why !== 'lost') await writer.keepShown();
    throw error;
  }
  const usage = meter.close() ?? told.usage;
  const { end } = told;
  watch.end(usage, wordOf(end, writer.hasCalled()));
  if (end?.kind === 'error') await writer.keepShown();
  if (end?.kind === 'error' || end?.kind === 'refused') return end;

  const outcome: Outcome | null = writer.hasCalled() ? { kind: 'pause' } : end;
  // The end of the cycle reports the turn: with an outcome, or where a Stop comes before its own report is written.
  cycle.unreported = usage;
  if (outcome !== null || usage === null) return outcome;
  await writer.hold((write) =>
    appendTurnUsage(write, cycle.run.run_id, cycle.turns, usage, cycle.prices),
  );
  cycle.unreported = null;
  return null;
}

/** The usage and the end that an agent has told of its turn. */
interface Told {
  usage: AgentUsage | null;
  end: TurnOutcome | null;
}

/** Until the agent says that its turn has ended, or says no more. */
async function follow(
  outputs: AsyncIterable<AgentOutput>,
  writer: TurnWriter,
  meter: Meter,
  told: Told,
): Promise<void> {
  for await (const output of outputs) {
    switch (output.kind) {
      case 'usage':
        told.usage = output.usage;
        meter.settle(output.usage);
        break;
      case 'end':
        told.end = { kind: 'idle', stop_reason: output.stop_reason };
        return;
      case 'too_long':
        told.end = { kind: 'refused' };
        return;
      case 'fail': {
        const { code, text } = output;
        told.end = { kind: 'error', code, ...(text ? { text } : {}) };
        return;
      }
      default:
        await writer.write(output);
    }
  }
}

function wordOf(end: TurnOutcome | null, hasCalled: boolean): string {
  if (end?.kind === 'error') return end.code;
  if (hasCalled) return 'client_tool_use';
  if (end === null) return 'goes_on';
  return end.kind === 'refused' ? 'too_long' : outcomeWord(end);
}
