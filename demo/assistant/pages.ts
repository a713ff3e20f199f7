// Answers from the shop's pages: the line that speaks of what was asked, and where it stands. A page is evidence, never an
// instruction: sentences that address an assistant are passed over, and a review speaks only of its own product.

import { type Citation, contentStems, type Passage, stem, tokens } from '../../gateway/agent.ts';
import { ASPECTS } from './aspects.ts';
import { isAlike, type Product, toAmount } from './catalogue.ts';
import { TOPICS, VOCABULARY } from './examples.ts';
import type { Meaning } from './meaning.ts';
import { clean, isInstruction } from './phrases.ts';
import type { Slots } from './slots.ts';

export interface Answer {
  text: string;
  citations: Citation[];
}

const MOST_CHARS = 420;
const REVIEW = / in a review: /;
const isProductPage = ({ uri }: Passage): boolean => /\/products\//.test(uri);

const cite = ({ uri, title }: Passage): Citation => ({
  type: 'knowledge_base',
  document_uri: uri,
  document_title: title,
});

export const splitSentences = (line: string): string[] =>
  line.replace(/^\s*(?:[-*•]|\d+\.)\s+/, '').split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“])/u);

/** A page line by line, headings and instructions left out. */
export function linesOf({ text }: Passage): string[] {
  return text
    .split(/\n+/)
    .filter((line) => !/^\s*#{1,6}\s/.test(line))
    .map((line) =>
      splitSentences(line)
        .filter((one) => !isInstruction(one))
        .join(' '),
    )
    .filter((line) => line.length > 2);
}

/** Every sentence that may be compared with a question. */
export const sentencesIn = (passages: readonly Passage[]): string[] =>
  passages.flatMap((passage) =>
    linesOf(passage).flatMap((line) => [line, ...splitSentences(line)]),
  );

const answer = (text: string, passage: Passage): Answer => ({
  text: clean(text, MOST_CHARS),
  citations: [cite(passage)],
});

/** What the pages say of a topic; null where none speaks of it. */
export function answerTopic(
  name: string,
  question: string,
  slots: Slots,
  passages: readonly Passage[],
  { alike }: Meaning,
): Answer | null {
  const topic = TOPICS.get(name);
  if (topic === undefined) return null;
  const isSending = ['abroad', 'delivery_time', 'delivery_cost', 'express', 'customs'].includes(
    name,
  );
  const abroad = isSending && slots.country ? answerCountry(slots, passages) : null;
  if (abroad !== null) return abroad;
  const free = ['delivery_cost', 'missing'].includes(name)
    ? answerAmount(question, passages)
    : null;
  if (free !== null) return free;
  const ranked = passages
    .filter((passage) => !isProductPage(passage))
    .flatMap((passage) => linesOf(passage).map((line) => ({ passage, line })))
    .filter(({ line }) => topic.word.test(line))
    .map((one) => ({
      ...one,
      score:
        Math.max(...splitSentences(one.line).map((part) => alike(part, topic.look))) +
        0.4 * alike(one.line, question),
    }))
    .sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined) return null;
  // What can be sent back, and what can't, stand in two lines.
  const second =
    name === 'not_returned'
      ? ranked.find(({ passage, line }) => passage === best.passage && line !== best.line)
      : undefined;
  const lead =
    name === 'payment' && asksForOther(question, best.line) ? "I don't see that among them: " : '';
  return answer(
    `${lead}${best.line}${second ? ` ${second.line}` : ''}`.replace(/: We /, ': we '),
    best.passage,
  );
}

const PAYING =
  'pay payment method accept take use possible option way kind credit debit visa mastercard card online order buy money secure checkout bill company'
    .split(' ')
    .map(stem);

/** "Do you take Klarna?", which the line doesn't name. */
function asksForOther(question: string, line: string): boolean {
  if (!/^(?:and |so |ok )?(?:do|can|could|is|are|may|what about|and)\b/i.test(question))
    return false;
  const said = contentStems(line);
  const other = contentStems(question).filter((word) => !PAYING.includes(word));
  return other.length > 0 && !other.some((word) => said.some((one) => isAlike(word, one)));
}

/** Whether the shop sends to a country, and what that costs, by the page on shipping abroad. */
function answerCountry({ country }: Slots, passages: readonly Passage[]): Answer | null {
  const abroad = passages.find(({ text }) => /\bship to every country of\b/i.test(text));
  if (country === undefined || abroad === undefined) return null;
  const sentences = splitSentences(abroad.text.replace(/\n+/g, ' '));
  const where = sentences.find((line) => /ship to every country/i.test(line)) ?? '';
  if (!country.isInUnion && !where.includes(country.name.replace('the ', '')))
    return answer(`I'm afraid we don't ship to ${country.name}. ${where}`, abroad);
  const home = passages.find(({ text }) => /\bstandard delivery\b/i.test(text));
  const cost = home?.text.split('\n').find((line) => /\bstandard delivery\b/i.test(line)) ?? where;
  return country.isInUnion
    ? answer(`Yes, we ship to ${country.name}. ${cost}`, home ?? abroad)
    : answer(
        `Yes, we ship to ${country.name}. ${sentences.filter((one) => one !== where).join(' ')}`,
        abroad,
      );
}

