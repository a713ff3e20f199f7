// Two questions that take more than quoting a line: whether the shop sends to a country, and whether delivery is free for an
// amount. Both are worked out from what its pages say.

import type { Citation, Passage } from '../../gateway/agent.ts';
import { clean } from './catalogue.ts';
import { findCountry } from './places.ts';
import { splitSentences } from './sentences.ts';
import { findAmount } from './slots.ts';

export interface Answer {
  text: string;
  citations: Citation[];
}

export const MAX_ANSWER_CHARS = 420;

export const cite = ({ uri, title }: Passage): Citation => ({
  type: 'knowledge_base',
  document_uri: uri,
  document_title: title,
});

/** Whether the shop sends to a country, and what that costs, by the page on shipping abroad. */
export function answerCountry(
  text: string,
  goesOn: string,
  passages: readonly Passage[],
): Answer | null {
  const country =
    findCountry(text) ??
    (/\b(?:it|there|that)\b(?!.*\b(?:today|tomorrow|express)\b)/.test(text)
      ? findCountry(goesOn)
      : null);
  const abroad = passages.find((passage) => /\bship to every country of\b/i.test(passage.text));
  if (
    country === null ||
    abroad === undefined ||
    !/ship|deliver|send|post|take|cost|express|customs|dut|about|and|^/.test(text)
  )
    return null;
  const lines = splitSentences(abroad.text.replace(/\n+/g, ' '));
  const where = lines.find((line) => /ship to every country/i.test(line)) ?? '';
  const isNamed = where.includes(country.name.replace('the ', ''));
  const citations = [cite(abroad)];
  if (!country.isInUnion && !isNamed) {
    return { text: `I'm afraid the shop doesn't ship to ${country.name}. ${where}`, citations };
  }
  const yes = `Yes, the shop ships to ${country.name}.`;
  const outside = lines.filter((line) => line !== where).join(' ');
  if (!country.isInUnion) return { text: `${yes} ${outside}`, citations };
  const home = passages.find(({ text: page }) => /\bstandard delivery\b/i.test(page));
  const cost = home?.text.split('\n').find((line) => /\bstandard delivery\b/i.test(line)) ?? where;
  return { text: `${yes} ${cost}`, citations: home === undefined ? citations : [cite(home)] };
}

/** Whether delivery is free for an amount. */
export function answerAmount(
  text: string,
  all: string,
  passages: readonly Passage[],
): Answer | null {
  const amount = findAmount(text);
  if (amount === null || !/deliver|shipping|ship\b/.test(all)) return null;
  for (const passage of passages) {
    const line = passage.text.split('\n').find((one) => /free for orders over/i.test(one));
    const limit = /free for orders over\D*(\d+)/i.exec(line ?? '')?.[1];
    if (line === undefined || limit === undefined) continue;
    const more = Number(limit) - amount;
    const lead =
      more < 0
        ? 'Yes, delivery is free then.'
        : `Not yet: for free delivery ${more === 0 ? 'a little' : `€${more.toFixed(2)}`} is missing.`;
    return { text: `${lead} ${clean(line, MAX_ANSWER_CHARS)}`, citations: [cite(passage)] };
  }
  return null;
}
