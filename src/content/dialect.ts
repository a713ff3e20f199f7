// Where this chat reads Markdown otherwise than CommonMark and GFM do to the letter, because people and models write it
// so. Each rule is narrow, and says why. A text of words with blanks between them is read as CommonMark says.

import { type Token, Tokenizer, type Tokens } from 'marked';
import { type Formula, isHalfFormula, readFormula } from './formulas.ts';
import { beginsWithTag, readDetails } from './tags.ts';

/** Letters of scripts that put no blank between words, or hang endings onto them, and full-width marks. */
const DENSE =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}' +
  '\\u3001-\\u303f\\u30a0-\\u30ff\\u3200-\\u33ff\\ufe10-\\ufe1f\\ufe30-\\ufe4f\\uff01-\\uffef';
const IS_DENSE = new RegExp(`[${DENSE}]`, 'u');
const RUN = /\*+|~{2,}/g;
const LEFT = /(.?)(.)$/su;
const RIGHT = /^(.)(.?)/su;
/** Marks before a run that may end an emphasis: all but opening brackets and quotes. */
const MAY_END = /(?![\p{Ps}\p{Pi}*~])[\p{P}\p{S}]/u;
/** Marks behind a run that may begin one: all but closing ones and those of a sentence. */
const MAY_BEGIN = /(?![\p{Pe}\p{Pf}*~,.;:!?…、。，．：；！？])[\p{P}\p{S}]/u;
const TIMES = /(?<=\d)\*{1,2}(?=\d)/g;

/**
 * Emphasis begins and ends at a word, and CommonMark finds a word's end by blanks and marks. Chinese, Japanese and Thai
 * have no blanks there, and Korean hangs endings onto words, so `**提示：**商店` would keep its stars. Beside such letters
 * and full-width marks a mark counts as a letter here, so that a run may begin and end between them.
 * And a star between two digits is a multiplication: `2*3*4`.
 * @param masked a paragraph as marked searches it for runs: code, links and tags are replaced by `[aaa]`.
 * @returns the same, as long.
 */
export function maskRuns(masked: string): string {
  const text = masked.replace(TIMES, (run) => '+'.repeat(run.length));
  if (!IS_DENSE.test(text)) return text;
  const units = text.split('');
  const hide = (at: number, char: string) => units.fill('a', at, at + char.length);
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const end = index + run.length;
    const [, beforeLeft = '', left = ''] =
      LEFT.exec(text.slice(Math.max(0, index - 4), index)) ?? [];
    const [, right = '', afterRight = ''] = RIGHT.exec(text.slice(end, end + 4)) ?? [];
    if (MAY_END.test(left) && IS_DENSE.test(beforeLeft + left + right)) {
      hide(index - left.length, left);
    }
    if (MAY_BEGIN.test(right) && IS_DENSE.test(left + right + afterRight)) hide(end, right);
  }
  return units.join('');
}

/**
 * What ends an address that stands in a text without a blank behind it. GFM ends it at a blank alone, which Chinese,
 * Japanese and Thai don't write; and quotes, full-width marks and those of other scripts are in no address as a browser shows it.
 */
const ADDRESS_END = new RegExp(`[${DENSE}“”„‘’‚«»‹›…،؛؟۔।]`, 'u');
/** A host with labels of such letters; one that ends in them must end in a domain that there is. */
const DENSE_HOST = new RegExp(
  `^\\w+:\\/\\/(?:(?:[\\w-]+|[${DENSE}][\\w${DENSE}-]*)\\.)+(?:[a-z][\\w-]*|中[国國]|香港|台[湾灣]|한국|公司|网络|コム|みんな|닷컴)(?=[/:?#]|$)`,
  'iu',
);

/** `<details>` with its summary; what stands in it is read as Markdown. */
export interface DetailsToken {
  type: 'details';
  raw: string;
  /** The summary's source. */
  text: string;
  summary: Token[];
  tokens: Token[];
}

