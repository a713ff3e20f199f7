// What is written in the benchmarks: answers of a given number of words, in the shapes that answers have.

export const MIXED = `## A heading of some words

A paragraph with **bold**, *emphasis*, \`code\` and a [link](https://example.com/page) that goes on for a while, as
answers do, so that it has a few lines of its own in a panel of a chat on a page.

- a first point with a few words
- a second one, with \`code\`
- a third one that is a little longer than those before it

1. Do this first.
2. Then do that.

\`\`\`js
const answer = 42;
console.log(answer);
\`\`\`

> A quote, for good measure.

`;

/** At least so many words: `piece` again and again. */
export function repeatTo(words: number, piece: string): string {
  const each = piece.split(/\s+/).filter(Boolean).length;
  return piece.repeat(Math.ceil(words / each));
}

/** `text` in `count` pieces of the same length, by characters. */
export function cut(text: string, count: number): string[] {
  const place = (index: number): number => Math.ceil((text.length * index) / count);
  return Array.from({ length: count }, (_, index) => text.slice(place(index), place(index + 1)));
}
