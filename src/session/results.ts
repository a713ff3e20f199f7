// Posting what the page's tools found: all results of a pause in one request, looked for before they are repeated,
// and never again after a 409. Knows the log; nothing of tools or their journal.

import type { SessionEvents } from '../gateway/types.ts';
import type { Clock, Page } from '../platform/types.ts';
import {
  MAX_EVENTS_PER_SEND,
  type SessionEvent,
  type ToolResultBlock,
  type ToolResultInput,
} from '../protocol/index.ts';
import { asksForPatience, codeOf, isNotApplied, isOwnFailure } from './errors.ts';
import type { ResultOutcome } from './types.ts';
import { sleep } from './wait.ts';

/** Larger bodies are split: gateways and proxies commonly stop at 1 MiB. */
const MAX_BODY_BYTES = 900 * 1024;
/** When to look for results whose reply was lost; then every 15 s until W. */
const LOOKS_MS = [0, 1_000, 3_000, 7_000, 15_000];
const LOOK_EVERY_MS = 15_000;
/** Requests for one result before the journal keeps it for later. */
const MAX_TRIES = 3;

export interface ResultsPorts {
  clock: Clock;
  page: Pick<Page, 'isOnline'>;
  gateway: Pick<SessionEvents, 'send'>;
  commitWindowMs: number;
  sessionId(): string | null;
  events(): readonly SessionEvent[];
  look(): Promise<void>;
  /** The end of what is known; what a reply brings came after all of these. */
  lastIds(): readonly string[];
  accept(events: readonly SessionEvent[], before: readonly string[]): void;
  report(error: unknown): number | null;
  /** Milliseconds until the gateway may be asked. */
  heldMs(): number;
  /** Aborted when the page goes. */
  signal(): AbortSignal;
  onChange(): void;
}

export interface Results {
  post(results: readonly ToolResultInput[], isStill?: IsStill): Promise<Map<string, ResultOutcome>>;
  /** Results are on their way: a message must wait. */
  isPosting(): boolean;
}

/** Whether what was found is still true: another tab may know better meanwhile. */
type IsStill = (toolUseId: string) => Promise<boolean>;
type Reply = 'done' | 'conflict' | 'lost' | 'retry' | 'stop' | 'refused';

