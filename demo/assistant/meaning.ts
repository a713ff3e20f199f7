// What a sentence means, as a vector: by a model of English sentences in a thread of its own. Where it can't be loaded or is too slow,
// there are no vectors, and words alone decide.

import { Worker } from 'node:worker_threads';

export interface Meaning {
  /** Begins to load, once; the thread keeps no process alive. */
  warm(): void;
  /** Makes vectors of sentences, as far as the model is there. */
  learn(texts: readonly string[]): Promise<void>;
  vectorOf(text: string): Float32Array | null;
}

export const VECTOR_SIZE = 512;
/** Sentences of conversations that are kept. */
const MOST_KEPT = 4_000;
const MOST_WAITING_MS = 20_000;

export const BY_WORDS: Meaning = { warm() {}, learn: async () => {}, vectorOf: () => null };

export function createMeaning(start = startModel): Meaning {
  let model: ReturnType<typeof startModel> | null = null;
  const vectors = new Map<string, Float32Array>();
  return {
    warm() {
      model ??= start();
    },
    async learn(texts) {
      const fresh = [...new Set(texts)].filter((text) => /\w/.test(text) && !vectors.has(text));
      if (fresh.length === 0) return;
      if (vectors.size > MOST_KEPT) vectors.clear();
      model ??= start();
      const found = await model(fresh);
      for (const [at, text] of fresh.entries()) {
        const vector = found?.[at];
        if (vector !== undefined) vectors.set(text, vector);
      }
    },
    vectorOf: (text) => vectors.get(text) ?? null,
  };
}

/** Vectors of sentences, or null where the model has failed: then it isn't asked again. */
function startModel(): (texts: string[]) => Promise<Float32Array[] | null> {
  const waiting = new Map<number, (vectors: Float32Array[] | null) => void>();
  let count = 0;
  let isBroken = false;
  const fail = () => {
    isBroken = true;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  };
  const worker = new Worker(new URL('./meaning-worker.ts', import.meta.url));
  worker.unref();
  worker.on('error', fail);
  worker.on('exit', fail);
  worker.on('message', ({ id, vectors }: { id: number; vectors: Float32Array[] }) => {
    waiting.get(id)?.(vectors);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  return (texts) =>
    new Promise((resolve) => {
      if (isBroken) return resolve(null);
      const id = ++count;
      const late = setTimeout(fail, MOST_WAITING_MS);
      waiting.set(id, (vectors) => {
        clearTimeout(late);
        resolve(vectors);
      });
      worker.ref();
      worker.postMessage({ id, texts });
    });
}
