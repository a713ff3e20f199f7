// Which page of a site a visitor's words name.

import { stem, tokens } from '../../gateway/agent.ts';
import { isAlike } from './words.ts';

const PAGE_WORDS: Record<string, string> = {
  basket: 'cart',
  bag: 'cart',
  trolley: 'cart',
  'shopping cart': 'cart',
  homepage: 'home',
  start: 'home',
  beginning: 'home',
  'front page': 'home',
  main: 'home',
  shop: 'products',
  store: 'products',
  catalogue: 'products',
  catalog: 'products',
  product: 'products',
  'all products': 'products',
  delivery: 'shipping',
  returns: 'shipping',
  'shipping information': 'shipping',
  'shipping info': 'shipping',
  payment: 'checkout',
  pay: 'checkout',
  till: 'checkout',
  'check out': 'checkout',
  support: 'contact',
  'contact form': 'contact',
  'contact us': 'contact',
  help: 'contact',
};

export function findPage(words: string, pages: readonly string[]): string | null {
  const said = tokens(words).join(' ');
  const known = PAGE_WORDS[said] ?? said;
  const exact = pages.find((page) => page.toLowerCase() === known);
  if (exact !== undefined) return exact;
  return (
    pages.find((page) =>
      tokens(known).some((word) => isAlike(word, stem(page.toLowerCase())) || isAlike(word, page)),
    ) ?? null
  );
}
