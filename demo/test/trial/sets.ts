// The sets of questions by name, for the command and the test.

import { FOURTH_QUESTIONS } from './fourth-questions.ts';
import { MORE_QUESTIONS } from './more-questions.ts';
import { QUESTIONS } from './questions.ts';
import type { Talk } from './rules.ts';
import { THIRD_QUESTIONS } from './third-questions.ts';

export const SETS: Readonly<Record<string, readonly Talk[]>> = {
  first: QUESTIONS,
  second: MORE_QUESTIONS,
  third: THIRD_QUESTIONS,
  fourth: FOURTH_QUESTIONS,
};
