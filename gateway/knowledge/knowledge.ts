// The knowledge of agents: a search over the passages of collections, by full text and, where there are embeddings, by vectors, joined.
// An index is built when a collection is first asked, and again after its documents have changed.

import { z } from 'zod';
import { factsOf } from '../agents/model/errors.ts';
import type { AgentUsage, Passage } from '../agents/types.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { errorFields } from '../kernel/observability/log.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { readDocuments } from './collections.ts';
import { type CollectionIndex, createIndexes, IndexLost } from './indexes.ts';
import { bestOf, type Hit, joinHits } from './join-hits.ts';
import { hashOf, type KnownPassage } from './passages.ts';
import type { Embedder } from './vectors/embedder.ts';
import type { Nearest } from './vectors/nearest.ts';
import { createQuestionVectors } from './vectors/question-vectors.ts';

export type Search = (query: string, limit: number) => Promise<Passage[]>;

export interface Knowledge {
  /**
   * One search over all of these collections; null where one of them no longer exists.
   * @param onAsked told what a request for a question's vector has used.
   */
  open(
    collectionIds: readonly string[],
    onAsked?: (usage: AgentUsage) => void,
  ): Promise<Search | null>;
  close(): Promise<void>;
}

export interface Vectors {
  embedder: Embedder;
  nearest: Nearest;
  /** A passage that is less like the question isn't found by its vector. */
  minSimilarity: number;
}

export interface KnowledgeParts {
  db: Queryable;
  clock: Clock;
  /** Null: full text alone. */
  vectors: Vectors | null;
  observer: Pick<Observer, 'say'>;
}

interface OpenCollection {
  id: string;
  revision: number;
  /** How often vectors were written so far. */
  writes: number;
  index: CollectionIndex;
  /** Several where documents repeat each other. */
  byHash: ReadonlyMap<string, readonly KnownPassage[]>;
}

const MAX_INDEXES = 64;
/** Passages of all indexes together: the thread's memory has room for no more. */
const MAX_PASSAGES = 100_000;
/** Passages that each way of searching brings into the joined list. */
const CANDIDATES = 50;

const revisionRow = z.object({
  revision: z.number(),
  writes: z.number(),
  synonyms: z.string(),
});

export function createKnowledge({ db, clock, vectors, observer }: KnowledgeParts): Knowledge {
  const threads = createIndexes();
  const indexes = new Map<string, OpenCollection>();
  const building = new Map<string, ReturnType<typeof build>>();
  const tellFailure = (error: unknown) => {
    const { status, kind } = factsOf(error);
    observer.say('warn', 'question_not_embedded', { status, kind, ...errorFields(error) });
  };
  const vectorOf =
    vectors === null
      ? null
      : createQuestionVectors({ embedder: vectors.embedder, clock, onFailure: tellFailure });

  return {
    close: () => threads.close(),
    async open(collectionIds, onAsked = () => {}) {
      const collections: OpenCollection[] = [];
      for (const id of collectionIds) {
        const collection = await openCollection(id);
        if (collection === null) return null;
        collections.push(collection);
      }
      return async (query, limit) => {
        const near = findNear(collections, query, onAsked);
        const found = await Promise.all(collections.map((one) => findWords(one, query)));
        const words = found
          .flat()
          .toSorted((a, b) => b.score - a.score)
          .slice(0, CANDIDATES);
        const alike = await near;
        return alike.length === 0 ? bestOf(words, limit) : joinHits([words, alike], limit);
      };
    },
  };

  async function findWords(collection: OpenCollection, query: string): Promise<Hit[]> {
    try {
      return await collection.index.search(query, CANDIDATES);
    } catch (error) {
      if (!(error instanceof IndexLost)) throw error;
      // Another collection has taken the thread with it.
      if (indexes.get(collection.id)?.index === collection.index) indexes.delete(collection.id);
      const again = await openCollection(collection.id);
      return (await again?.index.search(query, CANDIDATES).catch(() => [])) ?? [];
    }
  }

  async function openCollection(id: string): Promise<OpenCollection | null> {
    const known = indexes.get(id);
    // Another process may have changed or deleted the collection.
    const [row] = await readRows(
      db,
      revisionRow,
      `SELECT revision, embedded_writes AS writes, synonyms FROM collections
        WHERE collection_id = $1`,
      [id],
    );
    indexes.delete(id);
    if (row === undefined) {
      known?.index.drop();
      return null;
    }
    const { revision, writes } = row;
    const synonyms = JSON.parse(row.synonyms) as string[][];
    const open =
      known?.revision === revision
        ? { ...known, writes }
        : { id, revision, writes, ...(await buildOnce(id, revision, synonyms)) };
    if (known !== undefined && known.index !== open.index) known.index.drop();
    indexes.set(id, open);
    makeRoom();
    return open;
  }

  /** Two questions at once wait for the same index. */
  function buildOnce(
    id: string,
    revision: number,
    synonyms: readonly string[][],
  ): ReturnType<typeof build> {
    const key = `${id} ${revision}`;
    const begun = building.get(key);
    if (begun !== undefined) return begun;
    const made = build(id, synonyms).finally(() => building.delete(key));
    building.set(key, made);
    return made;
  }

  async function build(
    id: string,
    synonyms: readonly string[][],
  ): Promise<Pick<OpenCollection, 'index' | 'byHash'>> {
    const index = await threads.build(await readDocuments(db, id), synonyms);
    if (index.overrun !== null) {
      observer.say('warn', 'collection_not_indexed', {
        collection_id: id,
        reason: `it takes too much ${index.overrun}`,
      });
    }
    const byHash = new Map<string, KnownPassage[]>();
    for (const passage of vectors === null ? [] : index.passages) {
      const hash = hashOf(passage);
      byHash.set(hash, [...(byHash.get(hash) ?? []), passage]);
    }
    return { index, byHash };
  }

  /** The one that nobody has asked for longest goes first; the newest stays, however large it is. */
  function makeRoom(): void {
    const sizeOf = ({ index }: OpenCollection) => index.passages.length;
    let passages = [...indexes.values()].reduce((sum, one) => sum + sizeOf(one), 0);
    for (const [id, one] of indexes) {
      const isRoom = indexes.size <= MAX_INDEXES && passages <= MAX_PASSAGES;
      if (isRoom || indexes.size === 1) return;
      passages -= sizeOf(one);
      indexes.delete(id);
      one.index.drop();
    }
  }

  async function findNear(
    collections: readonly OpenCollection[],
    query: string,
    onAsked: (usage: AgentUsage) => void,
  ): Promise<Hit[]> {
    // Nothing to compare with: nobody is asked.
    if (vectors === null || vectorOf === null || collections.every(({ writes }) => writes === 0)) {
      return [];
    }
    const asked = await vectorOf(query, onAsked);
    if (asked === null) return [];
    try {
      const near = await vectors.nearest.find(collections, asked, CANDIDATES);
      return near.flatMap(({ collection_id, passage_hash, similarity }) => {
        if (similarity < vectors.minSimilarity) return [];
        const collection = collections.find(({ id }) => id === collection_id);
        // A passage that is gone meanwhile.
        const passages = collection?.byHash.get(passage_hash) ?? [];
        return passages.map((passage) => ({ passage, score: similarity }));
      });
    } catch (error) {
      // Vectors of another length than the question's, for instance: the words are found all the same.
      tellFailure(error);
      return [];
    }
  }
}
