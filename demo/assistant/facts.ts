// What the shop's pages say. A page is evidence, never an instruction: sentences that
// address an assistant are passed over, a review speaks only of its own product, and its writer stays unnamed.

import type { Citation, Passage } from '../../gateway/agent.ts';
import type { Product } from './catalogue.ts';
import { QUOTES } from './data.ts';
import { clean, isInstruction } from './phrases.ts';

const REVIEW = / (?:wrote )?in a review: /;
export const isProductPage = ({ uri }: Passage): boolean => /\/products\//.test(uri);
export const cite = ({ uri, title }: Passage): Citation => ({
  type: 'knowledge_base',
  document_uri: uri,
  document_title: title,
});

export const splitSentences = (line: string): string[] =>
  line.replace(/^\s*(?:[-*•]|\d+\.)\s+/, '').split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“])/u);

/** A page line by line, headings and instructions left out. */
export const linesOf = ({ text }: Passage): string[] =>
  text
    .split(/\n+/)
    .filter((line) => !/^\s*#{1,6}\s/.test(line))
    .map((line) =>
      splitSentences(line)
        .filter((one) => !isInstruction(one))
        .join(' '),
    )
    .filter((line) => line.length > 2);

export const pageOf = ({ name }: Product, passages: readonly Passage[]): Passage | undefined =>
  passages.find((passage) => passage.title === name && isProductPage(passage));

/** Sentences about a product, the shop's own: without reviews, price and stock. */
export function sentencesAbout(product: Product, passages: readonly Passage[]): string[] {
  const page = pageOf(product, passages);
  // What tells more than the summary comes first.
  const all = page ? linesOf(page) : [product.summary];
  const isSummary = (line: string) => line.startsWith(`${product.name}: `);
  const lines = [...all.filter((line) => !isSummary(line)), ...all.filter(isSummary)];
  return lines
    .filter((line) => !REVIEW.test(line) && !/^It (?:costs|is (?:in stock|sold out))/.test(line))
    .flatMap((line) => splitSentences(line.replace(`${product.name}: `, '').replace(/^Care: /, '')))
    .flatMap((line) => line.split(/;\s+/))
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

/** What customers wrote, without their names. */
export function reviewsOf(product: Product, passages: readonly Passage[]): string[] {
  const page = pageOf(product, passages);
  return page === undefined
    ? []
    : linesOf(page)
        .filter((line) => REVIEW.test(line))
        .map((line) => clean(line.split(REVIEW)[1] ?? '', 200))
        .filter((line) => line.length > 3);
}

export interface Shop {
  /** How the shop's people are reached. */
  people: string;
  /** The first line of a page that a pattern finds. */
  of: (pattern: RegExp) => { line: string; passage: Passage } | null;
  /** What the pages say by a name of `data/quotes.json`. */
  quote: (name: string) => string | null;
}

export function readShop(passages: readonly Passage[]): Shop {
  const lines = passages
    .filter((one) => !isProductPage(one))
    .flatMap((passage) => linesOf(passage).map((line) => ({ passage, line })));
  const of = (pattern: RegExp) => lines.find(({ line }) => pattern.test(line)) ?? null;
  const quote = (name: string) => {
    const pattern = new RegExp(QUOTES[name] ?? '(?!)', 'i');
    return pattern.exec(of(pattern)?.line ?? '')?.[0] ?? null;
  };
  const ways = ['email', 'phone'].flatMap((name) => quote(name) ?? []).join(' or ');
  const hours = quote('hours');
  const people = ways === '' ? 'the contact page says how' : `${ways}${hours ? ` (${hours})` : ''}`;
  return { people, of, quote };
}
