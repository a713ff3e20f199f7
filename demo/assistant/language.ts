// Notices a message in another language than English, and says in that language, kindly, that only English is spoken here.

import { eld } from 'eld/small';
import { tokens } from '../../gateway/agent.ts';
import { readText } from './data.ts';
import { TONGUES, tongueOf } from './tongues.ts';

/** One sentence each, to which the addresses of the shop's people are added; a greeting alone tells the language, too. */
const LINES = readText('languages.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const [, language = '', words = '', sentence = ''] = /^(\w+) (\S+) \| (.*)$/.exec(line) ?? [];
    return { language, words: words.split(','), sentence };
  });

/** Where the detector needs letters that a script alone gives. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['th', /\p{Script=Thai}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['hi', /\p{Script=Devanagari}/u],
];
/** Another language must be likelier than English by so much. */
const MARGIN = 0.1;

/** A language where the message is clearly not English, null otherwise. `names`: words of the catalogue. */
export function detectLanguage(
  text: string,
  vocabulary: ReadonlySet<string>,
  names: readonly string[] = [],
  before: string | null = null,
): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return before;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([, of]) => of.test(text))?.[0];
  const found = eld.detect(text);
  if (latin * 2 < letters) return script ?? (found.language || 'other');
  const words = tokens(text).filter((word) => !/\d/.test(word));
  const known = new Set(names.flatMap(tokens));
  const english = words.filter((word) => vocabulary.has(word) || known.has(word)).length;
  const greeting = LINES.find((line) => words.some((word) => line.words.includes(word)));
  if (greeting && english * 2 <= words.length) {
    return LINES.some(({ language }) => language === found.language) && found.isReliable()
      ? found.language
      : greeting.language;
  }
  // Too short to tell: the conversation goes on in its language.
  const isShort = words.length < 4 && before !== null && TONGUES.includes(before);
  if (isShort && english * 2 < words.length) return before;
  // What its examples have is surer than how its letters look.
  const own = TONGUES.map((language) => ({
    language,
    hits: words.filter((word) => tongueOf(language)?.has(word)).length,
  })).sort((a, b) => b.hits - a.hits)[0];
  if (
    own &&
    own.hits > english &&
    own.hits > words.length * (found.language === own.language ? 0.4 : 0.7) &&
    words.length > 1
  )
    return own.language;
  const scores = found.getScores();
  const isForeign = found.language !== 'en' && found.isReliable();
  const isLikelier = (scores[found.language] ?? 0) - (scores.en ?? 0) >= MARGIN;
  const isKnown = LINES.some(({ language }) => language === found.language);
  if (!isForeign || !isLikelier || !isKnown || words.length < 2) return null;
  return english * 2 < words.length ? found.language : null;
}

/** One kind sentence in that language, and how people are reached. */
export function politeLine(language: string, people: string): string {
  const line = LINES.find((one) => one.language === language)?.sentence;
  return `${line ?? "I'm sorry, I only speak English, but our people will gladly help:"} ${people.replace(' or ', ' / ').replace(/ \(.*\)$/, '')}`;
}
