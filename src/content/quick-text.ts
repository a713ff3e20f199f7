// The cheap way to show most of what arrives: plain words behind plain words go into the text node that is
// there. It must know when a word could be more than a word, and then leaves it to the parser.

/**
 * What opens, closes or is no markdown in the middle of a line. Left out: brackets that end a link, "/" and
 * "@" that make an address, "|" of tables, "#" that ends a heading, and every mark of its own.
 */
const PLAIN = /^[\p{L}\p{M}\p{N} ,;.:?!'"(%–—’“”-]*$/u;
/** A word after which such signs mean nothing: it begins with a letter, so it is no marker of a list. */
const PLAIN_WORD = /^[\p{L}\p{M}][\p{L}\p{M}\p{N},;.:?!'"%–—’“”-]*$/u;
/** Words that a dot or a slash turns into an address. */
const ADDRESS = /(?:^|[^\p{L}\p{N}])(?:www|https?|ftp)/iu;
const HOLDERS = new Set(['p', 'li', 'h4', 'h5', 'h6']);

export interface QuickText {
  /** Place in the whole text from which on everything is to be given. */
  readonly from: number;
  /** Shows all text since `from`. False: it is not plain, and nothing was done. */
  extend(added: string): boolean;
}

/** Where the open block ends in plain words: the way to go on with them. `end`: the place of its end in the text. */
export function findQuickText(
  last: ChildNode | undefined,
  source: string,
  end: number,
): QuickText | null {
  const word = /[^\s]*$/.exec(source.slice(-80))?.[0] ?? '';
  if (word.length >= 80 || !PLAIN_WORD.test(word)) return null;
  let node: Node | null | undefined = last;
  while (node?.lastChild) node = node.lastChild;
  if (node?.nodeType !== 3 || !HOLDERS.has(node.parentElement?.localName ?? '')) return null;
  const leaf = node as Text;
  const base = leaf.data;
  if (!base.endsWith(word)) return null;
  return {
    from: end,
    extend(added) {
      if (!PLAIN.test(added) || ADDRESS.test(word + added)) return false;
      leaf.data = (base + added).trimEnd();
      return true;
    },
  };
}
