// Invariant 8: the gateway accepts one result of each call, and hears of none again that it has refused, or whose fate
// isn't known yet.

import type { Evidence } from './evidence.ts';
import type { Asked } from './network.ts';
import { SILENT } from './network-faults.ts';

const DEFAULT_WINDOW_MS = 60_000;

/** 8. One accepted result per call; nothing posted after 409, or again before W. */
export function checkResults(evidence: Evidence): string[] {
  const { gateway, network, commitWindowMs = DEFAULT_WINDOW_MS } = evidence;
  const broken: string[] = [];
  for (const [id, blocks] of gateway.accepted) {
    if (blocks.length > 1) broken.push(`8: ${id} has ${blocks.length} results`);
  }
  // A request that the network doubled comes after its own refusal.
  const doubled = new Set(
    network.asked.flatMap(({ fault, calls }) => (fault === 'duplicate' ? calls : [])),
  );
  for (const id of gateway.afterRefusal) {
    if (!doubled.has(id)) broken.push(`8: a result for ${id} came after its 409`);
  }
  // A refused token says by its status alone that nothing was applied.
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
  return broken;
}

/** What one page knows by itself. */
function checkPage(posts: readonly Asked[], commitWindowMs: number): string[] {
  const broken: string[] = [];
  const lostAt = new Map<string, number>();
  const takenAt = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  for (const { at, calls, fault, status, doneAt, isAborted } of posts) {
    const isHeard = !isAborted && doneAt > 0;
    const again = calls.filter((id) => at > (refusedAt.get(id) ?? Number.POSITIVE_INFINITY));
    if (again.length > 1) broken.push(`8: ${again.join()} were posted together again after a 409`);
    for (const id of calls) {
      if (at - (lostAt.get(id) ?? Number.NEGATIVE_INFINITY) < commitWindowMs) {
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

/** By itself, and the page knew of it. */
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

/** What a page has posted without an answer binds the pages after it: it stands in the journal. */
function checkPages({ plan }: Evidence, posts: readonly Asked[], commitWindowMs: number): string[] {
  if (!plan.isDurable || plan.hasStorageTrouble !== false) return [];
  const broken: string[] = [];
  const lostAt = new Map<string, number>();
  for (const { at, calls, fault, tab } of posts) {
    for (const id of calls) {
      if (at - (lostAt.get(id) ?? Number.NEGATIVE_INFINITY) < commitWindowMs) {
        broken.push(
          `8: tab ${tab} posted the result of ${id} again before another page's W was over`,
        );
      }
      if (SILENT.includes(fault)) lostAt.set(id, at);
    }
  }
  return broken;
}
