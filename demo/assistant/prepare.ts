// Stores what is learnt from `data/sentences.txt`: `node demo/assistant/prepare.ts`, after it was changed. Vectors are kept in the
// system's folder for temporary files, as the model takes a minute for all. `--held` learns from nine tenths and tells how well the
// rest is guessed.

import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { tokens } from '../../gateway/agent.ts';
import { PRODUCTS } from '../site/catalog.ts';
import { readSentences, sentencesKey } from './data.ts';
import { createGuesser, type Stored, train } from './learn.ts';
import { lex, mask } from './lexer.ts';
import { createMeaning, VECTOR_SIZE } from './meaning.ts';

const KEPT = join(tmpdir(), 'bellhop-shop-vectors.bin');
const BATCH = 32;
const products = PRODUCTS.map(({ id, name, summary, variants, priceCents }) => ({
  ...{ id, name, summary, price: '', amount: priceCents / 100, inStock: true },
  variants: variants.map((variant) => variant.id),
}));
const sentences = readSentences();
const vocabulary = new Set(sentences.flatMap(({ text }) => tokens(text)));
const examples = sentences.map(({ skill, text }) => ({ skill, text: mask(lex(text, products)) }));
const skills = [...new Set(examples.map(({ skill }) => skill))];

const vectors = await vectorsOf(examples.map(({ text }) => text));
const learn = (of: typeof examples): Stored => ({
  ...{ key: sentencesKey(), skills, vocabulary, vectorSize: VECTOR_SIZE },
  meaning: train(of, skills, vectors, VECTOR_SIZE),
  byWords: train(of, skills, null, VECTOR_SIZE),
});
if (process.argv.includes('--held')) {
  const isHeld = (at: number) => at % 10 === 3;
  const stored = learn(examples.filter((_, at) => !isHeld(at)));
  const held = examples.filter((_, at) => isHeld(at));
  for (const [name, vectorOf] of [
    ['meaning', (text: string) => vectors.get(text) ?? null],
    ['words', () => null],
  ] as const) {
    const guess = createGuesser(stored, vectorOf);
    const wrong = held.filter(({ skill, text }) => guess(text)[0]?.name !== skill);
    console.log(`${name}: ${held.length - wrong.length} of ${held.length}`);
    if (name === 'meaning')
      for (const { skill, text } of wrong)
        console.log(
          `  ${skill} → ${guess(text)
            .slice(0, 2)
            .map((one) => `${one.name} ${one.sure.toFixed(2)}`)
            .join(', ')}: ${text}`,
        );
  }
} else writeFileSync(new URL('learnt.bin', import.meta.url), serialize(learn(examples)));
process.exit(0);

async function vectorsOf(texts: readonly string[]): Promise<Map<string, Float32Array>> {
  let kept = new Map<string, Float32Array>();
  try {
    kept = deserialize(readFileSync(KEPT));
  } catch {
    // None yet.
  }
  const meaning = createMeaning();
  const fresh = [...new Set(texts)].filter((text) => !kept.has(text));
  for (let at = 0; at < fresh.length; at += BATCH) {
    const some = fresh.slice(at, at + BATCH);
    await meaning.learn(some);
    for (const text of some) {
      const vector = meaning.vectorOf(text);
      if (vector !== null) kept.set(text, vector);
    }
  }
  writeFileSync(KEPT, serialize(kept));
  return kept;
}
