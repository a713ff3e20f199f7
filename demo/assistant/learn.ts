// Learns from example sentences which skill a sentence asks for: kernel ridge regression, whose kernel is how alike two sentences are.
// Once learnt, a guess costs one comparison with each example. Pure but for its pauses, in which others are served.

import type { Example } from './examples.ts';
import { readLearnt } from './learnt.ts';
import type { Meaning } from './meaning.ts';

export interface Guess {
  kind: Example['kind'];
  name: string;
  /** About 1 for a sentence that is surely meant so, about 0 for one that isn't. */
  sure: number;
}

/** How far one odd example may bend the rest. */
const RIDGE = 0.3;
const PAUSE_ROWS = 60;
const pause = () => new Promise<void>((done) => setImmediate(done));

const labelsOf = (examples: readonly Example[]): string[] => [
  ...new Set(examples.map(({ kind, name }) => `${kind} ${name}`)),
];
export const examplesKey = (examples: readonly Example[]): string =>
  examples.map(({ kind, name, text }) => `${kind} ${name} ${text}`).join('\n');

/** For each skill, how much each example speaks for it. */
export async function learnWeights(
  examples: readonly Example[],
  { alike }: Meaning,
): Promise<Float32Array[]> {
  const rows: Float64Array[] = [];
  // The lower triangle of the kernel's Cholesky factor, row by row.
  for (const [i, { text }] of examples.entries()) {
    if (i % PAUSE_ROWS === 0) await pause();
    const row = new Float64Array(i + 1);
    for (let j = 0; j <= i; j++) {
      const other = rows[j] ?? row;
      let sum = alike(text, examples[j]?.text ?? '') + (i === j ? RIDGE : 0);
      for (let k = 0; k < j; k++) sum -= (row[k] ?? 0) * (other[k] ?? 0);
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-6)) : sum / (other[j] ?? 1);
    }
    rows.push(row);
  }
  const weights: Float32Array[] = [];
  for (const label of labelsOf(examples)) {
    await pause();
    const wanted = examples.map(({ kind, name }) => Number(`${kind} ${name}` === label));
    weights.push(Float32Array.from(solve(rows, wanted)));
  }
  return weights;
}

/** Guesses which skill a sentence asks for; what was stored is used as long as the examples are the same. */
export async function learnSkills(examples: readonly Example[], meaning: Meaning) {
  const stored = readLearnt();
  const isFresh = stored.examples === examplesKey(examples);
  const weights = isFresh ? stored.weights[meaning.name] : await learnWeights(examples, meaning);
  const labels = labelsOf(examples);
  return (sentence: string): Guess[] => {
    const near = examples.map(({ text }) => meaning.alike(sentence, text));
    return labels
      .map((label, at) => {
        const [kind = '', name = ''] = label.split(' ');
        const sure = near.reduce((sum, one, row) => sum + one * (weights[at]?.[row] ?? 0), 0);
        return { kind: kind as Example['kind'], name, sure };
      })
      .sort((a, b) => b.sure - a.sure);
  };
}

/** Forwards, then backwards through the factor. */
function solve(rows: readonly Float64Array[], wanted: readonly number[]): Float64Array {
  const x = Float64Array.from(wanted);
  for (let i = 0; i < x.length; i++) {
    let sum = x[i] ?? 0;
    for (let j = 0; j < i; j++) sum -= (rows[i]?.[j] ?? 0) * (x[j] ?? 0);
    x[i] = sum / (rows[i]?.[i] ?? 1);
  }
  for (let i = x.length - 1; i >= 0; i--) {
    let sum = x[i] ?? 0;
    for (let j = i + 1; j < x.length; j++) sum -= (rows[j]?.[i] ?? 0) * (x[j] ?? 0);
    x[i] = sum / (rows[i]?.[i] ?? 1);
  }
  return x;
}
