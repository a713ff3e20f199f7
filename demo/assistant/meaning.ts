// How alike two sentences are: by a model of English sentences in a thread of its own, and by the words that they share. Where
// the model can't be loaded, the words alone decide.

import { Worker } from 'node:worker_threads';
import { stem, tokens } from '../../gateway/agent.ts';
import { readLearnt, unpack } from './learnt.ts';

export interface Meaning {
  name: 'meaning' | 'words';
  /** Begins to load, once; the thread keeps no process alive. */
  warm(): void;
  /** Makes the sentences comparable by `alike`. */
  learn(texts: readonly string[]): Promise<void>;
  /** Those that were learnt. */
  vectorsOf(texts: readonly string[]): Map<string, Float32Array>;
  /** From about 0 to 1. */
  alike(a: string, b: string): number;
}

/** Sentences of conversations that are kept; the examples stay. */
const MOST_KEPT = 4_000;
const MOST_WAITING_MS = 20_000;
const BATCH = 32;
/** The model's share of a likeness; the words have the rest. */
const SHARE = 0.7;

/** Small words carry little, but "how much" and "how long" differ by one. */
const LIGHT = new Set(
  'a an the is are it i you do does to of my in for and your me that this can with be there please'.split(
    ' ',
  ),
);
interface Bag {
  weights: Map<string, number>;
  size: number;
}
const bags = new Map<string, Bag>();

/** Its words and pairs of words. */
function bagOf(text: string): Bag {
  const known = bags.get(text);
  if (known !== undefined) return known;
  if (bags.size > MOST_KEPT) bags.clear();
  const words = tokens(text);
  const weights = new Map<string, number>();
  for (const word of words)
    weights.set(LIGHT.has(word) ? word : stem(word), LIGHT.has(word) ? 0.15 : 1);
  for (const [at, word] of words.slice(1).entries()) weights.set(`${words[at]} ${word}`, 0.5);
  const bag = { weights, size: Math.hypot(...weights.values()) };
  bags.set(text, bag);
  return bag;
}

/** The cosine of their words. */
function sharedWords(a: string, b: string): number {
  const [x, y] = [bagOf(a), bagOf(b)];
  let both = 0;
  for (const [word, weight] of x.weights) both += weight * (y.weights.get(word) ?? 0);
  return both === 0 ? 0 : both / (x.size * y.size);
}

export const BY_WORDS: Meaning = {
  name: 'words',
  warm() {},
  learn: async () => {},
  vectorsOf: () => new Map(),
  alike: sharedWords,
};

export function createMeaning(start = startModel): Meaning {
  let model: ReturnType<typeof startModel> | null = null;
  const stored = new Map([...readLearnt().vectors].map(([text, bytes]) => [text, unpack(bytes)]));
  const vectors = new Map(stored);

  return {
    name: 'meaning',
    warm() {
      model ??= start();
    },
    async learn(texts) {
      const fresh = [...new Set(texts)].filter((text) => /\w/.test(text) && !vectors.has(text));
      if (vectors.size > stored.size + MOST_KEPT) {
        vectors.clear();
        for (const [text, vector] of stored) vectors.set(text, vector);
      }
      for (let from = 0; from < fresh.length; from += BATCH) {
        model ??= start();
        const some = fresh.slice(from, from + BATCH);
        const found = await model(some);
        if (found === null) return;
        some.forEach((text, index) => {
          const vector = found[index];
          if (vector !== undefined) vectors.set(text, vector);
        });
      }
    },
    vectorsOf: (texts) =>
      new Map(
        texts.flatMap((text) =>
          vectors.has(text) ? [[text, vectors.get(text) as Float32Array]] : [],
        ),
      ),
    alike(a, b) {
      const [x, y] = [vectors.get(a), vectors.get(b)];
      const words = sharedWords(a, b);
      if (x === undefined || y === undefined) return words;
      let dot = 0;
      for (let at = 0; at < x.length; at++) dot += (x[at] ?? 0) * (y[at] ?? 0);
      return SHARE * dot + (1 - SHARE) * words;
    },
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
