// The few tags of HTML that answers may use: those that models write because Markdown has no mark for them, and that can
// do nothing. Of a tag its name is read and nothing else; it is written anew, and passes the sanitiser like all markup.

import type { Token } from 'marked';
import { INLINE_TAGS } from './policy.ts';

const TAG = /^<(\/?)([a-z]+)\b[\s\S]*>$/i;
const TITLE = /\stitle\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const COMMENT = /^<!--[\s\S]*-->$/;
const NAMES = new Set<string>(INLINE_TAGS);
const LINE_START = new RegExp(`^ {0,3}</?(?:br|${INLINE_TAGS.join('|')})\\b`, 'i');

export type InlineTag =
  | { kind: 'break' | 'nothing' }
  /** An element, with the number of tokens between its two tags. */
  | { kind: 'element'; name: string; title: string; size: number };

/** What the raw HTML at `index` is to be. Null: text, as all that is not on the list, or that never ends. */
export function readTag(tokens: readonly Token[], index: number): InlineTag | null {
  const raw = tokens[index]?.raw ?? '';
  if (COMMENT.test(raw)) return { kind: 'nothing' };
  const [, slash, name = ''] = TAG.exec(raw.toLowerCase()) ?? [];
  if (name === 'br') return { kind: 'break' };
  if (slash || !NAMES.has(name)) return null;
  const size = findEnd(tokens, index, name) - index - 1;
  const [, double, single] = (name === 'abbr' && TITLE.exec(raw)) || [];
  return size < 0 ? null : { kind: 'element', name, title: double ?? single ?? '', size };
}

/** The index of the tag that ends the element; -1 if there is none among its siblings. */
function findEnd(tokens: readonly Token[], start: number, name: string): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.type !== 'html') continue;
    const [, slash, found] = TAG.exec(token.raw.toLowerCase()) ?? [];
    if (found !== name) continue;
    depth += slash ? -1 : 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** A line that begins with such a tag is a paragraph. CommonMark reads no Markdown in it, which models don't know. */
export const beginsWithTag = (source: string): boolean => LINE_START.test(source);

/**
 * A longer element is read as if there were none. While one is being written all of it is drawn again with each piece, and
 * what stands in it must not depend on how it came.
 */
const MAX_DETAILS_CHARS = 4096;
const DETAILS = /^ {0,3}<details\b[^>]*>/i;
const DETAILS_TAG = /<(\/?)details\b[^<>]*>/gi;
const SUMMARY = /^\s*<summary\b[^>]*>([\s\S]*?)(?:<\/summary>|$)/i;

export interface DetailsSource {
  raw: string;
  summary: string;
  body: string;
}

/**
 * Reads the element `<details>` with which a source begins.
 * @param isOpen asks whether the source may go on, so that an element without an end has not ended yet.
 */
export function readDetails(source: string, isOpen: () => boolean): DetailsSource | null {
  const opening = DETAILS.exec(source)?.[0];
  if (opening === undefined) return null;
  let depth = 0;
  const near = source.slice(0, MAX_DETAILS_CHARS);
  for (const { 0: tag, 1: slash, index } of near.matchAll(DETAILS_TAG)) {
    depth += slash ? -1 : 1;
    if (depth > 0) continue;
    const end = index + tag.length;
    const [rest = ''] = /^[ \t]*(?:\n+|$)/.exec(source.slice(end)) ?? [];
    return split(source.slice(0, end + rest.length), opening.length, index);
  }
  return source.length <= MAX_DETAILS_CHARS && isOpen()
    ? split(source, opening.length, source.length)
    : null;
}

function split(raw: string, from: number, to: number): DetailsSource {
  const inside = raw.slice(from, to);
  const [all = '', summary = ''] = SUMMARY.exec(inside) ?? [];
  return { raw, summary: summary.trim(), body: inside.slice(all.length).replace(/^\s*\n/, '') };
}
