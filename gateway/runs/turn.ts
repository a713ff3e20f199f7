// One turn of an agent: each of its outputs becomes an event, in its own small transaction, in order.
// Previews go to the open streams alone.

import type { AgentOutput, AgentUsage, OpenCall } from '../agents/types.ts';
import { failedResult } from '../sessions/own-results.ts';
import type { SessionWrite } from '../sessions/session-log.ts';
import { addCall, type CallState } from '../sessions/tool-calls.ts';
import type { MessageBlock, ThoughtBlock } from '../wire.ts';
import { appendCompaction } from './compaction.ts';
import type { BegunCycle, CycleParts } from './cycle.ts';
import { RunStopped } from './failures.ts';
import { writeForRun } from './hold.ts';
import { type Meter, openMeter } from './meter.ts';
import { appendTurnUsage, type Outcome, outcomeWord, scopeOf } from './settle.ts';

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
  const { relay, ids } = parts;
  const { run, session } = cycle;
  const ours = { run_id: run.run_id, isProcessed: true };
  let thoughts: ThoughtBlock[] = [];
  /** The message that the streams have seen the beginning of. */
  let preview: { id: string; text: string } | null = null;
  let usage: AgentUsage | null = null;
  let hasCalled = false;
  let hasWritten = false;
  let end: TurnOutcome | null = null;
  const meter = openMeter(cycle);
  const watch = parts.observer.openTurn(scopeOf(cycle), cycle.turns);

  try {
    for await (const output of untilAborted(begin(meter.tell, watch.openCall), signal)) {
      switch (output.kind) {
        case 'thought':
          thoughts.push(thoughtBlock(output.text, output.thinking_ms));
          break;
        case 'delta':
          preview = show(preview, output.text);
          break;
        case 'message': {
          const content: MessageBlock[] = [...thoughts, ...output.blocks];
          const id = preview?.id;
          thoughts = [];
          preview = null;
          await hold(({ append }) => {
            append({
              type: 'agent.message',
              content,
              ...ours,
              ...(id === undefined ? {} : { id }),
            });
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
        case 'broken_tool_use':
          await hold(async (write) => {
            const id = await call(write, output.name, {}, 'answered');
            const block = failedResult(id, 'invalid_input', output.message, true);
            write.append({
              type: 'user.tool_result',
              content: [block],
              error_code: 'invalid_input',
              ...ours,
            });
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
    watch.end(usage, error instanceof RunStopped ? error.why : 'internal_error');
    const why = error instanceof RunStopped ? error.why : null;
    // What a Stop left standing of its turn is kept.
    if (hasWritten && why === 'cancelled') cycle.unreported = usage;
    if (why !== 'cancelled' && why !== 'lost') await keepShown();
    throw error;
  }
  usage = meter.close() ?? usage;
  watch.end(usage, wordOf(end, hasCalled));
  if (end?.kind === 'error') await keepShown();

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

  function show(before: typeof preview, text: string): NonNullable<typeof preview> {
    const id = before?.id ?? ids.next('event');
    if (before === null) {
      const event = { type: 'agent.message', id } as const;
      relay.preview(session.session_id, { type: 'event_start', event });
    }
    relay.preview(session.session_id, {
      type: 'event_delta',
      event_id: id,
      delta: { type: 'content_delta', index: 0, content: { type: 'text', text } },
    });
    return { id, text: (before?.text ?? '') + text };
  }

  /** A visitor has read this much of a message whose rest will never come: it stays, and the error follows it. */
  async function keepShown(): Promise<void> {
    if (preview === null || preview.text.trim() === '') return;
    const { id, text } = preview;
    const content: MessageBlock[] = [...thoughts, { type: 'text', text }];
    try {
      await hold(({ append }) => {
        append({ type: 'agent.message', content, ...ours, id });
      });
    } catch {
      // The run fails anyway, and why it fails is what its end has to say.
    }
  }

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
    appendCompaction(write, run.run_id, summary, { coversSeq: covers });
  }
}

function wordOf(end: TurnOutcome | null, hasCalled: boolean): string {
  if (end?.kind === 'error') return end.code;
  if (hasCalled) return 'client_tool_use';
  if (end === null) return 'goes_on';
  return end.kind === 'refused' ? 'too_long' : outcomeWord(end);
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
