// Waits while another tab has a call, until this tab is the one to go on with it. It knows nothing of how a call runs.

import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import { maybeRun, type Row } from './journal-row.ts';
import { toOutcome } from './result.ts';

/** How long an earlier page waits for the page that a tool went to, which knows the result better. */
const YIELD_MS = 10_000;
/** The row of a call that another tab is at work on is read again this often. */
const REREAD_MS = 5_000;
/** Storage that can't be read is asked again this often, for so long; then the call counts as one that may have run. */
const UNREADABLE_RETRY_MS = 1_000;
const UNREADABLE_MS = 30_000;

/**
 * Null: nobody touched it. A row: its tab is gone and it isn't finished, or it has the result of another call.
 * 'over': there is a result, posted or to be posted, or nobody wants one.
 */
export async function waitForTurn(
  { clock, storage, tab, presence, journal, registry }: CallsContext,
  call: Call,
): Promise<Row | null | 'over'> {
  const { marks, waits } = call;
  const { toolUseId } = call.request;
  const pause = (ms: number): Promise<void> =>
    waits.nudged((resolve) => {
      const timer = clock.setTimeout(resolve, ms);
      return () => clock.clearTimeout(timer);
    });

  for (;;) {
    if (call.isGone) return 'over';
    const row = await journal.get(toolUseId);
    if (row === 'unreadable') {
      const isToRun = call.request.isOurs || marks.isHere;
      const tool = registry.find(call.request.name);
      const since = marks.unreadableSince ?? clock.monotonic();
      marks.unreadableSince = since;
      const isOver = clock.monotonic() - since >= UNREADABLE_MS;
      if (isToRun && isOver) return maybeRun(toolUseId);
      // Storage that is slow to open may never open: a tool that may run twice, and needn't ask, runs without it. Not
      // if the call was stopped: only storage can tell that it had not begun.
      const isFree = tool?.isIdempotent && !tool.navigates && tool.approval === 'auto';
      if (isToRun && isFree && !storage.isDurable && !waits.signal.aborted) {
        queueMicrotask(marks.known);
        return null;
      }
      if (isOver) {
        // The disk may yet show that the call is ours; until then this tab answers nothing for it.
        marks.known();
        if (call.status.state !== 'elsewhere') call.show({ state: 'elsewhere' });
      }
      await pause(UNREADABLE_RETRY_MS);
      continue;
    }
    marks.unreadableSince = null;
    // Show the call's state before it counts as known, or it would seem for a moment that nothing is under way.
    queueMicrotask(marks.known);
    // A page that is gone had started it, so it may have happened: no message goes out before that is told.
    marks.begin(row?.state === 'started' && row.owner !== tab.id);
    if (row === null) {
      // Look at `isOurs` each time: the reply that makes a message ours can come after the call.
      if (call.request.isOurs || marks.isHere) return null;
      call.show({ state: 'elsewhere' });
      await waits.nudged(null);
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
    if (row.owner === tab.id) return row;
    if (!(await presence.isAlive(row.owner))) {
      if (!mustYield(row)) return row;
      // The page that this tool went to knows better where it arrived.
      await pause(YIELD_MS);
      marks.hasYielded = true;
      continue;
    }
    call.show({
      state: 'running',
      startedAt: row.state === 'started' ? row.startedAt : row.at,
    });
    await waits.nudged((resolve) => {
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
      row.startedAt >= tab.bornAt &&
      !marks.hasYielded
    );
  }
}
