// Answers what is asked of one product by quoting the sentences of its page that speak of it. Where safety is asked for, only people
// who know more can promise anything.

import { contentStems, type Passage, stem } from '../../gateway/agent.ts';
import { isAlike, type Product } from './catalogue.ts';
import { asksYesOrNo } from './clauses.ts';
import { ASPECTS, WORDS } from './data.ts';
import { cite, pageOf, reviewsOf, sentencesAbout } from './facts.ts';
import { clean } from './phrases.ts';
import type { Outcome, World } from './world.ts';

const SAFETY = new RegExp(WORDS.safety, 'i');
const OPINION = new RegExp(WORDS.opinion, 'i');
const ASKING = new Set(WORDS.asking.split(' ').map(stem));

export function answerDetail({ passages, shop }: World, product: Product, text: string): Outcome {
  const page = pageOf(product, passages);
  const reviews = reviewsOf(product, passages);
  const about = ASPECTS.filter(({ ask }) => ask?.test(text));
  const say = (words: string): Outcome => ({ say: words, citations: page ? [cite(page)] : [] });
  if (OPINION.test(text))
    return say(
      reviews.length > 0
        ? `A customer writes: “${reviews.join(' ')}”`
        : `I don't know: no customer has written about ${product.name} yet.`,
    );
  if (SAFETY.test(text)) {
    const told =
      quoteOf(product, passages, text) || quoteOf(product, passages, 'what is it made of');
    return say(
      `I don't know, and I can't promise it. ${told ? `What the page of ${product.name} says: ${told} ` : ''}Please ask our people before you buy: ${shop.people}.`,
    );
  }
  const told = quoteOf(product, passages, text, asksYesOrNo(text) || about.length > 1 ? 2 : 1);
  const review = reviews.find((one) =>
    about.some(({ isSeen, about: words }) => isSeen && words?.test(one)),
  );
  const opinion = review ? `A customer writes: “${review}”` : '';
  return say(
    told === '' && opinion === ''
      ? `I don't know: the page of ${product.name} doesn't say. Our people can tell you: ${shop.people}.`
      : `${about.length === 0 ? "I can't promise that. What its page says: " : `${product.name}: `}${told} ${opinion}`.trim(),
  );
}

/** The sentences of a product's page that share most with a question; empty where none does. */
export function quoteOf(
  product: Product,
  passages: readonly Passage[],
  text: string,
  most = 1,
): string {
  const own = contentStems(product.name);
  const words = contentStems(text).filter((word) => !own.includes(word) && !ASKING.has(word));
  const asked = ASPECTS.filter(({ ask }) => ask?.test(text));
  const scored = sentencesAbout(product, passages).map((one) => {
    const said = contentStems(one);
    const hits = words.filter((word) => said.some((other) => isAlike(word, other))).length;
    // What settles the first thing that was asked counts most.
    const fits = asked.map(({ about, settles }) =>
      settles?.test(one) ? 3 : about?.test(one) ? 2 : 0,
    );
    return { one, score: hits + Math.max(0, ...fits) };
  });
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return [...new Set(best.slice(0, most).map(({ one }) => clean(one, 300)))].join(' ');
}

/** Whether a product's page, or who bought it, says anything of what is asked. */
export function speaksOf(product: Product, passages: readonly Passage[], text: string): boolean {
  const lines = [...sentencesAbout(product, passages), ...reviewsOf(product, passages)];
  return ASPECTS.some(({ ask, about }) => ask?.test(text) && lines.some((one) => about?.test(one)));
}
