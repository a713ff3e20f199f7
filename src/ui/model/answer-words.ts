// What the two buttons of a question before a tool say: the page's words, else the tool's title and an ordinary no. Pure.

import { cleanLine } from '../../content/text.ts';
import type { Translate } from '../../i18n/index.ts';
import type { ToolQuestion } from '../../tools/types.ts';

const MAX_CHARS = 40;
/** What shows nothing, except what joins or colours letters; and marks piled over the line. */
const UNSEEN =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]|(?<=\p{Mn}{4})\p{Mn}/gu;

/**
 * What the buttons say. The page can't swap them: the one that does it never has the words of a no, and the other never
 * those of the first.
 */
export function answerWords(
  question: ToolQuestion,
  t: Translate,
): { confirm: string; decline: string } {
  const { summary, title, name, isDestructive } = question;
  const taken = (['noThanks', 'keepIt', 'dontAskAgain', 'cancel'] as const).map((key) => t(key));
  const confirm =
    [summary?.confirm, title, name]
      .map((words) => toLabel(words ?? ''))
      .find((words) => words !== '' && !taken.some((other) => readsAs(words, other))) ?? name;
  const own = toLabel(summary?.decline ?? '');
  const isClear = own !== '' && ![confirm, title].some((other) => readsAs(own, other));
  return { confirm, decline: isClear ? own : t(isDestructive ? 'keepIt' : 'noThanks') };
}

/** Short words without what can't be seen, and without marks piled over the line. Empty where no letter is left. */
function toLabel(words: string): string {
  const label = cleanLine(words.replace(UNSEEN, ''), MAX_CHARS);
  return /[\p{L}\p{N}]/u.test(label) ? label : '';
}

const bare = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const readsAs = (words: string, other: string): boolean => bare(words) === bare(other);
