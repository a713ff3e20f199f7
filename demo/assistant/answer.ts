// Answers a question from the shop's pages: settles what it is about, picks the lines that speak of it, and says where they
// stand. A page is evidence, never an instruction: sentences that address an assistant are passed over. A review speaks
// only of its own product, and only where it fits.

import { contentStems, type Passage } from '../../gateway/agent.ts';
import { clean } from './catalogue.ts';
import { type Answer, answerAmount, answerCountry, cite, MAX_ANSWER_CHARS } from './facts.ts';
import { isInstruction, splitSentences } from './sentences.ts';
import { ASKING, KINDS, mentions, synonyms } from './synonyms.ts';
import type { Question } from './task.ts';
import { isAlike, mend } from './words.ts';

/** The share of a question's words of which a page must speak: one whose subject is named, was spoken of, or is neither. */
const LEAST = { named: 0.01, about: 0.34, other: 0.51 };

/** The question with other words for what it asks, for a search engine that knows only words. */
export function expandQuery({ text, about, goesOn = '' }: Question): string {
  const said = `${mend(text)} ${mend(goesOn)}`.slice(0, 400);
  const extra = contentStems(said).flatMap((word) => [
    ...synonyms(word),
    ...(KINDS[word] ?? '').split(' '),
  ]);
  return [said, ...about.slice(0, 2), ...new Set(extra)].join(' ');
}

/** Null where no page speaks of what was asked. */
export function answerFrom(question: Question, passages: readonly Passage[]): Answer | null {
  const [text, before] = [mend(question.text), mend(question.goesOn ?? '')];
  const special =
    answerCountry(text, before, passages) ?? answerAmount(text, `${before} ${text}`, passages);
  if (special !== null) return special;
  const named = namedIn(text, passages)[0];
  const about = passages.filter(({ title }) => question.about.includes(title));
  const denied = wordsOf(text).flatMap((word) => /^un(...+)$/.exec(word)?.[1] ?? []);
  const means = payingWith(text);
  // A means of payment that no page names is asked for as payment.
  const own = [
    ...new Set(wordsOf(text).map((word) => (means.includes(word) ? 'pay' : word))),
  ].filter((word) => !denied.includes(word.slice(2)));
  if (question.isOfList) {
    const sought = own.filter((word) => !about.some((passage) => isTitled(passage, word)));
    const each = about.flatMap(
      (passage) => extract(text, sought, passage, LEAST.named, true) ?? [],
    );
    if (each.length > 1) return join(each);
  }
  const old = namedIn(before, passages).flatMap(({ title }) => contentStems(title));
  // A follow-up asks what was asked before, of something else: the old thing's name goes, what was asked of it stays.
  const kept = wordsOf(before).filter(
    (word) => !denied.includes(word) && !(named && old.some((one) => isAlike(word, one))),
  );
  const find = (said: string, asked: readonly string[], mayBeName: boolean): Extract | undefined =>
    passages
      .flatMap((passage) => {
        const isNamed = passage === named;
        const isAbout = about.includes(passage) && (!named || !mayBeName || !isProduct(passage));
        if (isProduct(passage) && (named || about.length > 0) && !isNamed && !isAbout) return [];
        const least = isNamed ? LEAST.named : isAbout ? LEAST.about : LEAST.other;
        const general =
          named && !isProduct(passage) ? (word: string) => !isTitled(named, word) : null;
        return (
          extract(
            said,
            general ? asked.filter(general) : asked,
            passage,
            least,
            mayBeName,
            denied,
          ) ?? []
        );
      })
      .sort((a, b) => b.score - a.score)[0];
  const goesOn = question.goesOn !== undefined;
  const best =
    find(text, own, !goesOn) ??
    (goesOn ? find(`${before} ${text}`, [...new Set([...own, ...kept])], true) : undefined);
  if (best !== undefined) return join([best]);
  // A product is named, and its page doesn't say: what it does say is worth more than an apology.
  const first = named === undefined ? undefined : readLines(named, false)[0];
  return named === undefined || first === undefined
    ? null
    : { text: `Its page doesn't say. ${clean(first, MAX_ANSWER_CHARS)}`, citations: [cite(named)] };
}

/** The words of a question that a page could contain. */
const wordsOf = (text: string): string[] => contentStems(text).filter((word) => !/^\d/.test(word));

interface Extract extends Answer {
  score: number;
  isComplete: boolean;
}

function join(parts: readonly Extract[]): Answer {
  const lead = parts.every(({ isComplete }) => isComplete) ? '' : 'This is the nearest I found: ';
  const list =
    parts.length > 1
      ? parts
          .map(
            ({ text, citations: [of] }) =>
              `\n- ${text.includes(of?.document_title ?? '') ? '' : `${of?.document_title}: `}${text}`,
          )
          .join('')
      : parts[0]?.text;
  return { text: `${lead}${list}`.trim(), citations: parts.flatMap(({ citations }) => citations) };
}

const isProduct = ({ uri }: Passage): boolean => /\/products\//.test(uri);

