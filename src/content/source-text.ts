// Places in a markdown source: line ends and safe cuts. Plain string work.

/** One kind of line end, and no NUL: as CommonMark wants it. */
export function normalise(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines;
}

/** The end of the last whole line before `limit`; where there is none, of the last word; else `limit`. */
export function lineEnd(text: string, start: number, limit: number): number {
  const newline = text.lastIndexOf('\n', limit - 1);
  if (newline > start) return newline + 1;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  // Never between the halves of one character.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}

/** Spaces at the very end show nothing, and are different by the time that a word follows. */
export function trimLineEnd(source: string): string {
  let end = source.length;
  while (end > 0 && (source[end - 1] === ' ' || source[end - 1] === '\t')) end--;
  return source.slice(0, end);
}
