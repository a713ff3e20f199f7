// Makes the vectors of passages, in the background: one request at a time, each answer stored at once, so that a process that
// dies loses one request's work. A collection is claimed by one process; where that dies, another goes on after a while. A
// change of its documents needs new vectors for the passages that have changed; another model needs all of them.
//
//   stale ──claim──► being made ──► whole, as this model and revision
//     ▲                  │
//     └───── a while ◄───┴─ the server failed, or the process died

import { z } from 'zod';
import { factsOf } from '../../agents/model/errors.ts';
import type { AgentUsage } from '../../agents/types.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import { errorFields } from '../../kernel/observability/log.ts';
import type { Observer } from '../../kernel/observability/observer.ts';
import { readDocuments } from '../collections.ts';
import { hashOf, passagesOf, wholeText } from '../passages.ts';
import type { Embedded, Embedder } from './embedder.ts';
import { addVectors, deleteOthers, findHashes } from './vector-rows.ts';

const LOOK_MS = 15_000;
/** After this time its process counts as dead; renewed with each request. */
const CLAIM_MS = 120_000;
const PATIENCE_MS = 60_000;
/** Passages in one request, of at most some 700 characters each. */
const BATCH = 32;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 15 * 60_000;

export interface EmbedCollectionsParts {
  db: Db;
  clock: Clock;
  embedder: Embedder;
  observer: Pick<Observer, 'failed' | 'say'>;
  /** Told what a request for a collection's vectors has used. */
  charge: (collectionId: string, usage: AgentUsage) => Promise<void>;
}

/** Makes the vectors of passages, in the background. */
export interface EmbedCollections {
  /** Documents have changed: look now. */
  kick(): void;
  /** Makes all that can be made now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export const noEmbedding: EmbedCollections = {
  kick() {},
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** As a collection's row says of what its vectors were made. */
export const embeddedAs = (model: string, revision: number) => `${model}@${revision}`;

const claimedRow = z.object({
  collection_id: z.string(),
  revision: z.number(),
});
type Claimed = z.output<typeof claimedRow>;

export function startEmbedding(parts: EmbedCollectionsParts): EmbedCollections {
  const { db, clock, embedder, observer, charge } = parts;
  const closing = new AbortController();
  const failures = new Map<string, number>();
  let working: Promise<void> | null = null;
  let isKicked = false;
  let timer = clock.setTimeout(look, LOOK_MS);
  begin();

  return {
    kick() {
      isKicked = true;
      begin();
    },
    async flush() {
      await working;
      await work();
    },
    async close() {
      closing.abort();
      clock.clearTimeout(timer);
      await working;
    },
  };

  function look(): void {
    if (closing.signal.aborted) return;
    begin();
    timer = clock.setTimeout(look, LOOK_MS);
  }

  function begin(): void {
    if (working !== null || closing.signal.aborted) return;
    isKicked = false;
    working = work()
      .catch((error) => observer.failed(error, 'embeddings', {}))
      .finally(() => {
        working = null;
        if (isKicked) begin();
      });
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const claimed = await claim();
      if (claimed === null) return;
      const { collection_id } = claimed;
      try {
        const count = await embed(claimed);
        failures.delete(collection_id);
        if (count > 0) {
          observer.say('info', 'passages_embedded', { collection_id, passages: count });
        }
      } catch (error) {
        await giveUp(collection_id, error);
      }
    }
  }

  async function claim(): Promise<Claimed | null> {
    const now = clock.now();
    const [claimed] = await readRows(
      db,
      claimedRow,
      `UPDATE collections SET embedding_until = $2
        WHERE collection_id = (
          SELECT collection_id FROM collections
           WHERE embedding_until <= $1
             AND embedded_as IS DISTINCT FROM $3::text || '@' || revision
           ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING collection_id, revision`,
      [now, now + CLAIM_MS, embedder.name],
    );
    return claimed ?? null;
  }

  /** @returns how many vectors were made. */
  async function embed({ collection_id: collectionId, revision }: Claimed): Promise<number> {
    const texts = new Map<string, string>();
    for (const document of await readDocuments(db, collectionId)) {
      for (const passage of passagesOf([document])) texts.set(hashOf(passage), wholeText(passage));
      // Others are answered between two documents.
      await new Promise((done) => setImmediate(done));
    }
    const known = await findHashes(db, collectionId, embedder.name);
    const missing = [...texts].filter(([hash]) => !known.has(hash));
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH);
      const { vectors, tokens } = await ask(batch.map(([, text]) => text));
      const rows = batch.flatMap(([hash], i) => {
        const vector = vectors[i];
        return vector === undefined ? [] : [{ hash, vector }];
      });
      await addVectors(db, { collectionId, model: embedder.name }, rows);
      const { model } = embedder;
      await charge(collectionId, { model, input_tokens: tokens, output_tokens: 0 });
      await db.query('UPDATE collections SET embedding_until = $2 WHERE collection_id = $1', [
        collectionId,
        clock.now() + CLAIM_MS,
      ]);
    }
    await deleteOthers(db, collectionId, embedder.name, [...texts.keys()]);
    await db.query(
      `UPDATE collections
          SET embedded_as = $2, embedding_until = 0, embedded_writes = embedded_writes + 1
        WHERE collection_id = $1`,
      [collectionId, embeddedAs(embedder.name, revision)],
    );
    return missing.length;
  }

  async function ask(texts: readonly string[]): Promise<Embedded> {
    const late = new AbortController();
    const limit = clock.setTimeout(() => late.abort(), PATIENCE_MS);
    try {
      return await embedder.embed(texts, AbortSignal.any([closing.signal, late.signal]));
    } finally {
      clock.clearTimeout(limit);
    }
  }

  async function giveUp(collectionId: string, error: unknown): Promise<void> {
    const isOurs = closing.signal.aborted;
    const count = failures.get(collectionId) ?? 0;
    if (!isOurs) failures.set(collectionId, count + 1);
    const pause = isOurs ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count);
    await db.query('UPDATE collections SET embedding_until = $2 WHERE collection_id = $1', [
      collectionId,
      clock.now() + pause,
    ]);
    if (isOurs) return;
    const { status, kind } = factsOf(error);
    observer.say('warn', 'embedding_failed', {
      collection_id: collectionId,
      status,
      kind,
      ...errorFields(error),
    });
  }
}
