// Finds the formulas of a text: `\(…\)`, `\[…\]` and `$$…$$`, as models write them. CommonMark takes the first two for escaped
// brackets, and reads the rest as Markdown. A single `$` is a price. A formula must look like one, so that `\[1\]` stays a
// bracket, and `$$` a class of prices.

export interface Formula {
  /** With its marks. */
  raw: string;
  tex: string;
  /** On a line of its own. */
  isBlock: boolean;
}

/** Longer ones are shown as source. */
export const MAX_FORMULA_CHARS = 2000;

const PARTS = [
  /^\\\(((?:(?!\n[ \t]*\n)[\s\S])+?)\\\)/,
  /^\\\[((?:(?!\n[ \t]*\n)[\s\S])+?)\\\]/,
  /^\$\$(?!\$)((?:(?!\n[ \t]*\n)[^$])+?)\$\$(?!\$)/,
] as const;
/** Names of TeX, and the words in their braces. */
const NAMED = /\\[a-z]+\*?(?:\{[^{}]*\}?)?/gi;
const SIGN = /[\\^_=<>{}+*/|−×÷·≤≥≈∑∫√π]/;
const WORD = /[\p{L}]{4,}/u;
/** Code and escapes, in which there is none. */
const NEXT = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\\[\s\S]|\$\$/g;

/** The formula with which a text begins. */
export function readFormula(source: string): Formula | null {
  const text = source.slice(0, MAX_FORMULA_CHARS);
  const kind = PARTS.findIndex((part) => part.test(text));
  const [raw, tex = ''] = PARTS[kind]?.exec(text) ?? [];
  return raw !== undefined && isMath(tex, kind) ? { raw, tex, isBlock: kind > 0 } : null;
}

/** Whether a text begins with a formula that may still be ended by what follows. */
export const isHalfFormula = (source: string): boolean =>
  /^(?:\\[([]|\$\$(?!\$))/.test(source) &&
  source.length < MAX_FORMULA_CHARS &&
  !/\n[ \t]*\n/.test(source) &&
  !/^\$\$[^$]*\$\$|^\\\([\s\S]*\\\)|^\\\[[\s\S]*\\\]/.test(source) &&
  !WORD.test(source.replace(NAMED, ''));

function isMath(tex: string, kind: number): boolean {
  const words = tex.replace(NAMED, ' ').trim();
  if (!/[\p{L}\d]/u.test(tex) || WORD.test(words)) return false;
  if (SIGN.test(tex)) return true;
  const isPadded = /^\s/.test(tex) && /\s$/.test(tex);
  const isTerm = /^[\p{L}\d(][\p{L}\d().,!'’ -]*$/u.test(words) && /[\p{L}\d]/u.test(words);
  // `\[1\]` and `\[a\]` are brackets that a model has escaped.
  if (kind === 1) return isPadded && isTerm;
  return isTerm && !/\p{L}{3}/u.test(words) && (kind === 0 || !/\s/.test(words));
}

/** Hides the formulas of a paragraph from the search for emphasis: `*a \(b*c\)*` has one. */
export function maskFormulas(source: string, masked: string): string {
  if (!/\\[([]|\$\$/.test(source)) return masked;
  let out = masked;
  NEXT.lastIndex = 0;
  for (let found = NEXT.exec(source); found; found = NEXT.exec(source)) {
    const size = readFormula(source.slice(found.index))?.raw.length;
    if (size === undefined) continue;
    const end = found.index + size;
    out = out.slice(0, found.index) + 'a'.repeat(size) + out.slice(end);
    NEXT.lastIndex = end;
  }
  return out;
}
