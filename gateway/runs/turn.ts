// One turn of an agent: each of its outputs becomes an event, in its own small transaction, in order.
// Previews go to the open streams alone.

import type { AgentOutput, AgentUsage } from '../agents/types.ts';
import type { SessionWrite } from '../sessions/session-log.ts';
import { addCall, type CallState } from '../sessions/tool-calls.ts';
import type { MessageBlock, ThoughtBlock } from '../wire.ts';
import { appendCompaction } from './compaction.ts';
import type { BegunCycle, CycleParts } from './cycle.ts';
import { RunStopped } from './failures.ts';
import { writeForRun } from './hold.ts';
import { type Meter, openMeter } from './meter.ts';
import { appendTurnUsage, type Outcome } from './settle.ts';

/** Refused: the model found the request too long before it said anything. */
export type TurnOutcome = Outcome | { kind: 'refused' };

/**
 * Null: another turn follows.
 * @param begin starts the agent's turn, with a meter for the request that it makes.
 */
export async function playTurn(
  parts: CycleParts,
  cycle: BegunCycle,
  begin: (meter: Meter['tell']) => AsyncIterable<AgentOutput>,
  signal: AbortSignal,
): Promise<TurnOutcome | null> {
  const { hub, ids } = parts;
  const { run, session } = cycle;
  const ours = { run_id: run.run_id, isProcessed: true };
  let thoughts: ThoughtBlock[] = [];
  let previewId: string | null = null;
  let usage: AgentUsage | null = null;
  let hasCalled = false;
  let hasWritten = false;
  let end: TurnOutcome | null = null;
  const meter = openMeter(cycle);

  try {
    for await (const output of untilAborted(begin(meter.tell), signal)) {
      switch (output.kind) {
        case 'thought':
          thoughts.push(thoughtBlock(output.text, output.thinking_ms));
          break;
        case 'delta':
          if (previewId === null) {
            previewId = ids.next('event');
            const event = { type: 'agent.message', id: previewId } as const;
            hub.preview(session.session_id, { type: 'event_start', event });
          }
          hub.preview(session.session_id, {
            type: 'event_delta',
            event_id: previewId,
            delta: {
              type: 'content_delta',
              index: 0,
              content: { type: 'text', text: output.text },
            },
          });
          break;
        case 'message': {
          const content: MessageBlock[] = [...thoughts, ...output.blocks];
          const id = previewId;
          thoughts = [];
          previewId = null;
          await hold(({ append }) => {
            append({ type: 'agent.message', content, ...ours, ...(id === null ? {} : { id }) });
          });
          break;
        }
        case 'tool_use':
          hasCalled = true;
          await hold((write) => call(write, output.name, output.input, 'pending'));
          break;
        case 'load_tool':
          await hold(async (write) => {
            const id = await call(write, output.name, output.input, 'answered');
            const block = { type: 'tool_result', tool_use_id: id, status: 'tool_loaded' };
            write.append({ type: 'user.tool_result', content: [block], ...ours });
          });
          break;
        case 'compact':
          cycle.hasCompacted = true;
          await hold((write) => compact(write, output.summary));
          break;
        case 'usage':
          usage = output.usage;
          meter.settle(output.usage);
          break;
        case 'end':
          end = { kind: 'idle', stop_reason: output.stop_reason };
          break;
        case 'too_long':
          end = { kind: 'refused' };
          break;
        case 'fail':
          end = { kind: 'error', code: output.code, ...(output.text ? { text: output.text } : {}) };
          break;
      }
      if (end !== null) break;
    }
  } catch (error) {
    usage = meter.close() ?? usage;
    // What a Stop left standing of its turn is kept.
    const isKept = hasWritten && error instanceof RunStopped && error.why === 'cancelled';
    if (isKept) cycle.unreported = usage;
    throw error;
  }
  usage = meter.close() ?? usage;

  // A turn that failed is billed, but not kept.
  if (end?.kind === 'error' || end?.kind === 'refused') return end;
  const outcome: Outcome | null = hasCalled ? { kind: 'pause' } : end;
  if (outcome !== null) {
    cycle.unreported = usage;
    return outcome;
  }
  if (usage !== null) {
    const kept = usage;
    // Where a Stop comes between, the end of the cycle reports it.
    cycle.unreported = kept;
    await hold((write) => appendTurnUsage(write, run.run_id, cycle.turns, kept, parts.prices));
    cycle.unreported = null;
  }
  return null;

  function hold(work: (write: SessionWrite) => unknown): Promise<void> {
    return writeForRun(parts.log, cycle, async (write) => {
      await work(write);
    }).then(() => {
      hasWritten = true;
    });
  }

  async function call(
    { tx, append }: SessionWrite,
    name: string,
    input: Record<string, unknown>,
    state: CallState,
  ): Promise<string> {
    const id = ids.next('tool_use');
    const { seq } = append({
      type: 'agent.tool_use',
      content: [{ type: 'tool_use', id, name, input }],
      ...ours,
    });
    await addCall(tx, session.session_id, run.run_id, id, seq, state);
    return id;
  }

  /** An agent's own summary stands for everything before this run's first message. */
  async function compact(write: SessionWrite, summary: string): Promise<void> {
    const [places] = await write.tx.query<{ first: number | null; covered: number | null }>(
      `SELECT min(history_seq) FILTER (WHERE run_id = $2) AS first, max(covers_seq) AS covered
         FROM events WHERE session_id = $1`,
      [session.session_id, run.run_id],
    );
    // What is summarised already doesn't come back.
    const covers = Math.max((places?.first ?? 1) - 1, places?.covered ?? 0);
    appendCompaction(write, run.run_id, summary, covers);
  }
}

function thoughtBlock(text: string, thinkingMs: number | undefined): ThoughtBlock {
  const block: ThoughtBlock = { type: 'thought', text };
  if (thinkingMs !== undefined) block.extra_content = { gateway: { thinking_ms: thinkingMs } };
  return block;
}

/** Ends by throwing the signal's reason when it is aborted, even where the agent doesn't listen to it. */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  aborted.catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = iterator.next();
      // If the abort wins the race below, nothing awaits `next` any more, and its failure would count as unhandled.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, aborted]);
      if (done === true) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: an agent that ignores its signal must not hold up the end of its run.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
