// Finds the parts of a code that are worth a colour. Each language is one expression that never looks back, so a text of
// any kind takes time linear in its length; what it doesn't know stays as it is. Knows nothing of elements.

export const KINDS = ['comment', 'string', 'keyword', 'number', 'name'] as const;
export type Kind = (typeof KINDS)[number];

export interface CodeToken {
  kind: Kind;
  start: number;
  end: number;
}

// A quote that isn't closed ends with its line, a comment with the text: code is coloured while it is being written.
const DOUBLE = String.raw`"(?:\\.|[^"\\\n])*"?`;
const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'?`;
const BACKTICK = '`(?:\\\\[\\s\\S]|[^`\\\\])*`?';
const BLOCK = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
const LINE = String.raw`\/\/.*`;
const HASH = '#.*';
const NUMBER = String.raw`\b\d[\w.]*`;
const CALLED = String.raw`[A-Za-z_$][\w$]*(?=\()`;
const words = (list: string): string => String.raw`\b(?:${list.trim().replace(/\s+/g, '|')})\b`;

type Grammar = Partial<Record<Kind, string>> & { flags?: string };

const JS: Grammar = {
  comment: `${LINE}|${BLOCK}`,
  string: `${DOUBLE}|${SINGLE}|${BACKTICK}`,
  keyword: words(
    `abstract as async await break case catch class const continue debugger declare default delete do else enum export
    extends false finally for from function get if implements import in instanceof interface keyof let namespace new
    null of private protected public readonly return satisfies set static super switch this throw true try type typeof
    undefined var void while with yield`,
  ),
  number: NUMBER,
  name: CALLED,
};

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  js: JS,
  json: {
    comment: `${LINE}|${BLOCK}`,
    name: String.raw`"(?:\\.|[^"\\\n])*"(?=\s*:)`,
    string: DOUBLE,
    keyword: words('true false null'),
    number: String.raw`-?\b\d[\w.+-]*`,
  },
  html: {
    comment: String.raw`<!--[\s\S]*?(?:-->|$)`,
    keyword: String.raw`<[!/?]?[A-Za-z][\w:-]*|[/?]?>`,
    string: `${DOUBLE}|${SINGLE}`,
    name: String.raw`[A-Za-z_:@][\w:.@-]{0,60}(?==)`,
    number: String.raw`&#?\w+;`,
  },
  css: {
    comment: `${BLOCK}|${LINE}`,
    string: `${DOUBLE}|${SINGLE}`,
    keyword: String.raw`@[\w-]+|!important\b`,
    name: String.raw`-{0,2}[A-Za-z][\w-]*(?=\s*:[^:])`,
    number: String.raw`#[\da-fA-F]{3,8}\b|-?\b\d[\d.]*(?:%|[A-Za-z]+)?`,
  },
  python: {
    comment: HASH,
    string: String.raw`[bfruBFRU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|${DOUBLE}|${SINGLE})`,
    keyword: words(
      `and as assert async await break case class continue def del elif else except False finally for from global if
      import in is lambda match None nonlocal not or pass raise return self True try while with yield`,
    ),
    number: NUMBER,
    name: String.raw`@[\w.]+|[A-Za-z_]\w*(?=\()`,
  },
  php: {
    comment: `${LINE}|${HASH}|${BLOCK}`,
    string: `${DOUBLE}|${SINGLE}`,
    keyword: String.raw`<\?php|<\?=|\?>|${words(
      `abstract and array as break case catch class clone const continue declare default do echo else elseif empty enum
      extends false final finally fn for foreach function global if implements include instanceof interface isset list
      match namespace new null or print private protected public readonly require require_once return static switch
      throw trait true try unset use var while xor yield`,
    )}`,
    number: NUMBER,
    name: String.raw`\$\w+|[A-Za-z_]\w*(?=\()`,
  },
  sql: {
    comment: `--.*|${BLOCK}`,
    string: `${SINGLE}|${DOUBLE}`,
    keyword: words(
      `add all alter and as asc begin between by case check column commit constraint create cross database default delete
      desc distinct drop else end except exists false foreign from full group having if in index inner insert intersect
      into is join key left like limit not null offset on or order outer primary references returning right rollback
      select set table then true union unique update using values view when where with`,
    ),
    number: NUMBER,
    name: CALLED,
    flags: 'i',
  },
  shell: {
    comment: String.raw`(?<![^\s;])#.*`,
    string: String.raw`"(?:\\[\s\S]|[^"\\])*"?|'[^']*'?`,
    keyword: words(
      'case do done elif else esac exit export fi for function if in local return set sudo then unset until while',
    ),
    name: String.raw`\$(?:\w+|\{[^}\n]*\}?)|(?<=\s)--?[A-Za-z][\w-]*`,
    number: NUMBER,
  },
};

const ALIASES: Readonly<Record<string, string>> = {
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  ts: 'js',
  tsx: 'js',
  typescript: 'js',
  jsonc: 'json',
  json5: 'json',
  xml: 'html',
  svg: 'html',
  vue: 'html',
  scss: 'css',
  less: 'css',
  py: 'python',
  mysql: 'sql',
  pgsql: 'sql',
  postgresql: 'sql',
  sqlite: 'sql',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  console: 'shell',
};

const made = new Map<Grammar, RegExp>();

/**
 * @param language as it stands behind the fence; empty list: not one that is known.
 * @param from the end of a token of this text, from which on more are wanted.
 */
export function tokenizeCode(text: string, language: string, from = 0): CodeToken[] {
  const asked = language.toLowerCase();
  const name = Object.hasOwn(ALIASES, asked) ? (ALIASES[asked] ?? '') : asked;
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  if (grammar === undefined) return [];
  const tokens: CodeToken[] = [];
  const expression = expressionOf(grammar);
  expression.lastIndex = from;
  for (const match of text.matchAll(expression)) {
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined);
    // An empty match would be no colour at all.
    if (kind && match[0] !== '') {
      tokens.push({ kind, start: match.index, end: match.index + match[0].length });
    }
  }
  return tokens;
}

/**
 * How many of the tokens of `before` hold in `text` too, which has grown from it: `before` may have changed in its last
 * line, and text that follows can make another token of one that reaches its end, or looks ahead to it.
 */
export function countFirm(
  text: string,
  before: string,
  tokens: readonly Pick<CodeToken, 'end'>[],
): number {
  const lines = before.slice(0, before.lastIndexOf('\n') + 1);
  if (text.slice(0, lines.length) !== lines) return 0;
  // None looks further ahead than over white space to a sign, and to the one behind it.
  const firm = lines.trimEnd().length - 1;
  return tokens.findLastIndex(({ end }) => end < firm) + 1;
}

function expressionOf(grammar: Grammar): RegExp {
  const known = made.get(grammar);
  if (known) return known;
  const { flags = '', ...kinds } = grammar;
  const parts = Object.entries(kinds).map(([kind, part]) => `(?<${kind}>${part})`);
  // Words that are none of these, so that no match begins inside one.
  const expression = new RegExp(`${parts.join('|')}|[\\w$]+`, `g${flags}`);
  made.set(grammar, expression);
  return expression;
}
