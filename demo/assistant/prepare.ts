// Stores what is learnt from the example sentences: `node demo/assistant/prepare.ts`, after these were changed.

import { KNOWN } from './concierge.ts';
import { EXAMPLES } from './examples.ts';
import { examplesKey, learnWeights } from './learn.ts';
import { pack, writeLearnt } from './learnt.ts';
import { BY_WORDS, createMeaning } from './meaning.ts';

const meaning = createMeaning();
await meaning.learn(KNOWN);
const vectors = meaning.vectorsOf(KNOWN);
writeLearnt({
  examples: examplesKey(EXAMPLES),
  vectors: new Map([...vectors].map(([text, vector]) => [text, pack(vector)])),
  weights: {
    meaning: await learnWeights(EXAMPLES, meaning),
    words: await learnWeights(EXAMPLES, BY_WORDS),
  },
});
