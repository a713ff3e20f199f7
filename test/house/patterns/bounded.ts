// Patterns that aren't linear in the length of their input, each with the proof that it never gets a long one: the text of its
// file that cuts the input.

export interface Bounded {
  file: string;
  pattern: string;
  /** Growth of the time with the length: 2 is quadratic. */
  degree: number;
  /** UTF-16 units of the longest input. */
  maxChars: number;
  /** Stands in the file, and cuts the input to that length. */
  proof: string;
}

export const BOUNDED: readonly Bounded[] = [
  {
    file: 'src/content/labels.ts',
    pattern: String.raw`/^[("'“„«]*(?:https?:\/\/|mailto:)?([^/?#]*?)(?:[/?#][!-~\p{L}\p{N}]*?)?[)"'”“»,;:!?.…，。、；：！？）」』】》،؛؟۔।]*$/iu`,
    degree: 3,
    // A label of 300 with 100 beside it on either side; a blank parts it, and normalising at most triples it.
    maxChars: 1500,
    proof: 'if (label.length > MAX_LABEL_CHARS) return link.host;',
  },
  {
    file: 'src/content/quick-text.ts',
    pattern: String.raw`/[^\s]*$/`,
    degree: 2,
    maxChars: 80,
    proof: 'source.slice(-80)',
  },
  {
    file: 'src/client/describe-reply.ts',
    pattern: String.raw`/(["']\s*[:=]\s*|[:=](?=\S)|\w*(?:token|key|secret|jwt|password|bearer)\w*\W+)[^\s>]+/gi`,
    degree: 3,
    maxChars: 800,
    proof: '.slice(0, MAX_WORDS * 10)',
  },
  {
    file: 'src/protocol/credits.ts',
    pattern: '/0+$/',
    degree: 2,
    maxChars: 9,
    proof: 'digits.slice(-NANO_DIGITS)',
  },
  {
    file: 'src/tools/failure.ts',
    pattern: String.raw`/<script\b[\s\S]*?(<\/script\s*>|$)|<style\b[\s\S]*?(<\/style\s*>|$)/gi`,
    degree: 2,
    maxChars: 10_000,
    proof: '.slice(0, MAX_MESSAGE_CHARS * 20)',
  },
  {
    file: 'src/ui/later/debug-facts.ts',
    pattern: '/0+$/',
    degree: 2,
    maxChars: 9,
    proof: 'String(nano % NANOCREDITS_PER_CREDIT)',
  },
];
