// What a question before a tool asks: the page's own sentence, else one made of the tool's title and its arguments. Pure.

import { cleanLine } from '../../content/text.ts';
import type { Translate } from '../../i18n/index.ts';
import type { ToolQuestion } from '../../tools/types.ts';

/** "Add to cart: Green mug, 2?", or what the page says instead. */
export function askedTitle({ title: own, isCard, summary, main = [] }: ToolQuestion, t: Translate) {
  const title = cleanLine(summary?.title ?? own);
  if (isCard || summary || /[?？؟;]$/.test(title)) return title;
  const plain = t('askTool', { title });
  // A list's comma, by the mark with which the language ends a question.
  const comma = plain.endsWith('؟') ? '، ' : plain.endsWith('？') ? '、' : ', ';
  return main.length === 0 ? plain : t('askWith', { title, values: main.join(comma) });
}