export function createResults(ports: ResultsPorts): Results {
  const { clock, gateway, page, commitWindowMs } = ports;
  /** Results whose request got no answer, and when that ended: repeated only after W. */
  const lostAt = new Map<string, number>();
  let posting = 0;

  /** The log's answer to a call, as an outcome: ours or another's. */
  function answerOf(result: ToolResultInput): ResultOutcome | null {
    for (const event of ports.events()) {
      if (event.type !== 'user.tool_result') continue;
      for (const block of event.content) {
        if (block.tool_use_id !== result.tool_use_id) continue;
        return isSameResult(block, result) ? 'accepted' : 'discarded';
      }
    }
    return null;
  }

  async function send(results: readonly ToolResultInput[], signal: AbortSignal): Promise<Reply> {
    const sessionId = ports.sessionId();
    if (sessionId === null || signal.aborted) return 'stop';
    const before = ports.lastIds();
    try {
      const events = await gateway.send(
        sessionId,
        results.map((result) => ({ type: 'user.tool_result' as const, content: [result] })),
        { timeoutMs: 30_000 },
      );
      ports.accept(events, before);
      return 'done';
    } catch (error) {
      const code = codeOf(error);
      if (isNotApplied(error)) {
        if (code === 'conflict') return 'conflict';
        if (code === 'invalid_request' || code === 'too_large') return 'refused';
        const delay = ports.report(error);
        if (delay === null) return 'stop';
        await sleep(clock, delay, signal);
        return 'retry';
      }
      if (isOwnFailure(error)) {
        const delay = ports.report(error);
        if (delay === null) return 'stop';
        await sleep(clock, delay, signal);
        return 'retry';
      }
      if (asksForPatience(error)) ports.report(error);
      for (const { tool_use_id } of results) lostAt.set(tool_use_id, clock.monotonic());
      return 'lost';
    }
  }

  /** Waits until a lost request's results are in the log, or can't arrive any more. False: nobody can tell. */
  async function awaitLost(
    results: readonly ToolResultInput[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const ends = results.map(
      (result) => lostAt.get(result.tool_use_id) ?? Number.NEGATIVE_INFINITY,
    );
    const since = Math.max(...ends);
    for (;;) {
      // Whoever has them tries again once it is online.
      if (!page.isOnline()) return false;
      const lookedAt = clock.monotonic();
      let isSeen = false;
      try {
        await ports.look();
        isSeen = true;
      } catch (error) {
        if (signal.aborted) return false;
        const delay = ports.report(error);
        if (delay === null) return false;
        await sleep(clock, delay, signal);
      }
      if (signal.aborted) return false;
      if (results.every((result) => answerOf(result) !== null)) return true;
      if (isSeen && lookedAt - since >= commitWindowMs) return true;
      const elapsed = clock.monotonic() - since;
      const next = LOOKS_MS.find((ms) => ms > elapsed) ?? elapsed + LOOK_EVERY_MS;
      await sleep(clock, Math.min(next, Math.max(commitWindowMs, elapsed + 1)) - elapsed, signal);
      if (signal.aborted) return false;
    }
  }

  async function settle(
    batch: readonly ToolResultInput[],
    outcomes: Map<string, ResultOutcome>,
    isStill: IsStill,
    signal: AbortSignal,
  ): Promise<void> {
    let open: readonly ToolResultInput[] = batch;
    const dropAnswered = (): void => {
      open = open.filter((result) => {
        const answer = answerOf(result);
        if (answer === null) return true;
        lostAt.delete(result.tool_use_id);
        outcomes.set(result.tool_use_id, answer);
        return false;
      });
    };
    // Before each request a look: what is answered or cancelled already must not be posted.
    for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries++) {
      if (!(await awaitLost(open, signal))) return;
      dropAnswered();
      const still = await Promise.all(open.map((result) => isStill(result.tool_use_id)));
      open = open.filter((_, index) => still[index]);
      if (open.length === 0 || signal.aborted || !page.isOnline()) return;
      // Asked for while the journal was read: the look waits for it.
      if (ports.heldMs() > 0) continue;
      const reply = await send(open, signal);
      if (reply === 'done') {
        for (const { tool_use_id } of open) {
          lostAt.delete(tool_use_id);
          outcomes.set(tool_use_id, 'accepted');
        }
        return;
      }
      if (reply === 'stop') return;
      if (reply !== 'conflict' && reply !== 'refused') continue;
      if (open.length === 1) {
        for (const { tool_use_id } of open) outcomes.set(tool_use_id, 'discarded');
        return;
      }
      // One of several is at fault, and the reply doesn't say which: each of the rest alone, once.
      await ports.look().catch(() => {});
      dropAnswered();
      for (const result of open) {
        const alone = await send([result], signal);
        if (alone === 'done') outcomes.set(result.tool_use_id, 'accepted');
        if (alone === 'conflict' || alone === 'refused') {
          outcomes.set(result.tool_use_id, 'discarded');
        }
      }
      return;
    }
  }

  return {
    async post(results, isStill = async () => true) {
      const outcomes = new Map<string, ResultOutcome>();
      const signal = ports.signal();
      posting += 1;
      ports.onChange();
      try {
        for (const batch of split(results)) await settle(batch, outcomes, isStill, signal);
      } finally {
        posting -= 1;
        ports.onChange();
      }
      for (const { tool_use_id } of results) {
        if (!outcomes.has(tool_use_id)) outcomes.set(tool_use_id, 'pending');
      }
      return outcomes;
    },
    isPosting: () => posting > 0,
  };
}

/** Batches that stay below the limits of one request. */
function split(results: readonly ToolResultInput[]): ToolResultInput[][] {
  const batches: ToolResultInput[][] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const result of results) {
    const size = encoder.encode(JSON.stringify(result)).length + 60;
    const open = batches.at(-1);
    if (open === undefined || open.length >= MAX_EVENTS_PER_SEND || bytes + size > MAX_BODY_BYTES) {
      batches.push([result]);
      bytes = size;
    } else {
      open.push(result);
      bytes += size;
    }
  }
  return batches;
}

function isSameResult(block: ToolResultBlock, result: ToolResultInput): boolean {
  return (
    (block.is_error ?? false) === (result.is_error ?? false) &&
    block.error_code === result.error_code &&
    (block.client_timing === undefined ||
      block.client_timing.started_at_ms === result.client_timing?.started_at_ms)
  );
}
