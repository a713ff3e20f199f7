// The sets of questions by name, for the command and the test.

import { MORE_QUESTIONS } from './more-questions.ts';
import { QUESTIONS } from './questions.ts';
import type { Talk } from './rules.ts';

export const SETS: Readonly<Record<string, readonly Talk[]>> = {
  first: QUESTIONS,
  second: MORE_QUESTIONS,
};
