// Facts that need several lines of the owner's view: whether a message was answered, whether an interrupt hit a run, how
// long the visitor waited, and the cost in all. Pure functions of the lines.

import type { DebugEntry } from '../types.ts';

/** After so long, an unprocessed message means that nobody will answer it. */
export const UNPROCESSED_AFTER_MS = 15_000;

/** Facts about one line that only the other lines tell. */
export interface Joined {
  /** A message of the visitor that no run has taken up. */
  isWaiting: boolean;
  /** Of an interrupt: whether a run was in flight then. */
  hitRun: boolean | null;
  /** Since the visitor's message or the tool's result that it answers. Null where it answers none. */
  sinceMs: number | null;
}

export interface Totals {
  requests: number;
  failedRequests: number;
  /** The median latency of the requests that were answered. */
  medianMs: number | null;
  runs: number;
  failedRuns: number;
  inputTokens: number;
  outputTokens: number;
  /** The sum of what runs were charged at their ends. */
  creditsNano: bigint;
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The event of a line; empty for requests and warnings. */
export function eventOf(entry: DebugEntry): Fields {
  return entry.kind === 'event' && isRecord(entry.raw) ? entry.raw : {};
}

/** Its only block, or its content where that is an object. */
export function blockOf(event: Fields): Fields {
  const content = Array.isArray(event.content) ? event.content[0] : event.content;
  return isRecord(content) ? content : {};
}

/** By key of the line, in the order in which they came. */
export function joinDebug(entries: readonly DebugEntry[]): Map<string, Joined> {
  const joined = new Map<string, Joined>();
  const waiting: Joined[] = [];
  let isInRun = false;
  let askedAt: number | null = null;
  for (const entry of entries) {
    const event = eventOf(entry);
    const type = String(event.type ?? '');
    const line: Joined = { isWaiting: false, hitRun: null, sinceMs: null };
    joined.set(entry.key, line);
    if (type === 'user.message') {
      askedAt = entry.at;
      line.isWaiting = event.processed_at === null;
      waiting.push(line);
    } else if (type === 'user.tool_result') {
      askedAt = entry.at;
    } else if (type === 'user.interrupt') {
      line.hitRun = isInRun;
    } else if (/^(agent|session)\./.test(type)) {
      // Any event of an agent answers the messages before it.
      for (const one of waiting.splice(0)) one.isWaiting = false;
      if (askedAt !== null) line.sinceMs = Math.max(0, entry.at - askedAt);
      if (type === 'session.status_running' || type === 'agent.tool_use') isInRun = true;
      if (isEnd(event)) {
        isInRun = false;
        askedAt = null;
      }
    }
  }
  return joined;
}

export function sumDebug(entries: readonly DebugEntry[]): Totals {
  const totals: Totals = {
    requests: 0,
    failedRequests: 0,
    medianMs: null,
    runs: 0,
    failedRuns: 0,
    inputTokens: 0,
    outputTokens: 0,
    creditsNano: 0n,
  };
  const latencies: number[] = [];
  for (const entry of entries) {
    if (entry.kind === 'request') {
      totals.requests += 1;
      if (!/ 2\d\d$/.test(entry.title)) totals.failedRequests += 1;
      if (entry.latencyMs !== null) latencies.push(entry.latencyMs);
    }
    const event = eventOf(entry);
    if (isEnd(event)) totals.runs += 1;
    if (event.type === 'session.error') totals.failedRuns += 1;
    if (!isRecord(event.usage)) continue;
    totals.inputTokens += Number(event.usage.input_tokens ?? 0) || 0;
    totals.outputTokens += Number(event.usage.output_tokens ?? 0) || 0;
    totals.creditsNano += creditsOf(event.usage);
  }
  latencies.sort((a, b) => a - b);
  totals.medianMs = latencies[latencies.length >> 1] ?? null;
  return totals;
}

/** The end of a run; a pause for the page's tools is none. */
function isEnd(event: Fields): boolean {
  return (
    event.type === 'session.error' ||
    (event.type === 'session.status_idle' && blockOf(event).stop_reason !== 'client_tool_use')
  );
}

/** Nanocredits: a number, or digits where a number can't hold them. */
export function creditsOf({ credits_nano }: Fields): bigint {
  return /^-?\d+$/.test(String(credits_nano)) ? BigInt(String(credits_nano)) : 0n;
}
