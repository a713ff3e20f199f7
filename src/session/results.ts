// Posting what the page's tools found: all results of a pause in one request, looked for before they are repeated,
// and never again after a 409. What comes next is decided in decide-result.ts; here it is carried out, and then decided
// anew. Knows the log; nothing of tools or their journal.

import type { ToolResultInput } from '../protocol/index.ts';
import type { Busy } from './busy.ts';
import type { SessionContext } from './context.ts';
import { decideResult, pauseAfter, type ResultAction } from './decide-result.ts';
import { asksForPatience } from './errors.ts';
import { again, createListener } from './facts.ts';
import type { Gate } from './gate.ts';
import { isSameResult, smallFailure, split } from './result-parts.ts';
import { type End, transmit } from './transmit.ts';
import type { Posting, PostResults, ResultOutcome } from './types.ts';
import type { Lost } from './unnamed/index.ts';
import { sleep } from './wait.ts';

/** What a gateway takes for a name. */
const NAME = /^[\w-]{1,64}$/;
const TIMEOUT_MS = 30_000;

export interface ResultsPorts {
  context: SessionContext;
  gate: Gate;
  busy: Pick<Busy, 'posting'>;
}

export interface Results {
  post: PostResults;
}

/** What this page knows of a result that isn't taken yet. */
interface Row {
  result: ToolResultInput;
  /** The small failure, in the place of a result that was refused. */
  isSmall: boolean;
  /** Requests that came to nothing so far. */
  failures: number;
  /** When the last request without an answer ended, by the monotonic clock; -Infinity: none did. */
  lostAt: number;
  /** When the pause after the last failure is over; at once, where the visitor has tried again since (`retried`). */
  pauseUntil: number;
  retried: number;
}

/** Codes of a definite no. A proxy's counts as well: if the result has arrived all the same, the next one is a 409. */
const REFUSALS: readonly unknown[] = [
  'invalid_request',
  'too_large',
  'content_policy',
  'forbidden',
  'site_not_active',
  'not_found',
  'revoked',
];
/** Of these the gateway's own mean this result; the others mean any result. */
const ABOUT_RESULT: readonly unknown[] = ['invalid_request', 'too_large', 'content_policy'];

