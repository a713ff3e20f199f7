// Stores what is learnt from `data/sentences.txt`: `node demo/assistant/prepare.ts`, after it was changed. It takes some minutes.

import { writeFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { tokens } from '../../gateway/agent.ts';
import { PRODUCTS } from '../site/catalog.ts';
import { readSentences, sentencesKey } from './data.ts';
import { type Stored, train } from './learn.ts';
import { lex, mask } from './lexer.ts';
import { createMeaning, VECTOR_SIZE } from './meaning.ts';

const BATCH = 32;
const products = PRODUCTS.map(({ id, name, summary, variants, priceCents }) => ({
  ...{ id, name, summary, price: '', amount: priceCents / 100, inStock: true },
  variants: variants.map((variant) => variant.id),
}));
const sentences = readSentences();
const examples = sentences.map(({ skill, text }) => ({ skill, text: mask(lex(text, products)) }));
const skills = [...new Set(examples.map(({ skill }) => skill))];
const meaning = createMeaning();
const texts = examples.map(({ text }) => text);
for (let at = 0; at < texts.length; at += BATCH) await meaning.learn(texts.slice(at, at + BATCH));
const stored: Stored = {
  key: sentencesKey(),
  skills,
  vocabulary: new Set(sentences.flatMap(({ text }) => tokens(text))),
  vectorSize: VECTOR_SIZE,
  meaning: train(examples, skills, (text) => meaning.vectorOf(text), VECTOR_SIZE),
  byWords: train(examples, skills, () => null, VECTOR_SIZE),
};
writeFileSync(new URL('learnt.bin', import.meta.url), serialize(stored));
process.exit(0);
