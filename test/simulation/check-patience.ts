// Invariant 15: budgets of retries and Retry-After hold, and nothing asks in a hot loop.

import { byTab } from './check-requests.ts';
import type { Evidence } from './evidence.ts';
import type { Asked } from './network.ts';
import { SILENT } from './network-faults.ts';

/** What was under way as the gateway asked for patience. */
const CROSSING_MS = 100;
const HOT_REQUESTS = 20;
const HOT_MS = 1_000;

/** Rates are limited by token, and clients have each their own; from outside a client is known by its token alone. */
const isSameClient = (a: Asked, b: Asked): boolean =>
  a.client === undefined ? a.token === b.token : a.client === b.client;

/** The second half of a request that was under way before `knownAt`: its token had been refused. */
function isWithNewToken(asked: Asked, all: readonly Asked[], knownAt: number): boolean {
  return all.some(
    ({ url, status, token, at, doneAt }) =>
      url === asked.url &&
      status === 401 &&
      token !== asked.token &&
      at <= knownAt &&
      doneAt <= asked.at &&
      doneAt > asked.at - CROSSING_MS,
  );
}

/** 15. Retry-After holds, and nothing asks in a hot loop. */
export function checkPatience({ network }: Evidence): string[] {
  const broken: string[] = [];
  for (const [tab, asked] of byTab(network.asked)) {
    for (const one of asked) {
      const { status, isAborted, doneAt, retryAfterMs, step } = one;
      if (status !== 429 || isAborted || retryAfterMs === 0) continue;
      const knownAt = doneAt + CROSSING_MS;
      const until = doneAt + retryAfterMs - 1;
      // A visitor's Stop is theirs to press.
      const hasty = asked.find(
        (other) =>
          other.at > knownAt &&
          other.at < until &&
          other.step !== 'interrupt' &&
          isSameClient(one, other) &&
          !isWithNewToken(other, asked, knownAt),
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

/** 15. A message goes out again at most once by itself after its fate was unknown, and never in a hurry. */
export function checkMessageBudget({ network, intents, resent }: Evidence): string[] {
  return intents.flatMap(({ text }) => {
    const posts = network.asked.filter((asked) => asked.step === 'message' && asked.text === text);
    const silent = posts.filter(({ fault }) => SILENT.includes(fault));
    const broken: string[] = [];
    const meant = intents.filter((intent) => intent.text === text).length;
    if (silent.length > 2 * meant && !resent.has(text)) {
      broken.push(`15: "${text}" was sent ${silent.length} times into silence`);
    }
    posts.forEach((post, index) => {
      const before = posts[index - 1];
      if (before?.tab !== post.tab || before.doneAt === 0 || meant > 1) return;
      const isFailure = before.status >= 500 || before.status === 429;
      if (isFailure && post.at - before.doneAt < 250) {
        broken.push(`15: "${text}" followed its own ${before.status} at once`);
      }
    });
    return broken;
  });
}
