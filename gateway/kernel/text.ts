// Text of callers: how it is counted, and how a refusal quotes it.

const MAX_QUOTED = 64;

/** In quotation marks, escaped, and only its beginning where it is long: a refusal never repeats a whole body. */
export function quote(text: string): string {
  // Half a surrogate pair at the cut is escaped by JSON.stringify.
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}

/** Counts characters (code points), as PHP's mb_strlen and the database do; JavaScript counts an emoji as two. */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  if (text.length > 2 * maxCharacters) return true;
  return [...text].length > maxCharacters;
}
