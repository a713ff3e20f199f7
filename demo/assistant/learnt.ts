// What was learnt from the example sentences, stored beside them so that a start needn't learn it again: `prepare.ts` writes it. A
// sentence that was changed since is computed when it is needed.

import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

export interface Learnt {
  /** The examples by which it was learnt. */
  examples: string;
  /** The model's vectors of known sentences, a signed byte for each number. */
  vectors: Map<string, Int8Array>;
  /** A weight for each example, skill by skill: with the model, and by words alone. */
  weights: Record<'meaning' | 'words', Float32Array[]>;
}

const FILE = new URL('learnt.bin', import.meta.url);

export function readLearnt(): Learnt {
  try {
    return deserialize(readFileSync(FILE));
  } catch {
    return { examples: '', vectors: new Map(), weights: { meaning: [], words: [] } };
  }
}

export const writeLearnt = (learnt: Learnt): void => writeFileSync(FILE, serialize(learnt));

export function pack(vector: Float32Array): Int8Array {
  const most = Math.max(...vector.map(Math.abs));
  return Int8Array.from(vector, (number) => Math.round((number / most) * 127));
}

export function unpack(bytes: Int8Array): Float32Array {
  const size = Math.hypot(...bytes);
  return Float32Array.from(bytes, (number) => number / size);
}
