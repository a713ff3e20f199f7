// What a question before a tool asks: the page's own sentence, else one made of the tool's title and its arguments. Pure.

import { cleanLine } from '../../content/text.ts';
import type { Translate } from '../../i18n/index.ts';
import type { Json } from '../../protocol/index.ts';
import type { ToolQuestion } from '../../tools/types.ts';

const MAX_VALUES = 3;
/** A name or a figure: nothing that could be read as a sentence, or end the question early. */
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .'’&+×/€$£%-]{0,38}[\p{L}\p{M}\p{N}%])?$/u;
const ASKS = /[?？؟;]$/;
/** A number or name for programs, such as `product_id`. */
const ID = /(?:^|[_-])(?:id|key|token|uuid|slug)$|(?:Id|ID|Key)$/;

/** A list's comma, by the mark with which the language ends a question. */
const COMMA: ReadonlyMap<string, string> = new Map([
  ['؟', '، '],
  ['？', '、'],
]);

/** "Add to cart: Green mug, 2?", or what the page says instead. */
export function askedTitle(question: ToolQuestion, t: Translate): string {
  if (question.isCard) return cleanLine(question.title);
  if (question.summary) return cleanLine(question.summary.title);
  const title = cleanLine(question.title);
  if (ASKS.test(title)) return title;
  const plain = t('askTool', { title });
  const values = mainValues(question).join(COMMA.get(plain.slice(-1)) ?? ', ');
  return values === '' ? plain : t('askWith', { title, values });
}

/** The first arguments that a visitor can make something of. All of them stand below, exactly. */
function mainValues({ input, values = {} }: ToolQuestion): string[] {
  const plain = Object.entries(input).map(([name, value]) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : ID.test(name) ? '' : plainValue(value),
  );
  return plain.filter((value) => PLAIN.test(value) && !value.includes('. ')).slice(0, MAX_VALUES);
}

const plainValue = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
