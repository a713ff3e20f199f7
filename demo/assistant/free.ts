// What no skill answers: the line of a page that surely speaks of it, or nothing.

import { contentStems } from '../../gateway/agent.ts';
import { isAlike } from './catalogue.ts';
import { cite, isProductPage, linesOf } from './facts.ts';
import { clean } from './phrases.ts';
import type { Outcome, World } from './world.ts';

export function answerFreely(question: string, { passages }: World): Outcome | null {
  const asked = contentStems(question);
  if (asked.length === 0) return null;
  const [best] = passages
    .filter((one) => !isProductPage(one))
    .flatMap((passage) => linesOf(passage).map((line) => ({ passage, line })))
    .map(({ passage, line }) => {
      const said = contentStems(`${passage.title} ${line}`);
      return {
        passage,
        line,
        share: asked.filter((word) => said.some((one) => isAlike(word, one))).length / asked.length,
      };
    })
    .filter(({ share }) => share >= 0.6)
    .sort((a, b) => b.share - a.share);
  return best === undefined
    ? null
    : { say: clean(best.line, 420), citations: [cite(best.passage)] };
}
