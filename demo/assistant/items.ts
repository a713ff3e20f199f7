// The grammar of things: a clause names items, each "[number] [colour] [product | one | it | the second | the cheapest]", joined by
// "and", commas, "plus". One reading serves orders, changes, sums and comparisons. What an item leaves out comes from the item before
// it, or from the conversation.

import { byPrice, comesIn, type Product } from './catalogue.ts';
import type { Token } from './lexer.ts';
import { productsOf, type State } from './state.ts';

export interface Item {
  quantity?: number;
  colours: string[];
  products?: readonly Product[];
  ordinal?: number;
  rank?: string;
  isPointer?: true;
  /** "Them", "both", "these". */
  isPlural?: true;
  isMore?: true;
  isLess?: true;
  isNot?: true;
  /** "Two of them". */
  isPart?: true;
  /** The word before it: "for the sand one", "instead of the mug". */
  after?: string;
}

const isArticleBefore = (word: string): boolean => /^(?:an?|couple|pair|dozen|few)$/.test(word);
const isEmpty = (item: Item): boolean =>
  item.quantity === undefined &&
  item.colours.length === 0 &&
  !item.products &&
  item.ordinal === undefined &&
  !item.rank &&
  !item.isPointer &&
  !item.isPlural &&
  !item.isMore &&
  !item.isLess;
const hasHead = (item: Item): boolean =>
  item.products !== undefined ||
  item.ordinal !== undefined ||
  item.isPointer === true ||
  item.isPlural === true ||
  (item.rank !== undefined && !/er$/.test(item.rank));

export function readItems(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  let item: Item = { colours: [] };
  let joint = '';
  const close = (next: Partial<Item> = {}) => {
    if (!isEmpty(item)) items.push(item);
    item = { colours: [], ...(isEmpty(item) && item.isNot && { isNot: true }), ...next };
  };
  for (const [at, { is, word, n, products }] of tokens.entries()) {
    const before = tokens[at - 1];
    const next = tokens[at + 1];
    if (is === 'joint') {
      joint = word;
      // "Don't add anything yet, just show me the teapot" denies no teapot.
      if (word === 'comma' && isEmpty(item)) item = { colours: [] };
      continue;
    }
    if (is === 'not') {
      const isKept = item.isNot && isEmpty(item);
      if (!isKept) close({ isNot: true });
    } else if (is === 'number') {
      const isOne =
        word === 'one' &&
        next?.is !== 'colour' &&
        /^(?:colour|ordinal|rank|pointer)$/.test(before?.is ?? '');
      const isArticle = /^an?$/.test(word);
      if (word === 'twice' && hasHead(item) && n !== undefined) item.quantity = n;
      else if (isOne) item.isPointer = true;
      else if (!isArticle || /^(?:thing|colour|number)$/.test(next?.is ?? '')) {
        const isJoined = joint !== '' && isArticle && next?.is === 'thing';
        if (!(isArticle && item.quantity !== undefined && !hasHead(item)) || isJoined) {
          if (hasHead(item) || item.quantity !== undefined || item.colours.length > 0) close();
          if (n !== undefined)
            item.quantity = isArticle && next?.is === 'number' ? (next.n ?? 1) : n;
        }
      }
    } else if (is === 'more') {
      if (hasHead(item)) close();
      item.isMore = true;
    } else if (is === 'less') item.isLess = true;
    else if (is === 'colour') {
      if (joint !== '' && hasHead(item) && !(item.colours.length === 0 && joint === 'comma'))
        close();
      else if (joint !== '' && item.quantity !== undefined && item.colours.length > 0) close();
      item.colours.push(word);
    } else if (is === 'thing') {
      if (item.products !== undefined || (hasHead(item) && !item.isPlural)) close();
      else if (item.isPlural && joint !== '') close();
      item.products = products ?? [];
    } else if (is === 'ordinal') {
      if (hasHead(item)) close();
      // "A second planter" is one more of it, "the second planter" is of a list.
      if (/^an?$/.test(before?.word ?? '') && next?.is === 'thing') item.isMore = true;
      else if (n !== undefined) item.ordinal = n;
    } else if (is === 'rank') {
      if (hasHead(item)) close();
      item.rank = word;
    } else if (is === 'pointer' || is === 'plural') {
      const isThat = next?.is === 'thing' || next?.is === 'number';
      if (!isThat && !(item.products && is === 'plural' && word === 'ones')) {
        if (item.products !== undefined || (hasHead(item) && joint !== '')) close();
        if (is === 'pointer') item.isPointer = true;
        else item.isPlural = true;
      }
    } else if (/^(?:for|to|into|with|of)$/.test(word)) {
      const isOf = word === 'of' && before?.is !== 'instead';
      if (word === 'of' && before?.is === 'number' && !isArticleBefore(before.word))
        item.isPart = true;
      if (!isOf) close({ after: before?.is === 'instead' ? 'instead of' : word });
    } else if (is === 'word' && hasHead(item) && item.products) close();
    if (is !== 'light') joint = '';
  }
  close();
  return items;
}

/** Whether an item alone says which product is meant. */
export const isNamed = ({ products, ordinal }: Item): boolean =>
  products !== undefined || ordinal !== undefined;

/** The products that an item may mean; several where it doesn't say which. */
export function resolve(item: Item, state: State, before: readonly Product[] = []): Product[] {
  const of = (ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => state.products.get(id ?? '') ?? []);
  const listed = of(state.listed);
  const [colour] = item.colours;
  const fits = (one: Product) => comesIn(one, colour);
  const coloured = (some: readonly Product[]) => {
    const fitting = some.filter(fits);
    return fitting.length > 0 ? fitting : [...some];
  };
  if (item.products) return coloured(item.products);
  if (item.ordinal !== undefined)
    return listed.slice(item.ordinal < 0 ? -1 : item.ordinal - 1).slice(0, 1);
  if (item.rank === 'low' || item.rank === 'high') {
    const some = byPrice(
      (listed.length > 1 ? listed : productsOf(state)).filter(
        (one) => fits(one) && one.inStock !== false,
      ),
    );
    return item.rank === 'low' ? some.slice(0, 1) : some.slice(-1);
  }
  if (item.isPlural && listed.length > 1 && (state.focus === null || item.quantity === undefined))
    return listed;
  if (before.length > 0) return [...before];
  const focus = of([state.focus?.id]);
  if (focus.length > 0) return focus;
  return coloured(listed);
}
