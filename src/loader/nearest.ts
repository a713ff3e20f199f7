// Which known word a mistyped one was meant to be.

const MAX_SLIPS = 2;

/** The known word within two slips of the pen (and less than half of the word), or null. */
export function nearest(given: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestSlips = Math.min(MAX_SLIPS, Math.floor((given.length - 1) / 2)) + 1;
  for (const word of known) {
    const slips = countSlips(given.toLowerCase(), word.toLowerCase());
    if (slips < bestSlips) [best, bestSlips] = [word, slips];
  }
  return best;
}

/** Letters to add, drop or change (Levenshtein). */
function countSlips(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_SLIPS) return MAX_SLIPS + 1;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
