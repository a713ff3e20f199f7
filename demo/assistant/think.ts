// The reasoning summary: what was asked and what follows from it, as a reader of the thought block wants it.

import { clean } from './catalogue.ts';
import type { Intent } from './intents.ts';
import { joinWords } from './phrases.ts';
import type { Call, Outcome } from './task.ts';
import { spokenName } from './toolbox.ts';

export function thinkAloud(
  intents: readonly Intent[],
  calls: readonly Call[],
  outcomes: readonly Outcome[],
): string {
  const asked = intents.map(({ act, text, goesOn }) => {
    const kind = act === 'question' ? 'a question' : act.replaceAll('_', ' ');
    return `“${clean(text, 120)}” (${kind}${goesOn ? ', going on from before' : ''})`;
  });
  const names = [...new Set(calls.map(({ name }) => spokenName(name)))];
  let next = '';
  if (names.length > 0) next = `I'll use ${joinWords(names.map((name) => `“${name}”`))} first.`;
  else if (outcomes.some(({ questions }) => questions !== undefined))
    next = "I'll look in the site's own pages and quote what they say.";
  else if (outcomes.some(({ pending }) => pending !== undefined))
    next = 'I need one thing more before I can act.';
  return `The visitor says ${joinWords(asked)}. ${next}`.trim();
}
