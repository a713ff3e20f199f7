// Most text that arrives is plain words after plain words: this appends them to the text node that is there, without
// the parser. If a character could mean markdown, it does nothing and leaves the text to the parser.

import { setText } from './patch.ts';

/**
 * Characters that mean no markdown after a plain word in the middle of a line. Not among them: brackets that end a
 * link, "/" and "@" of addresses, "|" of tables, "#" that ends a heading, and the marks of markdown.
 */
const PLAIN = /^[\p{L}\p{M}\p{N} ,;.:?!'"(%–—’“”-]*$/u;
/** A plain word: it begins with a letter, so it can't be the marker of a list. */
const PLAIN_WORD = /^[\p{L}\p{M}][\p{L}\p{M}\p{N},;.:?!'"%–—’“”-]*$/u;
/** Words that a following dot or slash could turn into an address. */
const ADDRESS = /(?:^|[^\p{L}\p{N}])(?:www|https?|ftp)/iu;
/** In the last four a word stands at the end only while the mark that ends them hasn't come. */
const HOLDERS = new Set(['p', 'li', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code']);

export interface QuickText {
  /** The place in the whole text where `added` begins. */
  readonly from: number;
  /** Shows `added`, all text since `from`. False: it isn't plain, and nothing was done. */
  extend(added: string): boolean;
}

/** Null unless the open block ends with a plain word. @param end the place in the text where the block ends. */
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
      setText(leaf, (base + added).trimEnd());
      return true;
    },
  };
}
