// What a screen reader hears once an answer is there, or how its turn has ended without one. Comes with the rows.

import type { Translate } from '../../i18n/index.ts';
import type { AgentEntry } from '../../session/types.ts';
import { fetchEnd, mayEndInWords } from '../end-part.ts';
import type { Verbosity } from '../model/announcer.ts';
import { toSpeech } from '../model/speech.ts';
import type { Words } from '../model/words.ts';

/** Texts in their order; `short`: only that something came. A failure and a Stop are told in any case. */
export async function tellAnswer(
  entry: AgentEntry,
  words: Words,
  verbosity: Verbosity,
): Promise<string[]> {
  const { t } = words;
  const said = toSpeech(entry, words);
  const sources = said.length > 0 ? entry.citations.length : 0;
  return [
    ...(said.length > 0 && verbosity === 'short' ? [t('newMessages', { n: 1 })] : said),
    ...(sources > 0 ? [t('sourceCount', { n: sources })] : []),
    ...(mayEndInWords(entry) ? await tellEnd(entry, t) : []),
  ];
}

/** As much as is drawn of it where the part can't be had. */
function tellEnd(entry: AgentEntry, t: Translate): Promise<string[]> {
  return fetchEnd().then(
    (part) => part.tellEnd(entry, t),
    () => (entry.turn.state === 'failed' ? [t('wrong')] : []),
  );
}
