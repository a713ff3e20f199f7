// An answer's markdown as one line of plain words, for a list. It only leaves marks out, so whatever it gets wrong is still text.

/** More than any list has room for. */
const MAX_CHARS = 2000;

/** Headings, quotes and lists begin with these. */
const BEGINNING = /^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/;
/** A link or a picture, with at most one pair of brackets in its address. Each of its parts ends where the next one may begin. */
const LINK = /!?\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g;
const MARKED = /(\*\*|__|~~|`{1,3})(?=\S)(.+?)\1/g;

export function plainWords(markdown: string): string {
  return markdown
    .slice(0, MAX_CHARS)
    .split('\n')
    .filter((line) => !isRule(line))
    .map((line) =>
      line.replace(LINK, '$1').replace(BEGINNING, '').replace(MARKED, '$2').replaceAll('|', ' '),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The line between a table's head and its rows, or one that parts paragraphs. */
function isRule(line: string): boolean {
  return line.includes('--') && /^[ \t|:-]*$/.test(line);
}