/** Whether delivery is free for an amount. */
export function answerAmount(question: string, passages: readonly Passage[]): Answer | null {
  const said = /(?:€|\$|£)\s*(\d+(?:[.,]\d+)?)|(\d+(?:[.,]\d+)?)\s*(?:€|euros?\b|eur\b)/i.exec(
    question,
  );
  if (said === null) return null;
  const sum = toAmount((said[1] ?? said[2] ?? '').replace(',', '.')) ?? 0;
  for (const passage of passages) {
    const line = passage.text.split('\n').find((one) => /free for orders over/i.test(one));
    const limit = Number(/free for orders over\D*(\d+)/i.exec(line ?? '')?.[1]);
    if (line === undefined || Number.isNaN(limit)) continue;
    const lead =
      sum > limit
        ? 'Yes, delivery is free then.'
        : `Not yet: ${sum === limit ? 'a little more' : `€${(limit - sum).toFixed(2)} more`} makes delivery free.`;
    return answer(`${lead} ${line}`, passage);
  }
  return null;
}

export const pageOf = ({ name }: Product, passages: readonly Passage[]): Passage | undefined =>
  passages.find((passage) => passage.title === name && isProductPage(passage));

/** What a product's page says of a detail; null where it doesn't. */
export function answerDetail(
  product: Product,
  question: string,
  passages: readonly Passage[],
  { alike }: Meaning,
): Answer | null {
  const page = pageOf(product, passages);
  if (page === undefined) return null;
  const own = new Set([...contentStems(product.name), ...ASKING]);
  const asked = contentStems(question).filter((word) => !own.has(word));
  const [aspect] = ASPECTS.map((one) => ({
    ...one,
    sure:
      Math.max(...one.asks.map((ask) => alike(question, ask))) +
      (one.word.test(question) ? 0.4 : 0),
  })).sort((a, b) => b.sure - a.sure);
  // A thing that neither the page nor any question of such kind knows: "a usb port". Better no answer than one beside it.
  const pageWords = contentStems(linesOf(page).join(' '));
  const isStrange = asked.some(
    (word) => !KNOWN.has(word) && !pageWords.some((one) => isAlike(word, one)),
  );
  const isOpinion = /\b(?:people|customers?|reviews?|opinions?|others|think of)\b/i.test(question);
  const scored = linesOf(page)
    .filter((line) => REVIEW.test(line) === isOpinion)
    .flatMap((line) => (isOpinion ? [line] : splitSentences(line)))
    .map((sentence) => {
      const said = contentStems(sentence);
      const hits = asked.filter((word) => said.some((one) => isAlike(word, one))).length;
      const fits =
        aspect !== undefined && !isStrange && aspect.sure > 0.45 && aspect.word.test(sentence);
      return { sentence, hits, fits, score: hits + (fits ? 0.9 : 0) + alike(question, sentence) };
    })
    .filter(({ hits, fits }) => hits > 0 || fits || isOpinion)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (best === undefined) return null;
  const both = second && second.score > 0.9 && second.score > best.score - 0.4 && second.fits;
  const text = both ? `${best.sentence} ${second.sentence}` : best.sentence;
  const plain = text
    .replace(/^It(?= )/, product.name)
    .replace(new RegExp(`^${product.name}: `), '');
  const hasName = contentStems(plain).some((word) => contentStems(product.name).at(-1) === word);
  return answer(
    hasName
      ? plain
      : `${product.name}: ${isOpinion ? plain : `${plain.charAt(0).toLowerCase()}${plain.slice(1)}`}`,
    page,
  );
}

/** Stems of what is asked of products. */
const KNOWN = new Set(
  [...VOCABULARY, ...ASPECTS.flatMap(({ asks }) => asks.flatMap(tokens))].map(stem),
);

/** Words that ask, and tell nothing of what. */
const ASKING =
  'work good enough use page know safe put go come made make possible ok fine still real really actually'
    .split(' ')
    .map(stem);

/** The line of any page that answers a question which no topic resembles; null where nothing surely does. */
export function answerFreely(
  question: string,
  passages: readonly Passage[],
  { alike }: Meaning,
): Answer | null {
  const asked = contentStems(question).filter((word) => !ASKING.includes(word));
  if (asked.length === 0) return null;
  const [best] = passages
    .flatMap((passage) =>
      linesOf(passage)
        .filter((line) => !REVIEW.test(line))
        .map((line) => ({ passage, line })),
    )
    .map(({ passage, line }) => {
      const said = contentStems(`${passage.title} ${line}`);
      const share =
        asked.filter((word) => said.some((one) => isAlike(word, one))).length / asked.length;
      return { passage, line, share, score: share + alike(question, line) };
    })
    .filter(({ share }) => share >= 0.6)
    .sort((a, b) => b.score - a.score);
  return best === undefined ? null : answer(best.line, best.passage);
}

/** "hello@… or +49 … (Monday to Friday, 9:00 to 17:00)", from the page that says it. */
export function peopleIn(passages: readonly Passage[]): { text: string; citations: Citation[] } {
  for (const passage of passages) {
    const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(passage.text)?.[0].replace(/\.$/, '');
    const phone = /\+\d[\d ()/-]{6,}\d/.exec(passage.text)?.[0];
    if (email === undefined && phone === undefined) continue;
    const hours =
      /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day to \w+day,? \d[\d:]* to \d[\d:]*/.exec(
        passage.text,
      )?.[0];
    const ways = [email, phone].filter((one) => one !== undefined).join(' or ');
    return { text: `${ways}${hours ? ` (${hours})` : ''}`, citations: [cite(passage)] };
  }
  return { text: 'the contact page says how', citations: [] };
}

/** Words of the pages by which more is found: each product's name is a title. */
export const wordsOf = (text: string): string => tokens(text).slice(0, 60).join(' ');
