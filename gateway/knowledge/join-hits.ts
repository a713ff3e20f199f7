// Joins what the full text and the vectors have found into one list (reciprocal rank fusion): a passage counts by its places in
// both, since their scores are of different kinds. One that both have found comes before one that a single list puts first.

import type { Passage } from '../agents/types.ts';
import type { KnownPassage } from './passages.ts';

/** `score` is comparable within one list. */
export interface Hit {
  passage: KnownPassage;
  score: number;
}

/** How little the first places differ; the usual figure. */
const FLATNESS = 60;

export function joinHits(lists: readonly (readonly Hit[])[], limit: number): Passage[] {
  const scores = new Map<KnownPassage, number>();
  for (const list of lists) {
    list.forEach(({ passage }, place) => {
      scores.set(passage, (scores.get(passage) ?? 0) + 1 / (FLATNESS + place + 1));
    });
  }
  return bestOf(
    Array.from(scores, ([passage, score]) => ({ passage, score })),
    limit,
  );
}

export function bestOf(hits: readonly Hit[], limit: number): Passage[] {
  return hits
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit))
    .map(({ passage: { uri, title, text, page }, score }) => ({
      uri,
      title,
      text,
      score,
      ...(page === undefined ? {} : { page }),
    }));
}
