// Joins the parts of this room: the search, and what makes vectors in the background where there are embeddings.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { createKnowledge, type Knowledge } from './knowledge.ts';
import {
  type EmbedCollections,
  type EmbedCollectionsParts,
  noEmbedding,
  startEmbedding,
} from './vectors/embed-collections.ts';
import { createNearest, hasPgvector } from './vectors/nearest.ts';
import type { EmbeddingSettings } from './vectors/settings.ts';

export interface OpenKnowledge {
  knowledge: Knowledge;
  embedding: EmbedCollections;
}

export interface OpenKnowledgeParts {
  db: Db;
  clock: Clock;
  observer: Pick<Observer, 'failed' | 'say'>;
  /** Null: full text alone. */
  embeddings: EmbeddingSettings | null;
  /** Told what the vectors of a collection's passages have used; without it they are charged to nobody. */
  charge?: EmbedCollectionsParts['charge'];
}

/** Opens the search, and begins to make vectors where the gateway has embeddings. */
export async function openKnowledge(parts: OpenKnowledgeParts): Promise<OpenKnowledge> {
  const { db, clock, observer, embeddings, charge = async () => {} } = parts;
  if (embeddings === null) {
    return {
      knowledge: createKnowledge({ db, clock, observer, vectors: null }),
      embedding: noEmbedding,
    };
  }
  // The packages that ask it are loaded only here.
  const { createEmbedder } = await import('./vectors/embedder.ts');
  const embedder = createEmbedder(embeddings);
  // The embedded database compares in this process too, and more slowly than this process itself.
  const isByPgvector = !db.isExclusive && (await hasPgvector(db));
  observer.say('info', 'embeddings_on', {
    model: embedder.name,
    compared_by: isByPgvector ? 'pgvector' : 'process',
  });
  const { minSimilarity } = embeddings;
  const nearest = createNearest(db, embedder.name, isByPgvector);
  return {
    knowledge: createKnowledge({
      db,
      clock,
      observer,
      vectors: { embedder, nearest, minSimilarity },
    }),
    embedding: startEmbedding({ db, clock, embedder, observer, charge }),
  };
}
