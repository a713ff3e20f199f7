// Invariant 8: the gateway accepts one result for each call; the client posts no result again that was refused, or
// whose outcome can't be known yet.

import type { Evidence } from './evidence.ts';
import type { Asked } from './network.ts';
import { SILENT } from './network-faults.ts';

const DEFAULT_WINDOW_MS = 60_000;

/** 8. One accepted result for each call; none posted after a 409, or again before W. */
export function checkResults(evidence: Evidence): string[] {
  const { gateway, network, commitWindowMs = DEFAULT_WINDOW_MS } = evidence;
  const broken: string[] = [];
  for (const [id, blocks] of gateway.accepted) {
    if (blocks.length > 1) broken.push(`8: ${id} has ${blocks.length} results`);
  }
  // If the network doubled a request, its second copy arrives after the first was refused.
  const doubled = new Set(
    network.asked.flatMap(({ fault, calls }) => (fault === 'duplicate' ? calls : [])),
  );
  for (const id of gateway.afterRefusal) {
    if (!doubled.has(id)) broken.push(`8: a result for ${id} came after its 409`);
  }
  // Leave out 401: nothing was applied.
  const posts = network.asked.filter(({ step, status }) => step === 'result' && status !== 401);
  for (const tab of new Set(posts.map((post) => post.tab))) {
    broken.push(
      ...checkPage(
        posts.filter((post) => post.tab === tab),
        commitWindowMs,
      ),
    );
  }
  broken.push(...checkPages(evidence, posts, commitWindowMs));
  broken.push(...checkShown(network.asked));
  return broken;
}

/** Judges the posts of one page, which knows their outcomes. */
function checkPage(posts: readonly Asked[], commitWindowMs: number): string[] {
  const broken: string[] = [];
  const lostAt = new Map<string, number>();
  const takenAt = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  for (const { at, calls, fault, status, doneAt, isAborted, isNamed } of posts) {
    const isHeard = !isAborted && doneAt > 0;
    const again = calls.filter((id) => at > (refusedAt.get(id) ?? Number.POSITIVE_INFINITY));
    if (again.length > 1) broken.push(`8: ${again.join()} were posted together again after a 409`);
    for (const id of calls) {
      if (!isNamed && at - (lostAt.get(id) ?? Number.NEGATIVE_INFINITY) < commitWindowMs) {
        broken.push(`8: the result of ${id} was posted again before W was over`);
      }
      if (at > (takenAt.get(id) ?? Number.POSITIVE_INFINITY)) {
        broken.push(`8: the result of ${id} was posted again after it had been accepted`);
      }
      if (calls.length === 1 && again.length === 1 && refusedAlone(posts, id, at)) {
        broken.push(`8: the result of ${id} was posted again after its 409`);
      }
      if (SILENT.includes(fault)) lostAt.set(id, at);
      if (status === 200 && isHeard) takenAt.set(id, doneAt);
      if (status === 409 && isHeard) refusedAt.set(id, doneAt);
    }
  }
  return broken;
}

/** A request that was decided before a list arrived may leave behind it: the journal is asked in between. */
const DECIDED_MS = 5_000;

/** A page that has read a call's answer in a list posts no result for that call. */
function checkShown(asked: readonly Asked[]): string[] {
  const shownAt = new Map<string, number>();
  const broken: string[] = [];
  for (const { step, tab, at, doneAt, isAborted, calls, answered = [] } of asked) {
    const isRead = step === 'list' && doneAt > 0 && !isAborted;
    for (const id of isRead ? answered : []) {
      const name = `${tab}:${id}`;
      shownAt.set(name, Math.min(doneAt, shownAt.get(name) ?? Number.POSITIVE_INFINITY));
    }
    for (const id of step === 'result' ? calls : []) {
      if (at - DECIDED_MS > (shownAt.get(`${tab}:${id}`) ?? Number.POSITIVE_INFINITY)) {
        broken.push(`8: the result of ${id} was posted although a list had shown its answer`);
      }
    }
  }
  return broken;
}

/** Whether the result was refused in a POST of its own, and the page had the reply by then. */
function refusedAlone(posts: readonly Asked[], id: string, at: number): boolean {
  return posts.some(
    ({ status, calls, isAborted, doneAt }) =>
      status === 409 &&
      calls.length === 1 &&
      calls[0] === id &&
      !isAborted &&
      doneAt > 0 &&
      doneAt < at,
  );
}

/** If a page posted without a reply, the journal says so, and later pages must wait for W too. */
function checkPages({ plan }: Evidence, posts: readonly Asked[], commitWindowMs: number): string[] {
  if (!plan.isDurable || plan.hasStorageTrouble !== false) return [];
  const broken: string[] = [];
  const lostAt = new Map<string, number>();
  for (const { at, calls, fault, tab, isNamed } of posts) {
    for (const id of calls) {
      if (!isNamed && at - (lostAt.get(id) ?? Number.NEGATIVE_INFINITY) < commitWindowMs) {
        broken.push(
          `8: tab ${tab} posted the result of ${id} again before another page's W was over`,
        );
      }
      if (SILENT.includes(fault)) lostAt.set(id, at);
    }
  }
  return broken;
}
