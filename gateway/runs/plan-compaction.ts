// Which of a session's oldest turns a summary should replace, so that the next request fits. Pure: knows no
// database, no agent and no model.
//
// A cut is clean where no call would lose its result, and no result is cut off that the agent has not read yet.
// Earlier runs are cut whole; the present run only where its agent can go on from a summary.

import type { FileKind } from '../log/attached-files.ts';
import type { History, HistoryItem } from '../log/history.ts';
import type { HistoryEvent } from '../log/history-event.ts';
import { historyTokens } from '../log/tokens.ts';

/** The share of the window beyond which a conversation is compacted. The rest is room for instructions and the answer. */
export const COMPACT_AT = 0.8;
/** The share of the window that summary and kept turns should take afterwards. */
export const KEEP_SHARE = 0.5;
export const SUMMARY_SHARE = 0.15;
const MAX_SUMMARY_TOKENS = 4000;

export interface PlanOptions {
  /** Tokens of the tools' definitions. */
  toolTokens: number;
  contextWindow: number;
  runId: string;
  mayCutRun: boolean;
  /** The kinds of attached files that the agent reads. */
  files?: readonly FileKind[];
  /** The model has refused the request as too long, whatever the figures say. */
  isRefused: boolean;
}

export type Plan =
  | { kind: 'fits' }
  | {
      kind: 'compact';
      /** Everything up to here in the order of reading. */
      coversSeq: number;
      /** Oldest first; begins with the earlier summary. */
      covered: HistoryEvent[];
      maxSummaryTokens: number;
    }
  /** Too long, and nothing is left to summarise. */
  | { kind: 'too_long' };

export function planCompaction(history: History, options: PlanOptions): Plan {
  const { items, coversSeq } = history;
  const size = nextRequestTokens(history, options);
  const window = options.isRefused ? Math.min(size, options.contextWindow) : options.contextWindow;
  if (!options.isRefused && size <= window * COMPACT_AT) return { kind: 'fits' };

  const maxSummaryTokens = Math.floor(Math.min(MAX_SUMMARY_TOKENS, window * SUMMARY_SHARE));
  // Figures of a model, where there are any, say how far our count is off.
  const scale = Math.max(
    1,
    size / Math.max(1, options.toolTokens + tokensOf(items, options.files)),
  );
  const target = window * KEEP_SHARE;
  let chosen: number | null = null;
  for (const cut of cleanCuts(history, options)) {
    const goes = items.slice(0, cut).filter((item) => !staysAnyway(item, options.runId));
    // A summary as long as what it stands for would change nothing.
    if (tokensOf(goes, options.files) <= maxSummaryTokens) continue;
    chosen = cut;
    const kept = tokensOf(items, options.files) - tokensOf(goes, options.files);
    if ((kept + maxSummaryTokens + options.toolTokens) * scale <= target) break;
  }
  if (chosen === null) {
    return options.isRefused || size > window ? { kind: 'too_long' } : { kind: 'fits' };
  }
  return {
    kind: 'compact',
    coversSeq: Math.max(coversSeq, items[chosen - 1]?.at ?? 0),
    covered: items.slice(0, chosen).map(({ event }) => event),
    maxSummaryTokens,
  };
}

/** The last count of a model plus our own count of the events since; our own alone after a compaction. */
function nextRequestTokens(
  { items, compactedSeq }: History,
  options: Pick<PlanOptions, 'toolTokens' | 'files'>,
): number {
  const last = items.findLastIndex(({ event }) => event.type === 'session.turn_usage');
  const measured = items[last];
  const all = options.toolTokens + tokensOf(items, options.files);
  if (measured?.event.type !== 'session.turn_usage' || measured.seq < compactedSeq) return all;
  return Math.max(
    all,
    measured.event.content.total_tokens + tokensOf(items.slice(last + 1), options.files),
  );
}

/** Indexes of the first kept item, oldest first. */
function cleanCuts({ items, coversSeq }: History, { runId, mayCutRun }: PlanOptions): number[] {
  const begins = new Set(
    items.flatMap(({ event, at }) => (event.type === 'session.status_running' ? [at] : [])),
  );
  const isRunCovered = items.some((item) => item.run_id === runId && item.at <= coversSeq);
  const calls = mayCutRun ? callSpans(items) : [];
  const cuts: number[] = [];
  let run: string | null = isRunCovered ? runId : null;
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (item.at <= coversSeq || before === undefined) continue;
    const startsRun = item.run_id !== null && item.run_id !== run;
    const startsTurn = begins.has(item.at) || before.event.type === 'session.turn_usage';
    const isClean = startsRun
      ? true
      : mayCutRun &&
        run === runId &&
        startsTurn &&
        calls.every(({ from, to }) => index <= from || index > to);
    // Messages that were taken together are read together.
    if (isClean && before.at > coversSeq && item.at > before.at) cuts.push(index);
    if (item.run_id !== null) run = item.run_id;
  }
  return cuts;
}

/** From each call to its result, or without an end where the agent has not answered to the result yet. */
function callSpans(items: readonly HistoryItem[]): { from: number; to: number }[] {
  const spans = new Map<string, { from: number; to: number; readAfter: number }>();
  let turns = 0;
  for (const [index, { event }] of items.entries()) {
    if (event.type === 'session.turn_usage') turns += 1;
    if (event.type === 'agent.tool_use') {
      for (const { id } of event.content) {
        // Its own turn, and the one that reads the result.
        spans.set(id, { from: index, to: Number.POSITIVE_INFINITY, readAfter: turns + 2 });
      }
    }
    if (event.type === 'user.tool_result') {
      for (const { tool_use_id } of event.content) {
        const span = spans.get(tool_use_id);
        if (span !== undefined) span.to = index;
      }
    }
  }
  return [...spans.values()].map(({ from, to, readAfter }) => ({
    from,
    to: turns >= readAfter ? to : Number.POSITIVE_INFINITY,
  }));
}

/** Events that readHistory keeps as they were written, also where a summary covers them. */
function staysAnyway({ event, run_id }: HistoryItem, runId: string): boolean {
  return event.type === 'system.message' || (event.type === 'user.message' && run_id === runId);
}

function tokensOf(items: readonly HistoryItem[], files: readonly FileKind[] = []): number {
  return historyTokens(
    items.map(({ event }) => event),
    files,
  );
}
