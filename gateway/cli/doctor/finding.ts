// What the doctor finds: one line of words for each thing that it looked at, and what to do about it.

export interface Finding {
  /** What was looked at, in a word or two. */
  check: string;
  /** `warning`: it works, though perhaps not as meant. `problem`: visitors get no answer, or somebody could do harm. */
  health: 'ok' | 'warning' | 'problem';
  says: string;
  /** Absent where there is nothing to do. */
  advice?: string;
}

export const ok = (check: string, says: string): Finding => ({ check, health: 'ok', says });

export const warning = (check: string, says: string, advice: string): Finding => ({
  check,
  health: 'warning',
  says,
  advice,
});

export const problem = (check: string, says: string, advice?: string): Finding => ({
  check,
  health: 'problem',
  says,
  ...(advice === undefined ? {} : { advice }),
});

/** A sentence that was made to stand behind “could not start: ”, alone: its first letter becomes a capital. */
export const asSentence = (words: string): string =>
  words.slice(0, 1).toUpperCase() + words.slice(1);
