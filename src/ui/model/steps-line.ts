// What the line above an answer says once its steps have ended: what was done, or how much of it failed. Pure.

import type { ToolLine } from './tool-line.ts';
import type { Words } from './words.ts';

/** A step in words, as a list of steps says it too. */
export interface ToldStep {
  tone: ToolLine['tone'];
  title: string;
  text: string;
}

/** So many titles can be read at a glance; of more, the first ones stand for all. */
const MAX_TITLES = 3;
const FIRST_TITLES = 2;
/** From so many on their number says more. */
const MANY_TITLES = 10;

export function sumUp(
  steps: readonly ToldStep[],
  { t, format, lang }: Pick<Words, 't' | 'format' | 'lang'>,
): { title: string; text: string; isBad: boolean } {
  const [one] = steps;
  if (one && steps.length === 1) return { ...one, isBad: one.tone === 'bad' };
  const count = t('steps', { n: steps.length });
  // One failed step is no alarm, since the agent went on: the way has failed only if all of its steps have.
  const failed = steps.filter(({ tone }) => tone === 'bad').length;
  if (failed > 0) {
    const parts = [count, t('failedSteps', { n: format.number(failed) })];
    const list = new Intl.ListFormat(lang, { type: 'unit', style: 'short' });
    return { title: list.format(parts), text: '', isBad: failed === steps.length };
  }
  const done = steps.filter(({ tone }) => tone === 'good');
  const titles = [...new Set(done.map(({ title }) => title))];
  const left = titles.length - FIRST_TITLES;
  const named =
    titles.length > MAX_TITLES
      ? [...titles.slice(0, FIRST_TITLES), `+${format.number(left)}`]
      : titles;
  const isNamed = titles.length > 0 && titles.length < MANY_TITLES;
  // A step that the visitor declined, for example, is not called done.
  const other = steps.find(({ tone }) => tone !== 'good');
  const isUnsaid = done.every(({ text }) => text !== '');
  return {
    title: isNamed ? named.join(' · ') : count,
    text: other ? `${other.title}: ${other.text}` : isUnsaid ? (one?.text ?? '') : '',
    isBad: false,
  };
}
