// Invariants 12 to 15: requests keep the interface's rules, the gateway's wishes and their own budgets, and carry the
// token nowhere but in its header.

import type { Evidence } from './evidence.ts';
import type { Asked } from './network.ts';

/** The request names no run: one that began while it was on its way can't be spared by any client. */
const RACE_MS = 150;
/** What was under way as the gateway asked for patience. */
const CROSSING_MS = 100;
const HOT_REQUESTS = 20;
const HOT_MS = 1_000;

/** 12. An interrupt hits only the run that it was meant for. */
export function checkInterrupts({ gateway, meant }: Evidence): string[] {
  return gateway.interrupted.flatMap(({ runUserEventId, ranForMs }) =>
    meant.has(runUserEventId) || ranForMs < RACE_MS
      ? []
      : [`12: the run of ${runUserEventId} was hit`],
  );
}

/** 13. No request that the interface forbids. */
export function checkForbidden({ gateway }: Evidence): string[] {
  return gateway.violations.map((violation) => `13: ${violation}`);
}

const byTab = (asked: readonly Asked[]): [number, Asked[]][] =>
  [...new Set(asked.map(({ tab }) => tab))].map((tab) => [
    tab,
    asked.filter((other) => other.tab === tab),
  ]);

/** 14. A refused token is not used again, and none stands in a URL. */
export function checkTokens({ network }: Evidence): string[] {
  const broken: string[] = [];
  for (const [tab, asked] of byTab(network.asked)) {
    const refused = new Map<string, number>();
    for (const { token, at, status, isAborted, doneAt, url } of asked) {
      if (token !== '' && url.includes(token)) broken.push('14: a token in a URL');
      if (at > (refused.get(token) ?? Number.POSITIVE_INFINITY)) {
        broken.push(`14: tab ${tab} used a refused token again`);
      }
      if (status === 401 && !isAborted) refused.set(token, doneAt);
    }
  }
  return broken;
}

/** The second half of a request that was under way: its token had been refused. */
function isWithNewToken({ step, at }: Asked, asked: readonly Asked[]): boolean {
  return asked.some(
    (other) =>
      other.step === step && other.status === 401 && other.doneAt <= at && other.doneAt > at - 100,
  );
}

/** 15. Retry-After holds, and nothing asks in a hot loop. */
export function checkPatience({ network }: Evidence): string[] {
  const broken: string[] = [];
  for (const [tab, asked] of byTab(network.asked)) {
    for (const { status, isAborted, doneAt, retryAfterMs, step, token } of asked) {
      if (status !== 429 || isAborted || retryAfterMs === 0) continue;
      const until = doneAt + retryAfterMs - 1;
      // A visitor's Stop is theirs to press. Rates are limited by token: another conversation, or one that is entered
      // again, has its own.
      const hasty = asked.find(
        (other) =>
          other.at > doneAt + CROSSING_MS &&
          other.at < until &&
          other.step !== 'interrupt' &&
          other.token === token &&
          !isWithNewToken(other, asked),
      );
      if (hasty !== undefined) {
        broken.push(
          `15: tab ${tab} asked for a ${hasty.step} ${Math.round(until - hasty.at)} ms before the Retry-After of a ${step} was over`,
        );
      }
    }
    // What is sent has its looks before and after it; asking alone, over and over, is a hot loop.
    let since: number[] = [];
    for (const { step, url, at } of asked) {
      if (step !== 'list' && step !== 'stream') since = [];
      else if (!url.includes('page=')) since.push(at);
      const first = since.at(-HOT_REQUESTS);
      if (first === undefined || at - first >= HOT_MS) continue;
      broken.push(`15: tab ${tab} asked ${HOT_REQUESTS} times within a second`);
      break;
    }
  }
  return broken;
}