export function createResults(ports: ResultsPorts): Results {
  const { context, gate } = ports;
  const { posting } = ports.busy;
  const { retried } = gate.backoff;
  const { page, log } = context.facts;
  const { clock } = context.platform;
  const { commitWindowMs } = context.settings;
  const rows = new Map<string, Row>();
  // Trying again while nothing waits must not skip the next wait.
  const visitor = createListener(clock, () => retried.value, page.end, false);

  /** The row of a result, for as long as it isn't taken. */
  function rowOf(result: ToolResultInput, { mayHaveLeft }: Posting): Row {
    const known = rows.get(result.tool_use_id);
    if (known !== undefined) {
      if (!known.isSmall) known.result = result;
      return known;
    }
    const hasLeft = mayHaveLeft?.(result.tool_use_id) === true;
    const lostAt = hasLeft ? clock.monotonic() : Number.NEGATIVE_INFINITY;
    const row: Row = { result, isSmall: false, failures: 0, lostAt, pauseUntil: 0, retried: 0 };
    rows.set(result.tool_use_id, row);
    return row;
  }

  /** A call has one result, so the call's id is its name; null where the gateway takes no names, or not this one. */
  function nameOf({ result }: Row): string | null {
    return gate.hasIntents() && NAME.test(result.tool_use_id) ? result.tool_use_id : null;
  }

  /** The answer to a call among these events, as an outcome: ours or another's. */
  function answerOf({ result }: Row, events = log.events()): ResultOutcome | null {
    for (const event of events) {
      if (event.type !== 'user.tool_result') continue;
      for (const block of event.content) {
        if (block.tool_use_id !== result.tool_use_id) continue;
        return isSameResult(block, result) ? 'accepted' : 'discarded';
      }
    }
    return null;
  }

  const isPausing = (row: Row): boolean => row.retried === retried.peek();

  function nextFor(open: readonly Row[], looked: Lost['looked']): ResultAction {
    const at = clock.monotonic();
    return decideResult({
      at,
      since: Math.max(...open.map(({ lostAt }) => lostAt)),
      looked,
      commitWindowMs,
      isNamed: open.every((row) => nameOf(row) !== null),
      isOnline: page.isOnline(),
      isBlocked: gate.isBlocked(),
      gateMs: gate.waitMs(),
      pauseMs: Math.max(...open.map((row) => (isPausing(row) ? row.pauseUntil : 0))) - at,
    });
  }

  /** These go into one request, again and again until they are taken, or nothing more can be done for them. */
  async function settle(
    batch: readonly Row[],
    close: (row: Row, outcome: ResultOutcome) => void,
    { isStill = async () => true }: Posting,
    signal: AbortSignal,
  ): Promise<void> {
    let open = batch;
    let looked: Lost['looked'] = null;
    const dropAnswered = (): void => {
      open = open.filter((row) => {
        const answer = answerOf(row);
        if (answer !== null) close(row, answer);
        return answer === null;
      });
    };
    while (open.length > 0 && !signal.aborted) {
      const action = nextFor(open, looked);
      switch (action.do) {
        case 'leave':
          return;
        case 'wait':
          await sleep(clock, action.ms, signal);
          break;
        case 'back off':
          await visitor.sleep(action.ms, signal);
          break;
        case 'look': {
          const began = clock.monotonic();
          try {
            await gate.refresh();
            looked = { began, ended: clock.monotonic() };
            dropAnswered();
          } catch (error) {
            const delayMs = signal.aborted ? null : gate.report(error);
            if (delayMs === null) return;
            await sleep(clock, delayMs, signal);
          }
          break;
        }
        case 'post': {
          const still = await Promise.all(open.map(({ result }) => isStill(result.tool_use_id)));
          open = open.filter((_, index) => still[index]);
          if (open.length === 0 || signal.aborted || !page.isOnline()) return;
          const events = open.map((row) => {
            const name = nameOf(row);
            return {
              type: 'user.tool_result' as const,
              content: [row.result] as [ToolResultInput],
              ...(name === null ? {} : { intent_id: name }),
            };
          });
          const end = await transmit(gate, events, { timeoutMs: TIMEOUT_MS });
          looked = null;
          const alone = after(open, end, close);
          if (alone === 'leave') return;
          if (alone === 'again') break;
          for (const row of open) await settle([row], close, { isStill }, signal);
          return;
        }
      }
    }
  }

  /** What the end of a request means. `each alone`: one of several is at fault, and the reply doesn't say which. */
  function after(
    open: readonly Row[],
    end: End,
    close: (row: Row, outcome: ResultOutcome) => void,
  ): 'leave' | 'again' | 'each alone' {
    const closeAll = (outcome: ResultOutcome): 'leave' => {
      for (const row of open) close(row, outcome);
      return 'leave';
    };
    if (end.end === 'accepted') {
      // Under a name that is known the gateway answers with what it has, which may be another tab's.
      for (const row of open) {
        const answer = nameOf(row) === null ? null : answerOf(row, end.reply);
        close(row, answer ?? 'accepted');
      }
      return 'leave';
    }
    if (end.end === 'early') return 'again';
    const { code, error } = end;
    const isOwnWord = end.end === 'refused';
    const isConflict = isOwnWord && code === 'conflict';
    // A 404 of a proxy has no code of its own.
    const isRefused = REFUSALS.includes(code) || end.status === 404;
    if (isRefused && isOwnWord && !ABOUT_RESULT.includes(code)) {
      gate.report(error);
      return closeAll('failed');
    }
    if (isConflict || isRefused) {
      const [row] = open;
      if (row === undefined || open.length > 1) return 'each alone';
      if (isConflict) return closeAll('discarded');
      // Also the small failure: the gateway takes nothing for this call.
      if (row.isSmall) return closeAll('failed');
      row.isSmall = true;
      row.result = smallFailure(row.result);
      return 'again';
    }
    if (end.end !== 'lost') {
      if (gate.report(error) === null) return 'leave';
    } else {
      if (asksForPatience(error)) gate.report(error);
      for (const row of open) row.lostAt = clock.monotonic();
    }
    const failures = Math.max(...open.map((row) => row.failures)) + 1;
    const pauseMs = pauseAfter(failures);
    if (pauseMs === null) return closeAll('failed');
    for (const row of open) {
      row.failures = failures;
      row.pauseUntil = clock.monotonic() + pauseMs;
      row.retried = retried.peek();
    }
    return 'again';
  }

  return {
    async post(results, how = {}) {
      const outcomes = new Map<string, ResultOutcome>();
      const signal = context.signal();
      const close = ({ result }: Row, outcome: ResultOutcome): void => {
        rows.delete(result.tool_use_id);
        outcomes.set(result.tool_use_id, outcome);
      };
      again(posting);
      try {
        for (const batch of split(results)) {
          const open = batch.map((result) => rowOf(result, how));
          await settle(open, close, how, signal);
        }
      } finally {
        posting.value = posting.peek() - 1;
      }
      for (const { tool_use_id } of results) {
        if (!outcomes.has(tool_use_id)) outcomes.set(tool_use_id, 'pending');
      }
      return outcomes;
    },
  };
}
