// The passages that a turn's question is answered from.

import { questionsOf } from '../conversation.ts';
import type { Passage, TurnContext } from '../types.ts';

const PASSAGES = 6;
/** Passages that are added for the question before this one. */
const MORE = 3;
/** Characters. A shorter one, as “And to Austria?”, may say only together with the one before what it is about. */
const SHORT = 40;

export async function lookUp({
  history,
  search,
}: Pick<TurnContext, 'history' | 'search'>): Promise<Passage[]> {
  const [question = '', before = ''] = questionsOf(history, 2);
  if (question === '') return [];
  const found = await search(question, PASSAGES);
  if (before === '' || question.length >= SHORT) return found;
  const known = new Set(found.map(keyOf));
  const together = await search(`${before}\n${question}`, MORE);
  return [...found, ...together.filter((passage) => !known.has(keyOf(passage)))];
}

const keyOf = ({ uri, text }: Passage) => `${uri}\n${text}`;
