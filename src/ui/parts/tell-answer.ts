// What a screen reader hears once an answer is there, or how its turn has ended without one. Comes with the rows.

import type { AgentEntry } from '../../session/types.ts';
import type { Verbosity } from '../model/announcer.ts';
import { toSpeech } from '../model/speech.ts';
import type { Words } from '../model/words.ts';
import { tellEnd } from './turn-end.tsx';

/** Texts in their order; `short`: only that something came. A failure and a Stop are told in any case. */
export function tellAnswer(entry: AgentEntry, words: Words, verbosity: Verbosity): string[] {
  const { t, lang } = words;
  const said = toSpeech(entry, lang);
  const sources = said.length > 0 ? entry.citations.length : 0;
  return [
    ...(said.length > 0 && verbosity === 'short' ? [t('newMessages', { n: 1 })] : said),
    ...(sources > 0 ? [t('sourceCount', { n: sources })] : []),
    ...tellEnd(entry, t),
  ];
}
