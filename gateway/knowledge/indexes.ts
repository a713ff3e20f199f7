// The indexes of collections, in a thread of their own: neither a huge document nor an odd one holds up anybody's request. What
// takes too much has no index, and is named.

import { type Clock, createSystemClock } from '../kernel/clock.ts';
import {
  createWorkThread,
  Overrun,
  type OverrunReason,
  ThreadLost,
} from '../kernel/threads/work-thread.ts';
import type { Hit } from './join-hits.ts';
import type { Place, Synonyms } from './knowledge-index.ts';
import type { KnowledgeDocument, KnownPassage } from './passages.ts';

export type IndexJob =
  | { kind: 'build'; key: number; documents: readonly KnowledgeDocument[]; synonyms: Synonyms }
  | { kind: 'search'; key: number; query: string; limit: number }
  | { kind: 'drop'; key: number };

export interface CollectionIndex {
  passages: readonly KnownPassage[];
  /** Why there is no index, and nothing is found; null: there is one. */
  overrun: OverrunReason | null;
  /** Best first. @throws IndexLost */
  search(query: string, limit: number): Promise<Hit[]>;
  /** Makes room for another. */
  drop(): void;
}

/** The thread has ended for another collection's sake: build it again. */
export class IndexLost extends Error {
  override readonly name = 'IndexLost';
}

export interface Indexes {
  build(documents: readonly KnowledgeDocument[], synonyms: Synonyms): Promise<CollectionIndex>;
  close(): Promise<void>;
}

export interface IndexLimits {
  heapMb: number;
  memoryMb: number;
  /** How long one collection's index may take to build, and how much longer for each megabyte of it. */
  buildMs: number;
  buildMsPerMegabyte: number;
  searchMs: number;
}

export const INDEX_LIMITS: IndexLimits = {
  heapMb: 1024,
  memoryMb: 1536,
  buildMs: 20_000,
  buildMsPerMegabyte: 10_000,
  searchMs: 20_000,
};

/** @param clock by which a build's and a search's time counts. */
export function createIndexes(
  limits: IndexLimits = INDEX_LIMITS,
  clock: Clock = createSystemClock(),
): Indexes {
  const thread = createWorkThread(
    { name: 'index-thread', folder: import.meta.dirname },
    limits,
    clock,
  );
  let lastKey = 0;
  let last: Promise<unknown> = Promise.resolve();

  return {
    build(documents, synonyms) {
      // One after the other: the time that counts is the collection's own.
      const built = last.then(() => build(documents, synonyms));
      last = built.catch(() => {});
      return built;
    },
    close: () => thread.close(),
  };

  async function build(
    documents: readonly KnowledgeDocument[],
    synonyms: Synonyms,
  ): Promise<CollectionIndex> {
    lastKey += 1;
    const key = lastKey;
    const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
    const deadlineMs = limits.buildMs + (characters / 1e6) * limits.buildMsPerMegabyte;
    const passages: KnownPassage[] = [];
    const onPart = (part: unknown) => passages.push(...(part as KnownPassage[]));
    try {
      await thread.ask({ kind: 'build', key, documents, synonyms } satisfies IndexJob, {
        deadlineMs,
        onPart,
      });
    } catch (error) {
      if (!(error instanceof Overrun)) throw error;
      return {
        passages,
        overrun: error.reason,
        search: async () => [],
        drop() {},
      };
    }
    return {
      passages,
      overrun: null,
      search: (query, limit) => search(passages, { kind: 'search', key, query, limit }),
      drop() {
        thread
          .ask({ kind: 'drop', key } satisfies IndexJob, { deadlineMs: limits.searchMs })
          // A thread that has ended has dropped it as well.
          .catch(() => {});
      },
    };
  }

  async function search(passages: readonly KnownPassage[], job: IndexJob): Promise<Hit[]> {
    const places = await thread.ask(job, { deadlineMs: limits.searchMs }).catch((error) => {
      if (error instanceof ThreadLost || error instanceof Overrun) return null;
      throw error;
    });
    if (places === null) throw new IndexLost('The index is gone.');
    return (places as Place[]).flatMap(({ place, score }) => {
      const passage = passages[place];
      return passage === undefined ? [] : [{ passage, score }];
    });
  }
}
