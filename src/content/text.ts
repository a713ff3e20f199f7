// Helpers for text that others wrote: they cut it, clean it, and make invisible controls visible. None makes markup.

/** All bidi controls (marks, embeddings, overrides, isolates): they can make a text read as another one. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** C0 and C1 controls except tab and newline: they can't be seen, and disturb copied text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Overrides: they reverse all text after them, to the end of the paragraph. */
const OVERRIDES = /[\u202d\u202e]/g;

/**
 * Characters that nobody means to write: bidi controls except marks, C0 and C1 controls, and tags (invisible letters)
 * outside the flag of a country's region.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: showing them is the point.
  /🏴[\u{e0030}-\u{e007a}]{2,6}\u{e007f}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Characters that can make code read in another order than it runs in. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

const asNumber = (control: string): string =>
  `[U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Shows each bidi control as its number, "[U+202E]". */
export function escapeBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, asNumber);
}

/** Shows overrides as numbers. In running text marks, embeddings and isolates are ordinary, and stay. */
export function escapeOverrides(text: string): string {
  return text.replace(OVERRIDES, asNumber);
}

/** Shows hidden characters as numbers, for a text that is drawn as it was typed. */
export function escapeHidden(text: string): string {
  // At run time this may be anything, whatever its type says: don't throw, or the panel shows nothing at all.
  return String(text).replace(HIDDEN, (found) => (found.length > 2 ? found : asNumber(found)));
}

export const hasReordering = (text: string): boolean => text.search(REORDERING) >= 0;

/** For code, which must read in the order in which it runs. */
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
  // Cut first, so that a megabyte isn't searched for the sake of its first words.
  const short = cutText(text, maxChars * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(escapeBidi(short.replace(CONTROLS, '')), maxChars);
}

/** A text of many lines, without controls and with one kind of line end. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
}
