// When a conversation's time is told: at its beginning, after a silence, and on another day; not under each line. Pure.

/** A shorter silence is none. */
const SILENCE_MS = 5 * 60_000;

/** @param times ISO, in the order of the rows; rows without one go on with what is before them. @returns indexes above which the time stands */
export function timesToTell(times: readonly (string | undefined)[]): ReadonlySet<number> {
  const told = new Set<number>();
  let before: Date | null = null;
  for (const [index, text] of times.entries()) {
    const at = new Date(text ?? Number.NaN);
    if (Number.isNaN(at.getTime())) continue;
    const isLater: boolean =
      before === null ||
      at.getTime() - before.getTime() >= SILENCE_MS ||
      at.toDateString() !== before.toDateString();
    if (isLater) told.add(index);
    before = at;
  }
  return told;
}
