// What the visitor wants nothing of: read from a message, and held against a product. What was excluded once is never proposed.

import { tokens as wordsOf } from '../../gateway/agent.ts';
import { isAlike, type Product } from './catalogue.ts';
import { WORDS } from './data.ts';

export interface Avoid {
  words: string[];
  /** What a thing may cost at most. */
  most?: number;
  /** It would make them ill. */
  isHealth?: true;
}

const { before, between, sections, never, health, vegan, animal, most: limit } = WORDS.avoid;
const AVOIDING = new RegExp(
  String.raw`\b(?:${before})\s+(?:${between} )*([\p{L}-]+)(?:(?: or | and |, (?:no )?)(?:the |an? )?([\p{L}-]+))?`,
  'gu',
);
const MAKING_ILL =
  /\b(\p{L}+)(?:[ -](?:allergy|intolerance)| makes me (?:itch|sneeze|ill|sick))\b/gu;
const [HEALTH, VEGAN, LIMIT] = [health, vegan, limit].map((words) => new RegExp(words));

/**
 * "Allergic to wool", "no candles", "vegan", "not over 30", as far as the shop's things have it.
 * @param isAvoiding false where "without" excludes nothing: "does it come without a strainer?"
 */
export function readAvoid(raw: string, products: readonly Product[], isAvoiding: boolean): Avoid {
  const text = raw.toLowerCase().replaceAll('’', "'");
  const own = products.flatMap((one) =>
    wordsOf(`${one.name} ${one.summary} ${one.variants.join(' ')}`),
  );
  const isSure = isAvoiding || /allerg|vegan|hate|already/.test(text);
  const said = [...(isSure ? text.matchAll(AVOIDING) : []), ...text.matchAll(MAKING_ILL)]
    .flatMap(([, ...things]) => things)
    .flatMap((thing) => (thing === undefined ? [] : (WORDS.same[thing] ?? thing)))
    .filter((word) => word.length > 2 && !never.split(' ').includes(word));
  // "Skip the kitchen stuff": all that is of its kind.
  const kinds = WORDS.kinds.map((line) => line.split(' | ').map((cell) => cell.split(' ')));
  const ofSections = said
    .filter((word) => sections.split(' ').includes(word))
    .flatMap((word) => [
      word,
      ...kinds.flatMap(([names = [], heads = []]) => (names.includes(word) ? heads : [])),
    ]);
  const known = said.filter((word) => own.some((one) => isAlike(word, one) || one.endsWith(word)));
  const [, a, b] = LIMIT?.exec(text) ?? [];
  return {
    words: [...new Set([...known, ...ofSections, ...(VEGAN?.test(text) ? animal.split(' ') : [])])],
    ...((a ?? b) && { most: Number(a ?? b) }),
    ...(HEALTH?.test(text) && { isHealth: true as const }),
  };
}

/** Whether a product may be proposed: nothing that was excluded is in its name or on its page. */
export function isWelcome(product: Product, words: readonly string[], page: string): boolean {
  const own = wordsOf(`${product.name} ${product.summary} ${page}`);
  return !words.some((word) => own.some((one) => isAlike(word, one) || one.endsWith(word)));
}
