// Guesses which known word a mistyped one was meant to be.

const MAX_SLIPS = 2;

/** The nearest known word, at most two slips away (and fewer than half of the letters), or null. */
export function nearest(given: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestSlips = Math.min(MAX_SLIPS, Math.floor((given.length - 1) / 2)) + 1;
  for (const word of known) {
    const slips = countSlips(given.toLowerCase(), word.toLowerCase());
    if (slips < bestSlips) [best, bestSlips] = [word, slips];
  }
  return best;
}

/** Counts the letters to add, drop, change or swap with their neighbour. */
function countSlips(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_SLIPS) return MAX_SLIPS + 1;
  let before: number[] = [];
  let row = [...Array(to.length + 1).keys()];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
