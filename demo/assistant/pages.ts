// Which page of the shop a visitor's words name.

import { tokens } from '../../gateway/agent.ts';
import { isAlike } from './words.ts';

/** What visitors call the pages, beside their names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cart: 'basket bag trolley',
  home: 'homepage start beginning front main',
  products: 'shop store catalogue catalog product',
  shipping: 'delivery returns',
  checkout: 'payment pay till',
  contact: 'support help form',
};

export function findPage(words: string, pages: readonly string[]): string | null {
  const said = tokens(words);
  const names = (page: string): string[] => [page, ...(OTHER_NAMES[page] ?? '').split(' ')];
  return (
    pages.find((page) => said.includes(page)) ??
    pages.find((page) => names(page).some((name) => said.some((word) => isAlike(word, name)))) ??
    null
  );
}