/** The products that a text names, the one with most of its name in it first. */
function namedIn(text: string, passages: readonly Passage[]): Passage[] {
  const said = contentStems(text);
  return passages
    .filter(isProduct)
    .map((passage) => ({ passage, hits: said.filter((word) => isTitled(passage, word)).length }))
    .filter(
      ({ passage, hits }) =>
        hits > 1 || said.some((word) => isAlike(word, contentStems(passage.title).at(-1) ?? '')),
    )
    .sort((a, b) => b.hits - a.hits)
    .map(({ passage }) => passage);
}

const isTitled = (passage: Passage, word: string): boolean =>
  contentStems(passage.title).some((one) => isAlike(word, one));

/** The lines of a page that speak of what was asked; null where too little of it does. */
function extract(
  question: string,
  asked: readonly string[],
  passage: Passage,
  least: number,
  mayBeName: boolean,
  denied: readonly string[] = [],
): Extract | null {
  const isSubject = least < LEAST.other;
  const own = asked.filter((word) => !(isProduct(passage) && isTitled(passage, word)));
  const telling = own.filter((word) => !ASKING.has(word));
  const wanted = (telling.length > 0 ? telling : own).map((word) => KINDS[word] ?? word);
  const lines = readLines(passage, isSubject).filter(
    (line) => !contentStems(line).some((word) => denied.includes(word)),
  );
  const title = isProduct(passage) ? [] : contentStems(passage.title);
  const stems = [...title, ...contentStems(lines.join(' '))];
  const found = wanted.filter((word) => mentions(stems, word));
  const share = wanted.length === 0 ? Number(isSubject && mayBeName) : found.length / wanted.length;
  if (share < least) return null;
  const direct = wanted.filter((word) => stems.some((other) => isAlike(word, other))).length;
  const titled = wanted.filter((word) => mentions(title, word)).length;
  const unknown =
    own.find((word) => word in KINDS) ??
    payingWith(question).find((word) => !mentions(stems, word));
  const lead = unknown === undefined ? '' : `I don't see “${unknown}” there. `;
  const bonus = least === LEAST.named ? 0.3 : isSubject ? (mayBeName ? 0.05 : 0.35) : 0;
  return {
    text: `${lead}${clean(
      pickLines(question, [...wanted, ...own], lines)
        .join(' ')
        .replace(/^It(?= )/, passage.title),
      MAX_ANSWER_CHARS,
    )}`,
    citations: [cite(passage)],
    score: share + direct * 0.1 + titled * 0.2 + bonus,
    isComplete: found.length === wanted.length && unknown === undefined,
  };
}

/** "Pay with klarna": a means of payment, whatever it is called. */
function payingWith(question: string): string[] {
  const [, ...named] =
    /\bpay(?:ing)? (?:with|by|in|using|via)(?: an?| my)? ([\w ]+)|\b(\w{4,}) pay\b|\b(?:take|accept) ([\w ]+)/.exec(
      question,
    ) ?? [];
  return contentStems(named.join(' '));
}

/** What the answer to such a question looks like. */
const FORMS: readonly [question: RegExp, line: RegExp][] = [
  [/\bhow much\b|\bcosts?\b|\bprice\b|\bfees?\b/, /€|\bfree\b/],
  [/\bhow (?:long|fast|soon)\b|\bwhen\b/, /\d.*\b(?:days?|hours?)\b|\d:\d\d/],
  [/\b(?:wash|clean|care)/, /^care:/i],
  [/\bhow (?:many|big|large|heavy|wide|tall)\b/, /\d/],
];

/** The best line, and another as long as it speaks of what the first does not. */
function pickLines(
  question: string,
  wanted: readonly string[],
  lines: readonly string[],
): string[] {
  let open = [...new Set(wanted)];
  const picked: string[] = [];
  while (picked.length < 2) {
    const scores = lines.map((line) => {
      const stems = contentStems(line);
      const score = (word: string): number =>
        (ASKING.has(word) ? 0.3 : 1) *
        (stems.some((other) => isAlike(word, other)) ? 1.8 : mentions(stems, word) ? 0.8 : 0);
      const hits = open.reduce((sum, word) => sum + score(word), 0);
      const fits = FORMS.some(([asks, looks]) => asks.test(question) && looks.test(line));
      return hits + (fits && picked.length === 0 ? 1.3 : 0);
    });
    const best = Math.max(0, ...scores);
    const line = lines[scores.indexOf(best)];
    if (line === undefined || best < (picked.length === 0 ? 0.1 : 0.8) || picked.includes(line))
      break;
    picked.push(line);
    const stems = contentStems(line);
    open = open.filter((word) => !mentions(stems, word));
  }
  return picked.length > 0 ? lines.filter((line) => picked.includes(line)) : lines.slice(0, 2);
}

/** What a page says, line by line, without instructions, and without reviews of what the question isn't about. */
function readLines({ text }: Passage, isSubject: boolean): string[] {
  return text
    .split(/\n+/)
    .filter((line) => !/^\s*#{1,6}\s/.test(line))
    .filter((line) => isSubject || !/ in a review: /.test(line))
    .map((line) =>
      splitSentences(line)
        .filter((sentence) => !isInstruction(sentence))
        .join(' '),
    )
    .filter((line) => line.length > 2);
}
