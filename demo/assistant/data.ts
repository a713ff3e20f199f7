// The data beside the code: example sentences, closed classes of words, what the shop's topics and small talk are, what is asked of
// products. Read once.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const readText = (name: string): string =>
  readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');

export interface Words {
  numbers: Readonly<Record<string, number>>;
  ordinals: Readonly<Record<string, number>>;
  ranks: Readonly<Record<string, string>>;
  dayNames: Readonly<Record<string, string>>;
  same: Readonly<Record<string, string>>;
  colours: string;
  weekdays: string;
  /** Kinds of tokens that a few words make. */
  closed: Readonly<Record<string, string>>;
  /** Words before a price: patterns. */
  limits: Readonly<Record<'upTo' | 'from' | 'near', string>>;
  /** Follows "code" without being one: a pattern. */
  noCode: string;
  light: string;
  /** "words said | words of names": what a name fits that has other words. */
  kinds: readonly string[];
  /** What a visitor wants nothing of: patterns, and words. */
  avoid: Readonly<
    Record<
      'before' | 'between' | 'sections' | 'never' | 'animal' | 'health' | 'vegan' | 'most',
      string
    >
  >;
  /** Say nothing of what is looked for. */
  generic: string;
  /** What a clause may want beside goods, and no sum or order can have: a pattern. */
  extras: string;
  /** Words for the shop's pages: patterns. */
  pages: Readonly<Record<string, string>>;
  /** Stands before a message that is dictated: a pattern. */
  dictating: string;
  /** What follows stays in the cart: a pattern. */
  except: string;
  /** Things that belong to others. */
  parts: string;
  /** Asks for a promise that only people who know more can give: a pattern. */
  safety: string;
  /** Asks what others think: a pattern. */
  opinion: string;
  /** Words of a question that say nothing of what is asked. */
  asking: string;
  /** Words of self-harm, or of violence that is suffered: a pattern. */
  harm: string;
}
export const WORDS = JSON.parse(readText('words.json')) as Words;

/** Skill by skill, the sentences that ask for it: "= skill", then a sentence a line. */
export const readSentences = (): { skill: string; text: string }[] => {
  let skill = '';
  return readText('sentences.txt')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('= ')) return line === '' ? [] : [{ skill, text: line }];
      skill = line.slice(2);
      return [];
    });
};

/** Changes with the sentences: what was learnt from others is stale. */
export const sentencesKey = (): string =>
  createHash('sha256').update(readText('sentences.txt')).digest('hex');

/** What is asked of products: the question's words, words of a sentence that speaks of it, and what says yes or no. */
export const ASPECTS = readText('aspects.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', ask = '', about = '', yes = '', no = ''] = line
      .split(/\s\|(?=\s|$)/)
      .map((cell) => cell.trim());
    const pattern = (words: string) => (words === '' ? null : new RegExp(words, 'i'));
    return {
      name: name.replace('*', ''),
      /** Marked "*": happens to who uses it, so a review tells of it as well as a page. */
      isSeen: name.endsWith('*'),
      ask: new RegExp(ask, 'i'),
      about: new RegExp(about, 'i'),
      yes: pattern(yes),
      no: pattern(no),
    };
  });

export interface Topic {
  /** What it is called in "I don't know about …". */
  about: string;
  /** Each line of a page that one of these finds is part of the answer; else the first that `any` finds. */
  lines: readonly string[];
  any: string;
  person?: boolean;
  /** Depends on where a parcel goes. */
  isOfCountries?: boolean;
  /** Tried in order: words of the question, and what is then said. */
  answers?: readonly (readonly [words: string, say: string])[];
}
export const TOPICS = JSON.parse(readText('topics.json')) as Readonly<Record<string, Topic>>;
export const TALK = JSON.parse(readText('talk.json')) as Readonly<
  Record<string, { says: string; person?: boolean }>
>;

/** `data/follows.txt`: how a clause goes on with the conversation. */
export const FOLLOWS = readFollows(readText('follows.txt').split('\n'));
function readFollows(lines: readonly string[]) {
  const groups: Record<string, string[]> = {};
  const words: [string, RegExp][] = [];
  const rows: { signs: string[][]; means: string }[] = [];
  for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', is = '', rest = ''] = /^(.*?) +(=|~|->) (.*)$/.exec(line) ?? [];
    if (is === '=') groups[name] = rest.split(' ');
    else if (is === '~') words.push([name, new RegExp(rest, 'i')]);
    else rows.push({ signs: name.split(/ +/).map((some) => some.split('/')), means: rest });
  }
  return { groups, words, rows };
}
