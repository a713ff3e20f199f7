// What the open end of a text shows while it is being written. A mark whose other half hasn't come yet is completed
// (`**bold wo` is bold) or held back (`[a link](https:/`), so that nothing flashes as source, and nothing jumps when it
// closes. It only shortens the source or adds to its end; the parser reads what comes out. Once the text is whole, all of it
// is read as it stands.

import type { Token, Tokens } from 'marked';
import { maskRuns } from './dialect.ts';
import { isHalfFormula, readFormula } from './formulas.ts';
import { INLINE_TAGS } from './policy.ts';

/** Most characters that are held back; what is longer is shown as source. */
const MAX_LABEL_CHARS = 200;
const MAX_HELD_CHARS = 2000;

/** In front of the words of a line: markers of quotes and items. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t]))*[ \t]*/;
/** A line that may still become a marker, a rule, a fence or a table's second line. */
const MARKER = /^(?:[-+*=_|:~`# \t]+|>+|\d{1,9}[.)]?|`{3,}[^`]*|~{3}.*)$/;
/** A marker without words behind it would stand alone or underline the line before it, and a box to tick be no box. */
const EMPTY_ITEM = /(?:^|\n)[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)]\s*)(?:\[[ x]\][ \t]*)?$/i;
const UNENDED_TAG = /^ {0,3}<(?:!--(?![\s\S]*-->)|[^!<>]*$)/;
/** Half of a reference, of a character, and of a picture's mark. */
const HALF = /&#?\w{0,8}$|[\ud800-\udbff]$|(?<!\S)!$/;
const NAMES = new Set<string>(INLINE_TAGS);

/**
 * @param tokens those of `source`, the blocks that later text may change.
 * @returns the source to draw.
 */
export function settle(source: string, tokens: readonly Token[]): string {
  const [found, mayBeTable] = findRun(tokens, source.endsWith('\n'));
  // A table comes with the first words of its first row.
  if (typeof found === 'number') {
    const lines = source.split('\n');
    while (!/[^\s>]/.test(lines.at(-1) ?? '-')) lines.pop();
    return lines.slice(0, -found).join('\n');
  }
  let run = found.trimEnd();
  let base = source.trimEnd();
  const line = source.slice(source.lastIndexOf('\n') + 1);
  const words = line.slice(CONTAINERS.exec(line)?.[0].length) || line;
  if (MARKER.test(words)) {
    const at = run.lastIndexOf('\n') + 1;
    if (line.endsWith(run.slice(at))) run = run.slice(0, at).trimEnd();
    base = source.slice(0, -line.length).trimEnd();
  }
  const last = run.slice(run.lastIndexOf('\n') + 1);
  if (last === '' || !base.endsWith(last)) {
    return (line === '' ? source : base).replace(EMPTY_ITEM, '');
  }
  const { keep, add } = completeRun(run, mayBeTable);
  // In a quote or an item the run has lost its lines' markers, so the place is found line by line.
  const [held = '', ...lines] = run.slice(keep).split('\n');
  for (const _ of lines) base = base.slice(0, Math.max(0, base.lastIndexOf('\n')));
  if (!base.endsWith(held)) return source;
  return base.slice(0, base.length - held.length).replace(EMPTY_ITEM, '') + add;
}

/**
 * The words at the end of the last block, as their source; and whether they may be a table's first line. A number: the
 * last block is a table without words in a row, of so many lines.
 */
function findRun(
  tokens: readonly Token[],
  isLineWhole: boolean,
): [run: string | number, mayBeTable: boolean] {
  for (let token = tokens.at(-1); token; ) {
    switch (token.type) {
      case 'heading':
        // One that is underlined may yet be a table's first line.
        return [isLineWhole ? '' : token.raw, token.raw.includes('\n')];
      case 'paragraph':
      case 'text':
        // Items are no tables, but their further lines may be.
        return [token.raw, token.type === 'paragraph' || /\n./.test(token.raw)];
      case 'html':
        return [UNENDED_TAG.test(token.raw) ? token.raw : '', false];
      case 'table': {
        const { rows } = token as Tokens.Table;
        const cell = rows.at(-1)?.findLast(({ text }) => text !== '');
        if (rows.length < 2 && !cell) return [token.raw.trimEnd().split('\n').length, false];
        return [(!isLineWhole && cell?.text) || '', false];
      }
      case 'details':
        if (token.tokens?.length === 0) return [(token as Tokens.Generic).text, false];
        token = token.tokens?.at(-1);
        break;
      case 'footnote':
        return [(token as Tokens.Generic).text, false];
      case 'list':
        token = (token as Tokens.List).items.at(-1)?.tokens.at(-1);
        break;
      default:
        token = token.type === 'code' ? undefined : (token as Tokens.Generic).tokens?.at(-1);
    }
  }
  return ['', false];
}

/** A mark that has begun: the characters from `from` to `to`, and what would end it. */
interface Open {
  from: number;
  to: number;
  end: string;
}

/**
 * How much of a run to keep, and what to add to it.
 * @param mayBeTable its last line may be the first one of a table, of which all columns come at once.
 */
export function completeRun(run: string, mayBeTable = false): { keep: number; add: string } {
  const open: Open[] = [];
  let keep = HALF.exec(run)?.index ?? run.length;
  const masked = maskRuns(run);
  for (let at = 0; at < keep; ) {
    const rest = run.slice(at, at + MAX_HELD_CHARS);
    const read = readMark(rest, run.length - at);
    if (read === 'held' || isTableStart(run, at, mayBeTable)) {
      keep = at;
      break;
    }
    if (typeof read === 'object') {
      open.push({ from: at, to: at + read.size, end: read.end });
      break;
    }
    if (read > 0) at += read;
    else if (rest[0] === '<') at += readTagEnd(rest, at, open);
    else {
      const size = /^(?:\*+|_+|~+)/.exec(rest)?.[0].length ?? 0;
      if (size > 0 && masked[at] === run[at] && !readRun(masked, at, size, open)) {
        keep = at;
        break;
      }
      at += size || 1;
    }
  }
  // A mark with nothing in it yet isn't shown either.
  let body = run.slice(0, keep).trimEnd().length;
  const isWhole = keep === run.length && open.length === 0;
  for (let last = open.at(-1); last && last.to >= body; last = open.at(-1)) {
    open.pop();
    body = run.slice(0, last.from).trimEnd().length;
  }
  const ends = open.reverse().map(({ end }) => end);
  return { keep: isWhole ? keep : body, add: ends.join('') };
}

/** Whether a bar at this place may stand between two columns. `a || b` is none. */
function isTableStart(run: string, at: number, mayBeTable: boolean): boolean {
  if (run[at] !== '|' || run.includes('\n', at)) return false;
  if (at === 0 || run[at - 1] === '\n') return run.length - at <= MAX_HELD_CHARS;
  const isDouble = run[at - 1] === '|' || run[at + 1] === '|';
  return mayBeTable && !isDouble && run.length - at <= MAX_LABEL_CHARS;
}

/**
 * Reads code, a picture, a link or an escape.
 * @param left how many characters there are behind the place, `rest` may be cut.
 * @returns its size, 0 if there is none; `held` if it isn't whole; or an unfinished piece of code, to be completed.
 */
function readMark(rest: string, left: number): number | 'held' | { size: number; end: string } {
  switch (rest[0]) {
    case '\\':
    case '$': {
      if (left === 1 || (left === rest.length && isHalfFormula(rest))) return 'held';
      return readFormula(rest)?.raw.length ?? (rest[0] === '$' ? 1 : 2);
    }
    case '`': {
      const [marks = ''] = /^`+/.exec(rest) ?? [];
      const found = new RegExp(`(?<!\`)${marks}(?!\`)`).exec(rest.slice(marks.length));
      if (found) return marks.length * 2 + found.index;
      if (rest.length < left) return marks.length;
      let text = rest.length;
      while (text > marks.length && rest[text - 1] === '`') text -= 1;
      const trailing = rest.length - text;
      return trailing < marks.length
        ? { size: marks.length, end: marks.slice(trailing) }
        : marks.length;
    }
    case '!':
      return left === 1 ? 0 : rest[1] === '[' ? readLink(rest.slice(1), left - 1, 1) : 0;
    case '[':
      return readLink(rest, left, 0);
    case '<':
      // A tag, an address in brackets or a comment, of which the end is missing.
      if (
        left <= MAX_LABEL_CHARS &&
        /^<(?:\/?(?:[a-z][^<>\n]*)?|!(?:-(?:-(?![\s\S]*-->)[\s\S]*)?)?)$/i.test(rest)
      ) {
        return 'held';
      }
      return /^<!--[\s\S]*?-->/.exec(rest)?.[0].length ?? 0;
    default:
      return 0;
  }
}

