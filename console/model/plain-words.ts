// An answer's markdown as one line of plain words, for a list. It only leaves marks out, so whatever it gets wrong is still text.

export function plainWords(markdown: string): string {
  return (
    markdown
      // A link or a picture is called by its words.
      .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
      // Marks at the beginning of a line: headings, quotes, lists, and the lines that part a table's head from its rows.
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, '')
      .replace(/^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|?)+[ \t]*$/gm, '')
      .replace(/(\*\*|__|~~|`{1,3})(?=\S)(.+?)\1/g, '$2')
      .replace(/[ \t]*\|[ \t]*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