const EMPTY: Omit<Tokens.HTML, 'raw'> = { type: 'html', block: true, pre: false, text: '' };
/** A footnote at its place (`[^1]: words`), and what refers to one (`[^1]`). */
export interface FootnoteToken {
  type: 'footnote' | 'reference';
  raw: string;
  label: string;
  text: string;
  tokens: Token[];
}

/** No range of letters or digits: `[^a-z]` is a pattern. */
const REFERENCE = /^\[\^(?!\w-\w)([\w-]{1,30})\](?!\()/;
const FOOTNOTE =
  /^ {0,3}\[\^([\w-]{1,30})\]:[ \t]*([^\n]*(?:\n(?![ \t]*(?:\n|\[\^|[-+*>#|`~]|\d+[.)]))[^\n]+)*)(?:\n+|$)/;
const MAX_DETAILS_DEPTH = 4;
const COMMENT_LINES = /^ {0,3}<!--[\s\S]*?-->[ \t]*(?:\n+|$)/;

export class ChatTokenizer extends Tokenizer {
  readonly #openSource: string | null;
  #depth = 0;

  /** @param openSource the whole source, if more text may follow; else null. */
  constructor(openSource: string | null) {
    super();
    this.#openSource = openSource;
  }

  /** Reads the blocks that marked doesn't know, too: at this place no block before it has ended at them. */
  override html(src: string): Tokens.HTML | undefined {
    if (beginsWithTag(src)) return undefined;
    const [comment] = COMMENT_LINES.exec(src) ?? [];
    if (comment) return { ...EMPTY, raw: comment };
    const own: Tokens.Generic | undefined =
      this.#details(src) ?? this.#footnote(src) ?? this.#formula(src);
    return own ? (own as Tokens.HTML) : super.html(src);
  }

  /** A formula on lines of its own, which may look like items or headings. One without an end may still get it. */
  #formula(src: string): Tokens.Paragraph | undefined {
    const size = this.#formulaSize(src);
    if (size === 0) return undefined;
    const raw = src.slice(0, size);
    return this.#paragraph(raw, raw.trim());
  }

  #formulaSize(src: string): number {
    const [margin = ''] = /^ {0,3}(?=\\\[|\$\$)/.exec(src) ?? [];
    const source = src.slice(margin.length);
    const { raw } = readFormula(source) ?? {};
    if (raw === undefined) return isHalfFormula(source) && this.#isAtEnd(src) ? src.length : 0;
    const [end] = /^[ \t]*(?:\n+|$)/.exec(source.slice(raw.length)) ?? [];
    return end === undefined ? 0 : margin.length + raw.length + end.length;
  }

  /** A paragraph ends before such a formula. */
  override paragraph(src: string): Tokens.Paragraph | undefined {
    const token = super.paragraph(src);
    for (const { index } of token?.raw.matchAll(/\n(?= {0,3}(?:\\\[|\$\$))/g) ?? []) {
      if (this.#formulaSize(src.slice(index + 1)) > 0) {
        return super.paragraph(src.slice(0, index + 1));
      }
    }
    return token;
  }

  #paragraph(raw: string, text: string): Tokens.Paragraph {
    return { type: 'paragraph', raw, text, tokens: this.lexer.inline(text) };
  }

  override escape(src: string): Tokens.Escape | undefined {
    const formula = /^\\[([]/.test(src) && readFormula(src);
    return formula ? formulaToken(formula) : super.escape(src);
  }

  /** The lexer asks for code at each place where no other mark was found, so at dollars too. */
  override codespan(src: string): Tokens.Codespan | undefined {
    const formula = src.startsWith('$$') && readFormula(src);
    return formula ? formulaToken(formula) : super.codespan(src);
  }

  /** Dollars end no text for marked. */
  override inlineText(src: string): Tokens.Text | undefined {
    const token = super.inlineText(src);
    for (
      let at = token?.raw.indexOf('$$', 1) ?? -1;
      at > 0;
      at = token?.raw.indexOf('$$', at + 1) ?? -1
    ) {
      if (readFormula(src.slice(at))) return super.inlineText(src.slice(0, at));
    }
    return token;
  }

  #footnote(src: string): FootnoteToken | undefined {
    const [raw, label = '', text = ''] = FOOTNOTE.exec(src) ?? [];
    if (raw === undefined) return undefined;
    return { type: 'footnote', raw, label, text, tokens: this.lexer.inline(text) };
  }

  override reflink(
    src: string,
    links: Tokens.Link[] | Record<string, unknown>,
  ): ReturnType<Tokenizer['reflink']> {
    const [raw, label = ''] = REFERENCE.exec(src) ?? [];
    if (raw === undefined) return super.reflink(src, links as never);
    const token: FootnoteToken = { type: 'reference', raw, label, text: '', tokens: [] };
    return token as Tokens.Generic as Tokens.Text;
  }

  #details(src: string): DetailsToken | undefined {
    const { lexer } = this;
    const found = this.#depth < MAX_DETAILS_DEPTH && readDetails(src, () => this.#isAtEnd(src));
    if (!found) return undefined;
    const { top } = lexer.state;
    this.#depth += 1;
    lexer.state.top = true;
    const tokens = lexer.blockTokens(found.body, []);
    lexer.state.top = top;
    this.#depth -= 1;
    const { raw, summary: text } = found;
    return { type: 'details', raw, text, summary: lexer.inline(text), tokens };
  }

  /** Whether a text is the rest of the whole source, be it in an item or a quote, whose markers it has lost. */
  #isAtEnd(src: string): boolean {
    return this.#openSource !== null && squeeze(this.#openSource).endsWith(squeeze(src));
  }

  override emStrong(
    src: string,
    masked: string,
    previous = '',
  ): Tokens.Em | Tokens.Strong | undefined {
    if (masked[masked.length - src.length] === '+') return undefined;
    // `3*x and 4*y`: a star inside a word and beside a digit is a multiplication too.
    if (/^(?:\d\*[a-z]|[a-z]\*\d)/i.test(previous + src)) return undefined;
    return super.emStrong(src, masked, beginsWord(src, masked) ? ' ' : previous);
  }

  /** One tilde means "about" or "to" in prices and times, so only two strike out: `3~5天，价格100~200元`. */
  override del(src: string, masked: string, previous = ''): Tokens.Del | undefined {
    if (!src.startsWith('~~')) return undefined;
    return super.del(src, masked, beginsWord(src, masked) ? ' ' : previous);
  }

  override url(src: string): Tokens.Link | undefined {
    const link = super.url(src);
    if (!link || !ADDRESS_END.test(link.raw)) return link;
    const [host = ''] = DENSE_HOST.exec(/^[^\s/?#]*:\/\/[^/?#]*/.exec(link.raw)?.[0] ?? '') ?? [];
    const end = link.raw.slice(host.length).search(ADDRESS_END);
    return end === -1 ? link : super.url(src.slice(0, host.length + end));
  }
}

const squeeze = (source: string): string => source.replace(/[\s>]/g, '');

export interface FormulaToken extends Formula {
  type: 'formula';
}

/** Stands where the lexer expects a token of its own, and reads only the type and the source of it. */
function formulaToken<T>(formula: Formula): T {
  const token: FormulaToken = { type: 'formula', ...formula };
  return token as T;
}

/** Whether `maskRuns` has made a letter of the mark behind the run with which `src` begins. */
function beginsWord(src: string, masked: string): boolean {
  const [run = '', mark = ''] = /^[*~_]+(.?)/su.exec(src) ?? [];
  const behind = masked.length - src.length + run.length - mark.length;
  return masked[behind] === 'a' && MAY_BEGIN.test(mark);
}
