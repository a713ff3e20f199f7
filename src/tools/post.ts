// Results to the gateway: all of one pause at once, by one tab. It knows the journal and a function that posts; how often
// that function asks, and when, is its own concern.

import { writeJson } from '../dom/json.ts';
import type { TimerId } from '../platform/types.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import type { Row } from './journal-row.ts';
import { toOutcome } from './result.ts';
import type { PostResults } from './types.ts';

export interface Poster {
  /** Posts if every call of the pause has its result. Safe to call at any time. */
  flush(): Promise<void>;
  /** The same, also with the results that the gateway didn't take before. */
  retry(): Promise<void>;
  close(): void;
}

/** How long until results are tried again for which the gateway couldn't be asked. */
const RETRY_MS = 15_000;

type Finished = Extract<Row, { state: 'finished' | 'posted' | 'acknowledged' }>;

export function createPoster(
  { clock, tab, journal, presence, calls, changed }: CallsContext,
  postResults: PostResults,
): Poster {
  const closing = new AbortController();
  /** Results that this page has tried: the session remembers the attempt and looks before it repeats one. */
  const tried = new Set<string>();
  let timer: TimerId | null = null;
  let tail: Promise<void> = Promise.resolve();

  const later = (delayMs: number): void => {
    if (closing.signal.aborted) return;
    if (timer !== null) clock.clearTimeout(timer);
    timer = clock.setTimeout(() => {
      timer = null;
      void flush();
    }, delayMs);
  };

  /** The calls of the pause, or null while one of them still waits for its result. */
  function pause(): Call[] | null {
    const open = [...calls.values()].filter(({ isGone, status }) => {
      return !isGone && !['settled', 'discarded', 'elsewhere', 'unposted'].includes(status.state);
    });
    return open.length > 0 && open.every(({ status }) => status.state === 'posting') ? open : null;
  }

  async function post(): Promise<void> {
    const open = pause();
    if (open === null || closing.signal.aborted) return;
    const rows = await Promise.all(open.map((call) => journal.get(call.request.toolUseId)));
    // Storage could be read a moment ago: try again later.
    if (rows.includes('unreadable')) return later(RETRY_MS);
    const ready = rows.filter(isDue);
    if (ready.length > 0) await deliver(ready);
    rows.forEach((row, index) => {
      if (row !== 'unreadable' && row?.state === 'acknowledged') {
        open[index]?.show({ state: 'settled', outcome: toOutcome(row.result) });
      }
    });
  }

  /**
   * Posting can take long. By then another tab may have told that the gateway doesn't take it, and what only this page's
   * memory has may be another tab's.
   */
  async function isStill(posted: Finished | undefined): Promise<boolean> {
    if (posted === undefined) return false;
    if (calls.get(posted.toolUseId)?.status.state === 'unposted') return false;
    const row = await journal.get(posted.toolUseId);
    if (row === 'unreadable') return true;
    return row !== null && 'result' in row && isSame(row.result, posted.result);
  }

  async function deliver(ready: readonly Finished[]): Promise<void> {
    // The session knows of the requests that it has made itself.
    const left = new Set(
      ready.flatMap(({ state, toolUseId }) =>
        state === 'posted' && !tried.has(toolUseId) ? [toolUseId] : [],
      ),
    );
    for (const { toolUseId } of ready) tried.add(toolUseId);
    await Promise.all(ready.map(({ toolUseId }) => journal.markPosted(toolUseId)));
    let outcomes: Awaited<ReturnType<PostResults>>;
    try {
      outcomes = await postResults(
        ready.map((row) => row.result),
        {
          isStill: (toolUseId) => isStill(ready.find((row) => row.toolUseId === toolUseId)),
          mayHaveLeft: (toolUseId) => left.has(toolUseId),
        },
      );
    } catch {
      outcomes = new Map();
    }
    for (const { toolUseId, result } of ready) {
      const outcome = outcomes.get(toolUseId) ?? 'pending';
      const call = calls.get(toolUseId);
      if (outcome === 'pending') {
        if (call !== undefined && !call.isGone) later(RETRY_MS);
        call?.waits.tried();
        continue;
      }
      if (outcome === 'failed') {
        // The journal keeps it for the visitor, and for the next page.
        call?.show({ state: 'unposted', outcome: toOutcome(result) });
        // The other tabs are to know, too.
        tab.tell({ type: 'unposted', toolUseId });
        continue;
      }
      await journal.settle(toolUseId, outcome === 'accepted' ? 'acknowledged' : 'discarded');
      call?.show(
        outcome === 'accepted'
          ? { state: 'settled', outcome: toOutcome(result) }
          : { state: 'discarded' },
      );
    }
    changed();
  }

  function flush(): Promise<void> {
    tail = tail.then(async () => {
      if (pause() === null || closing.signal.aborted) return;
      try {
        await presence.alone(post, closing.signal);
      } catch {
        // Closed while waiting for the other tabs, or no lock to be had: the journal keeps the results.
        if (!closing.signal.aborted) later(RETRY_MS);
      }
    });
    return tail;
  }

  return {
    flush,
    retry() {
      for (const call of calls.values()) {
        const { isGone, status } = call;
        if (!isGone && status.state === 'unposted') call.show({ ...status, state: 'posting' });
      }
      return flush();
    },
    close() {
      closing.abort();
      if (timer !== null) clock.clearTimeout(timer);
    },
  };
}

const isDue = (row: Row | null | 'unreadable'): row is Finished =>
  row !== null && row !== 'unreadable' && (row.state === 'finished' || row.state === 'posted');

/** However its fields are ordered: what comes back from storage was put together anew. */
const sorted = (result: object): string => writeJson(Object.entries(result).sort());
const isSame = (a: object, b: object): boolean => sorted(a) === sorted(b);
