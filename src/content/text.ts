// Small, eager helpers for text that others wrote: cutting, cleaning, making invisible controls visible.
// Nothing here makes markup.

/** Marks, embeddings, overrides and isolates: they can make a text read as another one. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** C0 and C1 controls but tab and newline; they show as nothing and confuse copies. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Overrides turn all that follows around, until their paragraph ends. */
const OVERRIDES = /[\u202d\u202e]/g;

/**
 * What nobody means to write: all that turns a text around but the marks of scripts, controls, and tags (letters that
 * nobody sees) outside the flag of a country's part.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: showing them is the point.
  /🏴[\u{e0030}-\u{e007a}]{2,6}\u{e007f}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** What can make code read in another order than it runs in. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

const asNumber = (control: string): string =>
  `[U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Shows each bidi control as its number, "[U+202E]". */
export function escapeBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, asNumber);
}

/** In running text marks, embeddings and isolates are ordinary; overrides are shown. */
export function escapeOverrides(text: string): string {
  return text.replace(OVERRIDES, asNumber);
}

/** For a text that stands as it was typed. */
export function escapeHidden(text: string): string {
  // A text by its type alone may be anything at run time; a panel that throws shows nothing at all.
  return String(text).replace(HIDDEN, (found) => (found.length > 2 ? found : asNumber(found)));
}

export const hasReordering = (text: string): boolean => text.search(REORDERING) >= 0;

/** For code: it must stand there as it runs. */
export function escapeReordering(text: string): string {
  return text.replace(REORDERING, asNumber);
}

/** At most `maxChars` UTF-16 units with "…" as the last one; never half a character. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = Math.max(0, maxChars - 1);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** One line for a title, a name, an error: cut, without controls and line breaks, bidi controls visible. */
export function cleanLine(text: string, maxChars = 200): string {
  // Cut first: a megabyte must not be searched for the sake of its first words.
  const short = cutText(text, maxChars * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(escapeBidi(short.replace(CONTROLS, '')), maxChars);
}

/** Many lines: without controls, with one kind of line end. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
}
