// Notices a message in another language than English, and says in that language, kindly, that only English is spoken here.

import { eld } from 'eld/small';
import { tokens } from '../../gateway/agent.ts';
import { readText } from './data.ts';

/** `language words | sentence`: the words tell a language even in a short message; people's addresses follow the sentence. */
const LINES = readText('languages.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const [, language = '', words = '', sentence = ''] = /^(\w+) (\S+) \| (.*)$/.exec(line) ?? [];
    return { language, words: words.split(','), sentence };
  });
const lineOf = (language: string) => LINES.find((line) => line.language === language);

/**
 * A language where the message is clearly not English, null otherwise.
 * @param isEnglish whether a word is one of the examples or of the catalogue
 * @param before the language of the message before
 */
export function detectLanguage(
  text: string,
  isEnglish: (word: string) => boolean,
  before: string | null,
): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters < 2) return before;
  const found = eld.detect(text);
  if (latin * 2 < letters) return found.language || 'other';
  const words = tokens(text).filter((word) => !/\d/.test(word));
  const isFound = found.language !== 'en' && found.isReliable() && lineOf(found.language);
  const [own] = LINES.map(({ language, words: its }) => {
    const rest = words.filter((word) => !its.includes(word));
    return { language, hits: words.length - rest.length, english: rest.filter(isEnglish).length };
  }).sort((a, b) => b.hits - a.hits);
  if (own && own.hits > 0 && own.hits >= own.english)
    return isFound ? found.language : own.language;
  const english = words.filter(isEnglish).length;
  if (english * 2 > words.length) return null;
  // Too short to tell: the conversation goes on in its language.
  if (words.length < 4 && before !== null && english * 2 < words.length) return before;
  return isFound && words.length > 1 ? found.language : null;
}

/** One kind sentence in that language, and how people are reached. */
export function politeLine(language: string, people: string): string {
  const line =
    lineOf(language)?.sentence ??
    "I'm sorry, I only speak English, but our people will gladly help:";
  return `${line} ${people.replace(' or ', ' / ').replace(/ \(.*\)$/, '')}`;
}
