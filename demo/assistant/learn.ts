// Learns from the example sentences which skill a sentence asks for: a softmax regression over the model's vector of the sentence and
// the words in it. What was learnt is stored in `learnt.bin` by `prepare.ts`; a guess costs one product of a matrix and a vector.

import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { stem, tokens } from '../../gateway/agent.ts';

export interface Guess {
  name: string;
  /** A probability. */
  sure: number;
}
export type Guesser = (sentence: string) => Guess[];

/** Weights of one way to see a sentence: with the model's vector, or by its words alone. */
export interface Learnt {
  /** Of each word or pair of words, the row of its weights. */
  words: Map<string, number>;
  /** A row for each number of the vector, then one for each word: as many numbers as there are skills. */
  weights: Float32Array;
}
export interface Stored {
  /** Of the sentences from which it was learnt. */
  key: string;
  skills: string[];
  /** The words of the examples: the English that is spoken here. */
  vocabulary: Set<string>;
  meaning: Learnt;
  byWords: Learnt;
  vectorSize: number;
}

export const readStored = (): Stored =>
  deserialize(readFileSync(new URL('learnt.bin', import.meta.url)));

const LIGHT = new Set(
  'a an the is are it i you do does to of my in for and your me that this'.split(' '),
);

/** Its words, its pairs of words, and how it begins: each with its weight. */
function wordsIn(sentence: string): [string, number][] {
  const words = tokens(sentence).slice(0, 40);
  const seen = new Map<string, number>([['§all', 1]]);
  for (const [at, word] of words.entries()) {
    seen.set(LIGHT.has(word) ? word : stem(word), LIGHT.has(word) ? 0.3 : 1);
    seen.set(`${words[at - 1] ?? '^'} ${word}`, 0.6);
  }
  const size = Math.hypot(...seen.values());
  return [...seen].map(([word, weight]) => [word, weight / size]);
}

/** Rows of the weights, each with its value: the vector's numbers, where there is one, and the words. */
const featuresOf = (
  sentence: string,
  vector: Float32Array | null,
  { words }: Learnt,
): [number, number][] => [
  // The vector weighs as much as the words.
  ...Array.from(vector ?? [], (value, row): [number, number] => [row, value * 1.2]),
  ...wordsIn(sentence).flatMap(([word, weight]): [number, number][] => {
    const row = words.get(word);
    return row === undefined ? [] : [[row, weight]];
  }),
];

function scoresOf(
  features: readonly [number, number][],
  weights: Float32Array,
  count: number,
): Float64Array {
  const scores = new Float64Array(count);
  for (const [row, value] of features)
    for (let skill = 0; skill < count; skill++)
      scores[skill] = (scores[skill] ?? 0) + value * (weights[row * count + skill] ?? 0);
  const most = Math.max(...scores);
  const all = scores.map((score) => Math.exp(score - most));
  const sum = all.reduce((a, b) => a + b, 0);
  return all.map((one) => one / sum);
}

const EPOCHS = 30;
const RATE = 0.5;
const DECAY = 2e-5;

export function train(
  examples: readonly { skill: string; text: string }[],
  skills: readonly string[],
  vectorOf: (text: string) => Float32Array | null,
  vectorSize: number,
): Learnt {
  const counts = new Map<string, number>();
  for (const { text } of examples)
    for (const [word] of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts].filter(([word, count]) => count > 1 || !word.includes(' '));
  const words = new Map(common.map(([word], at) => [word, at + vectorSize]));
  const learnt = { words, weights: new Float32Array((vectorSize + words.size) * skills.length) };
  const squares = new Float32Array(learnt.weights.length).fill(1e-2);
  const rows = examples.map(({ skill, text }) => ({
    wanted: skills.indexOf(skill),
    features: featuresOf(text, vectorOf(text), learnt),
  }));
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { wanted, features } of [...rows].sort(() => random() - 0.5)) {
      const sure = scoresOf(features, learnt.weights, skills.length);
      for (const [row, value] of features) {
        for (let skill = 0; skill < skills.length; skill++) {
          const at = row * skills.length + skill;
          const weight = learnt.weights[at] ?? 0;
          const slope = ((sure[skill] ?? 0) - Number(skill === wanted)) * value + DECAY * weight;
          squares[at] = (squares[at] ?? 0) + slope * slope;
          learnt.weights[at] = weight - (RATE * slope) / Math.sqrt(squares[at] ?? 1);
        }
      }
    }
  }
  return learnt;
}

/** Guesses which skill a sentence asks for, the likeliest first; without a vector, by its words. */
export function createGuesser(
  stored: Stored,
  vectorOf: (sentence: string) => Float32Array | null,
): Guesser {
  const { skills } = stored;
  return (sentence) => {
    const vector = vectorOf(sentence);
    const learnt = vector === null ? stored.byWords : stored.meaning;
    const features = featuresOf(sentence, vector, learnt);
    const sure = scoresOf(features, learnt.weights, skills.length);
    return skills
      .map((name, at) => ({ name, sure: sure[at] ?? 0 }))
      .sort((a, b) => b.sure - a.sure);
  };
}
