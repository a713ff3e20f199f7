// What other tabs and earlier pages did with a call: waits while one has it, and settles what a dead one had begun.

import type { Clock, Page, Storage } from '../platform/types.ts';
import { isBound } from './approval.ts';
import type { Call } from './call.ts';
import { execute, type Run } from './execute.ts';
import { freezeInput } from './input.ts';
import type { Journal } from './journal.ts';
import { maybeRun, type Row } from './journal-row.ts';
import type { Pipeline } from './pipeline.ts';
import type { Presence } from './presence.ts';
import { outcomeUnknown, recover } from './recover.ts';
import type { ToolRegistry } from './registry.ts';
import { type Ended, toOutcome } from './result.ts';
import { ToolError } from './tool-error.ts';
import type { Tool } from './types.ts';

export interface PastParts {
  clock: Clock;
  page: Page;
  storage: Pick<Storage, 'isDurable'>;
  journal: Pick<Journal, 'get'>;
  presence: Pick<Presence, 'isAlive' | 'whenGone'>;
  registry: Pick<ToolRegistry, 'find'>;
  find: Pipeline['find'];
  tabId: string;
  /** Wall time at which this page began. */
  bornAt: number;
}

export interface Past {
  /**
   * Waits while another tab has the call. Null: nobody touched it. A row: its tab is gone and it isn't finished, or it has
   * the result of another call.
   * 'over': there is a result, posted or to be posted, or nobody wants one.
   */
  free(call: Call): Promise<Row | null | 'over'>;
  /** What became of a call that an earlier page had started. Null: run it. */
  settleEarlier(
    call: Call,
    earlier: Row | null,
  ): Promise<{ ended: Ended; timing?: Run['timing'] } | null>;
}

/** How long an earlier page waits for the page that a tool went to, which knows the result better. */
const YIELD_MS = 10_000;
/** The row of a call that another tab is at work on is read again this often. */
const REREAD_MS = 5_000;
/** Storage that can't be read is asked again this often, for so long; then the call counts as one that may have run. */
const UNREADABLE_RETRY_MS = 1_000;
const UNREADABLE_MS = 30_000;

export function createPast(parts: PastParts): Past {
  const { clock, page, storage, journal, presence, registry, find, tabId, bornAt } = parts;
  /** Monotonic, of calls of which storage could not be read so far. */
  const unreadableSince = new WeakMap<Call, number>();
  const pause = (call: Call, ms: number): Promise<void> =>
    call.waits.nudged((resolve) => {
      const timer = clock.setTimeout(resolve, ms);
      return () => clock.clearTimeout(timer);
    });

  async function free(call: Call): Promise<Row | null | 'over'> {
    const { toolUseId } = call.request;
    for (;;) {
      if (call.isGone) return 'over';
      const row = await journal.get(toolUseId);
      if (row === 'unreadable') {
        const isToRun = call.request.isOurs || call.marks.isHere;
        const tool = registry.find(call.request.name);
        const since = unreadableSince.get(call) ?? clock.monotonic();
        unreadableSince.set(call, since);
        const isOver = clock.monotonic() - since >= UNREADABLE_MS;
        if (isToRun && isOver) return maybeRun(toolUseId);
        // Storage that is slow to open may never open: a tool that may run twice, and needn't ask, runs without it. Not
        // if the call was stopped: only storage can tell that it had not begun.
        const isFree = tool?.isIdempotent && !tool.navigates && tool.approval === 'auto';
        if (isToRun && isFree && !storage.isDurable && !call.attempt.signal.aborted) {
          queueMicrotask(call.marks.known);
          return null;
        }
        if (isOver) {
          // The disk may yet show that the call is ours; until then this tab answers nothing for it.
          call.marks.known();
          if (call.status.state !== 'elsewhere') call.show({ state: 'elsewhere' });
        }
        await pause(call, UNREADABLE_RETRY_MS);
        continue;
      }
      unreadableSince.delete(call);
      // Show the call's state before it counts as known, or it would seem for a moment that nothing is under way.
      queueMicrotask(call.marks.known);
      // A page that is gone had started it, so it may have happened: no message goes out before that is told.
      call.marks.begin(row?.state === 'started' && row.owner !== tabId);
      if (row === null) {
        // Look at `isOurs` each time: the reply that makes a message ours can come after the call.
        if (call.request.isOurs || call.marks.isHere) return null;
        call.show({ state: 'elsewhere' });
        await call.waits.nudged(null);
        continue;
      }
      if (row.state === 'discarded') {
        call.show({ state: 'discarded' });
        return 'over';
      }
      if ('result' in row) {
        // The row's result belongs to another call under the same id.
        if (row.call !== undefined && (call.isChanged || row.call !== call.text)) return row;
        const outcome = toOutcome(row.result);
        const state = row.state === 'acknowledged' ? 'settled' : 'posting';
        call.show({ state, outcome });
        // The tab that gets the posting lock posts for all tabs, also for those that are gone.
        return 'over';
      }
      if (row.owner === tabId) return row;
      if (!(await presence.isAlive(row.owner))) {
        if (!mustYield(row)) return row;
        // The page that this tool went to knows better where it arrived.
        await pause(call, YIELD_MS);
        call.marks.hasYielded = true;
        continue;
      }
      call.show({
        state: 'running',
        startedAt: row.state === 'started' ? row.startedAt : row.at,
      });
      await call.waits.nudged((resolve) => {
        const gone = new AbortController();
        presence.whenGone(row.owner, gone.signal).then(resolve, () => {});
        // The other tab's message may be missed, or there is no channel.
        const timer = clock.setTimeout(resolve, REREAD_MS);
        return () => {
          gone.abort();
          clock.clearTimeout(timer);
        };
      });
    }

    function mustYield(row: Row): boolean {
      return (
        row.state === 'started' &&
        row.effect === 'navigates' &&
        row.startedAt >= bornAt &&
        !call.marks.hasYielded
      );
    }
  }

  async function settleEarlier(
    call: Call,
    earlier: Row | null,
  ): Promise<{ ended: Ended; timing?: Run['timing'] } | null> {
    const verdict = recover(earlier, bornAt, page.url());
    if (verdict === 'run') return null;
    if (verdict !== 'verify') return verdict;
    let tool: Tool;
    try {
      tool = await find(call);
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
    const { ended } = await execute(
      { ...tool, isReadOnly: true, isIdempotent: true },
      async (context) => {
        const answer = await verify(input, context);
        if (answer === undefined || answer === null) throw new Error('The outcome is unknown.');
        if (answer !== false)
          return answer === true ? 'Done, as checked after the page changed.' : answer;
        throw new ToolError('cancelled', 'The page changed before this took effect.', {
          retryable: true,
        });
      },
      call.request,
      call.attempt.signal,
      clock,
    );
    const isKnown = ended.isOk || ended.failure.code === 'cancelled';
    return { ended: isKnown && !call.attempt.signal.aborted ? ended : outcomeUnknown() };
  }

  return { free, settleEarlier };
}