function readLink(rest: string, left: number, before: number): number | 'held' {
  const label = sizeOfBrackets(rest.slice(0, MAX_LABEL_CHARS + 2), '[', ']');
  if (label === 0) return left <= MAX_LABEL_CHARS ? 'held' : before + 1;
  const behind = rest.slice(label);
  if (label === left) return 'held';
  if (behind[0] === '[') {
    const name = sizeOfBrackets(behind.slice(0, MAX_LABEL_CHARS), '[', ']');
    return name > 0 || left - label > MAX_LABEL_CHARS ? before + label + name : 'held';
  }
  if (behind[0] !== '(') return before + 1;
  const target = sizeOfBrackets(behind, '(', ')');
  if (target > 0) return before + label + target;
  const mayEnd = /^\(\s*(?:<[^>\n]*|[^\s<]+(?:\s+(?:["'(][\s\S]*)?)?)?$/.test(behind);
  return mayEnd && left <= MAX_HELD_CHARS ? 'held' : before + 1;
}

/** The size of a bracket and all that stands in it; 0 if it doesn't end. */
function sizeOfBrackets(text: string, opening: string, closing: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === opening) depth++;
    else if (text[at] === closing && --depth === 0) return at + 1;
  }
  return 0;
}

/** Reads a whole tag, and keeps account of those that are open. */
function readTagEnd(rest: string, at: number, open: Open[]): number {
  const [tag = '', slash, name = ''] = /^<(\/?)([a-z]+)\b[^<>]*>/i.exec(rest) ?? [];
  const end = `</${name.toLowerCase()}>`;
  if (slash) {
    const opened = open.findLastIndex((one) => one.end === end);
    if (opened >= 0) open.splice(opened);
  } else if (NAMES.has(name.toLowerCase())) open.push({ from: at, to: at + tag.length, end });
  return tag.length || 1;
}

/** Reads a run of emphasis. False: what it is isn't known before more text has come. */
function readRun(masked: string, at: number, size: number, open: Open[]): boolean {
  const mark = masked[at] ?? '';
  const before = masked[at - 1] ?? ' ';
  const after = masked[at + size];
  const same = (one: Open) => one.end.startsWith(mark);
  const mayClose =
    /\S/.test(before) &&
    (after === undefined || !/[\s\p{P}\p{S}]/u.test(before) || /[\s\p{P}\p{S}]/u.test(after));
  let left = size;
  if (mayClose && !(mark === '_' && after && /[\p{L}\p{N}]/u.test(after))) {
    for (let top = open.findLastIndex(same); left > 0 && top >= 0; top = open.findLastIndex(same)) {
      const one = open[top];
      if (!one) break;
      // `**bold*`: half of its end.
      if (after === undefined && left < one.end.length) return false;
      const used = Math.min(left, one.end.length);
      left -= used;
      open.splice(used === one.end.length ? top : top + 1);
      one.end = one.end.slice(used);
    }
  }
  if (left === 0) return true;
  if (after === undefined) return left < size || (mark === '_' && /[\p{L}\p{N}]/u.test(before));
  const mayOpen =
    /\S/.test(after) && (!/[\p{P}\p{S}]/u.test(after) || /[\s\p{P}\p{S}]/u.test(before));
  if (!mayOpen || (mark === '~' && left < 2) || (mark === '_' && /[\p{L}\p{N}]/u.test(before))) {
    return true;
  }
  if (mark === '*' && /^(?:\d\*[a-z]|[a-z]\*\d)/i.test(before + masked.slice(at))) return true;
  open.push({ from: at, to: at + size, end: mark.repeat(left) });
  return true;
}
