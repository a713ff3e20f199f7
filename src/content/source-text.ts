// Finds line ends and safe places to cut in a markdown source.

/** Makes all line ends "\n" and replaces NUL, as CommonMark says. */
export function normalise(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines;
}

/** The end of the last whole line before `limit`, or else of the last word, or else `limit`. */
export function lineEnd(text: string, start: number, limit: number): number {
  const newline = text.lastIndexOf('\n', limit - 1);
  if (newline > start) return newline + 1;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  // Never cut between the two halves of one character.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}

/** Removes the spaces at the very end: they show nothing, and mean something else once a word follows. */
export function trimLineEnd(source: string): string {
  let end = source.length;
  while (end > 0 && (source[end - 1] === ' ' || source[end - 1] === '\t')) end--;
  return source.slice(0, end);
}
