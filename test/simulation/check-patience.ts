// Invariant 15: the client keeps its budgets of retries and Retry-After, and never asks in a hot loop.

import { byTab } from './check-requests.ts';
import type { Evidence } from './evidence.ts';
import type { Asked } from './network.ts';
import { SILENT } from './network-faults.ts';

/** A request this soon after a Retry-After was on its way when that arrived. */
const CROSSING_MS = 100;
const DEFAULT_WINDOW_MS = 60_000;
const HOT_REQUESTS = 20;
const HOT_MS = 1_000;
/** Most POSTs of one message, or of the same results. */
const HOT_POSTS = 10;
/** Twice the requests a minute of the busiest tab in three hundred schedules. */
const BUSY_REQUESTS = 120;
const BUSY_MS = 60_000;

/** Rates are limited by token. A client has its own; over sockets and in Chromium only the token identifies it. */
const isSameClient = (a: Asked, b: Asked): boolean =>
  a.client === undefined ? a.token === b.token : a.client === b.client;

/** Whether this repeats, with a new token, a request that was made before `knownAt` and got a 401. */
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
      // A Stop may go out at once: the visitor decides when to press it.
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
    const gets = asked.filter(
      ({ step, url }) => (step === 'list' || step === 'stream') && !url.includes('page='),
    );
    const isRestless = gets.some(
      ({ at }, index) =>
        at - (gets[index - BUSY_REQUESTS]?.at ?? Number.NEGATIVE_INFINITY) < BUSY_MS,
    );
    if (isRestless) broken.push(`15: tab ${tab} asked ${BUSY_REQUESTS} times within a minute`);
    broken.push(...checkPosts(tab, asked));
    // Before and after each POST the client lists. Lists alone, over and over, are a hot loop.
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

/** 15. One tab follows the stream, and the others hear from it. The lead may move on to another page, but not back. */
export function checkOneFollows({ plan, network, calmAt }: Evidence): string[] {
  const canHear = plan.isDeaf === false && plan.isDurable && plan.hasStorageTrouble === false;
  if (!canHear || calmAt === undefined) return [];
  const streams = network.asked.filter(({ step, at }) => step === 'stream' && at > calmAt);
  const tabs = streams.map(({ tab }) => tab).filter((tab, index, all) => tab !== all[index - 1]);
  return tabs.length > new Set(tabs).size
    ? [`15: tabs ${[...new Set(tabs)].join(' and ')} follow the stream at the same time`]
    : [];
}

/** Counts POSTs with the same content. */
function checkPosts(tab: number, asked: readonly Asked[]): string[] {
  const times = new Map<string, number[]>();
  for (const { step, text, calls, at } of asked) {
    if (step === 'list' || step === 'stream') continue;
    const key = `${step} ${text} ${calls.join()}`;
    times.set(key, [...(times.get(key) ?? []), at]);
  }
  return [...times].flatMap(([key, ats]) =>
    ats.some((at, index) => at - (ats[index - HOT_POSTS + 1] ?? Number.NEGATIVE_INFINITY) < HOT_MS)
      ? [`15: tab ${tab} posted ${key} ${HOT_POSTS} times within a second`]
      : [],
  );
}

/** 15. After an unknown outcome the client sends a message without a name again at most once by itself, and never before W. */
export function checkMessageBudget(evidence: Evidence): string[] {
  const { network, intents, resent, acts = [], commitWindowMs = DEFAULT_WINDOW_MS } = evidence;
  return intents.flatMap(({ text }) => {
    const posts = network.asked.filter((asked) => asked.step === 'message' && asked.text === text);
    const silent = posts.filter(({ fault, isNamed }) => SILENT.includes(fault) && !isNamed);
    const broken: string[] = [];
    const meant = intents.filter((intent) => intent.text === text).length;
    if (silent.length > 2 * meant && !resent.has(text)) {
      broken.push(`15: "${text}" was sent ${silent.length} times into silence`);
    }
    posts.forEach((post, index) => {
      const before = posts[index - 1];
      if (before === undefined || meant > 1) return;
      // No tab could know whether it had arrived. (After a 401 every tab knows that it had not.)
      const isUnheard = before.doneAt === 0 || before.doneAt > post.at || before.isAborted;
      const isUnknown = isUnheard && before.status !== 401 && !(before.isNamed && post.isNamed);
      const afterMs = Math.round(post.at - before.at);
      if (isUnknown && afterMs < commitWindowMs && !resent.has(text)) {
        broken.push(`15: "${text}" went out again ${afterMs} ms after its fate was unknown`);
      }
      if (before.tab !== post.tab || before.doneAt === 0) return;
      const isFailure = before.status >= 500 || before.status === 429;
      // A press, a page that is back and a network that is back may try at once: that is no hurry of the client's own.
      const isPressed = acts.some((at) => at >= before.at && at <= post.at);
      if (isFailure && !isPressed && post.at - before.doneAt < 250) {
        broken.push(`15: "${text}" followed its own ${before.status} at once`);
      }
    });
    return broken;
  });
}
