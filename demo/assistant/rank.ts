// How well each product fits what is looked for: by the words of its name and its page, by other words for them, and by meaning.

import type { Passage } from '../../gateway/agent.ts';
import { contentStems, stem, tokens } from '../../gateway/agent.ts';
import { isAlike, type Product } from './catalogue.ts';
import { ALIKE } from './examples.ts';
import type { Meaning } from './meaning.ts';
import { isWelcome, type Memory } from './memory.ts';
import { linesOf, pageOf, splitSentences } from './pages.ts';
import { contentOf } from './read.ts';
import type { Slots } from './slots.ts';

export interface Ranked {
  product: Product;
  score: number;
}

interface Shelf {
  memory: Memory;
  passages: readonly Passage[];
  meaning: Meaning;
}

/** Meaning alone tells this much: below it is chance. */
const LEAST_MEANING = 0.36;

/** What a product's own page says beside reviews, where it was read. */
export function detailsOf(product: Product, passages: readonly Passage[]): string {
  const page = pageOf(product, passages);
  return page === undefined
    ? ''
    : linesOf(page)
        .filter((line) => !/ in a review: |^It (?:costs|is )/.test(line))
        .flatMap(splitSentences)
        // "Not for the dishwasher" speaks against it.
        .filter((one) => !/\bnot for\b|\bby hand\b/i.test(one))
        .join(' ');
}

/** All that may be proposed, the best first. A score of 1 and more: its words say so. */
export function rankProducts(
  text: string,
  slots: Slots,
  { memory, passages, meaning }: Shelf,
): Ranked[] {
  const words = contentOf(text, slots).filter(
    (word) => !memory.avoid.words.some((one) => isAlike(word, one)),
  );
  const query = words.join(' ');
  return [...memory.products.values()]
    .map((product) => {
      const details = detailsOf(product, passages);
      const name = contentStems(product.name);
      const page = contentStems(`${product.summary} ${details}`);
      let score = 0;
      for (const word of words) {
        const others = ALIKE.filter((group) => group.includes(word))
          .flat()
          .filter((one) => one !== word);
        if (name.some((one) => isAlike(word, one))) score += 2;
        else if (
          others.some(
            (other) => name.includes(stem(other)) && tokens(product.name).at(-1) === other,
          )
        )
          score += 1.5;
        else if (others.some((other) => name.includes(stem(other)))) score += 1.2;
        else if (page.some((one) => isAlike(word, one))) score += 1;
      }
      const near =
        query === ''
          ? 0
          : Math.max(meaning.alike(query, product.name), meaning.alike(query, product.summary));
      return { product, score: score + (near >= LEAST_MEANING ? near : 0) };
    })
    .filter(({ product }) => isWelcome(product, memory.avoid, detailsOf(product, passages)))
    .sort((a, b) => b.score - a.score);
}
