// The data beside the code: example sentences, closed classes of words, what the shop's topics and small talk are, what is asked of
// products. Read once.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const readText = (name: string): string =>
  readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');
const readJson = <T>(name: string): T => JSON.parse(readText(name)) as T;

type Table<T, Key extends string = string> = Readonly<Record<Key, T>>;
/** Lists of words and patterns of what visitors say; `kinds` has lines "words said | words of names". */
type Words = Table<Table<number>, 'numbers' | 'ordinals'> &
  Table<Table<string>, 'phrases' | 'ranks' | 'dayNames' | 'same' | 'closed' | 'pages'> &
  Table<string, 'colours' | 'weekdays' | 'light' | 'generic' | 'asking'> &
  Table<string, 'safety' | 'opinion' | 'harm' | 'extras' | 'except' | 'dictating'> & {
    kinds: readonly string[];
    clauses: Table<string, 'soft' | 'starts' | 'asks' | 'polar' | 'wh' | 'mine' | 'seeking'> &
      Table<string, 'imperative' | 'unsure'>;
    /** What a price limits, and its pattern. */
    prices: readonly (readonly [is: string, words: string])[];
    avoid: Table<string, 'before' | 'between' | 'sections' | 'never' | 'animal'> &
      Table<string, 'health' | 'vegan' | 'most'>;
  };
export const WORDS = readJson<Words>('words.json');

/** Skill by skill, the sentences that ask for it: "= skill", then a sentence a line. */
export const readSentences = (): { skill: string; text: string }[] =>
  readText('sentences.txt')
    .split(/^= /m)
    .flatMap((block) => {
      const [skill = '', ...lines] = block.trim().split('\n');
      return lines.filter((text) => text !== '').map((text) => ({ skill, text }));
    });

/** Changes with the sentences: what was learnt from others is stale. */
export const sentencesKey = (): string =>
  createHash('sha256').update(readText('sentences.txt')).digest('hex');

/**
 * What is asked of products, a line each: its name, the question's words, words of a sentence that speaks of it, and of one that
 * settles it. "*": it happens to who uses the product, so a review tells of it as well as a page.
 */
export const ASPECTS = readText('aspects.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', ...cells] = line.split(/\s\|(?=\s|$)/).map((cell) => cell.trim());
    const [ask, about, settles] = cells.map((words) => new RegExp(words || '(?!)', 'i'));
    return { isSeen: name.endsWith('*'), ask, about, settles };
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
export const TOPICS = readJson<Table<Topic>>('topics.json');
/** What is quoted from the pages by a name: patterns. */
export const QUOTES = readJson<Table<string>>('quotes.json');
export const TALK = readJson<Table<{ says: string; person?: boolean }>>('talk.json');

/** By an error's code, what is said of it. */
export const FAILURES = readJson<Table<string>>('failures.json');

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
