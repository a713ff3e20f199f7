// The languages beside English: `data/languages` has what the catalogue's words are called, what a skill is asked with, and how its
// answer is worded. Product words become English ones; the skill is guessed by the examples' own words.

import { fold, tokens as wordsOf } from '../../gateway/agent.ts';
import { readText } from './data.ts';
import { createGuesser, type Guesser, train } from './learn.ts';
import { lex, mask } from './lexer.ts';
import { REGIONS, regionName } from './places.ts';

interface Data {
  /** English, or nothing for what is passed over → what it is called. */
  means: Readonly<Record<string, string>>;
  /** Skill → examples, with a bar between. */
  asks: Readonly<Record<string, string>>;
  says: Readonly<Record<string, string>>;
}
export interface Tongue {
  language: string;
  says: Data['says'];
  guess: Guesser;
  /** The same words, where they are the catalogue's in English. */
  translate: (text: string) => string;
  /** How many words of a translated text no example has. */
  unknownIn: (text: string) => number;
  /** Whether a word as it is said belongs to it. */
  has: (word: string) => boolean;
  isSlot: (word: string) => boolean;
  nameOf: (english: string) => string;
  countryOf: (english: string) => string;
}
export const TONGUES = ['de', 'fr', 'es', 'nl'];
const SHORT = 4;

/** As it is written, and as many write it in a chat: without accents. */
function spellings(text: string): string[] {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  return bare === text || bare.length < 3 ? [text] : [text, bare];
}

const known = new Map<string, Tongue>();
export function tongueOf(language: string | null): Tongue | null {
  if (language === null || !TONGUES.includes(language)) return null;
  const tongue = known.get(language) ?? createTongue(language);
  known.set(language, tongue);
  return tongue;
}

function createTongue(language: string): Tongue {
  const { means, asks, says } = JSON.parse(readText(`languages/${language}.json`)) as Data;
  const english = new Map(
    Object.entries(means).flatMap(([word, said]) =>
      said.split(', ').flatMap((one) => spellings(one).map((own) => [own, word] as const)),
    ),
  );
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  const countries = new Map(REGIONS.map((code) => [regionName(code), regions.of(code) ?? code]));
  for (const [name, own] of countries) english.set(fold(own), name);
  const longest = [...english.keys()].sort((a, b) => b.length - a.length);
  const any = new RegExp(`(?<![\\p{L}'])(?:${longest.join('|')})(?:(?<=')|(?![\\p{L}]))`, 'gu');
  const hello = asks.greet?.split(' | ').join('|');
  const polite = new RegExp(
    `^(?:${hello}|${asks.thanks?.split(' | ').join('|')})[,!. ]+(?=\\p{L})`,
    'u',
  );
  const begins = new Set(
    Object.values(asks).flatMap((texts) => texts.split(' | ').map((text) => text.split(' ')[0])),
  );
  const translate = (text: string) =>
    fold(text)
      .replace(polite, '')
      .replace(/-(?=\p{L})/gu, ' ')
      .replace(any, (word) => ` ${english.get(word) ?? word} `)
      .replace(/\s+/g, ' ')
      .replace(/\s(?=[.,?!])/g, '')
      .replace(/\ba(?=\s*[.,?!]*$)/, 'one')
      .replace(/,? and (?=(\p{L}{3,}))/gu, (all, next: string) => (begins.has(next) ? '. ' : all))
      .trim();
  const slots = new Set([...english.values()].flatMap((word) => wordsOf(word)));
  const examples = Object.entries(asks).flatMap(([skill, texts]) =>
    texts
      .split(' | ')
      .flatMap(spellings)
      .map((text) => ({ skill, text: mask(lex(translate(text), [])) })),
  );
  const words = new Set(examples.flatMap(({ text }) => wordsOf(text)));
  const said = new Set([...english.keys()].flatMap((word) => wordsOf(word)));
  const skills = Object.keys(asks);
  const byWords = train(examples, skills, null, 0);
  const stored = { key: '', skills, vocabulary: words, meaning: byWords, byWords, vectorSize: 0 };
  return {
    ...{ language, says, translate, guess: createGuesser(stored, () => null) },
    unknownIn: (text) =>
      wordsOf(text).filter(
        (word) => word.length >= SHORT && !words.has(word) && !slots.has(word) && !/\d/.test(word),
      ).length,
    has: (word) => words.has(word) || said.has(word),
    isSlot: (word) => slots.has(word),
    nameOf: (word) => means[word]?.split(', ')[0] ?? word,
    countryOf: (name) => countries.get(name.replace(/^the /, '')) ?? name,
  };
}
