// The words of a text as the full-text index compares them: without those that stand in every sentence of its language, by
// their stems, without accents. The language is the one whose commonest words the text has most of.

import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import {
  ara,
  dan,
  deu,
  eng,
  fin,
  fra,
  hun,
  ita,
  nld,
  nob,
  por,
  ron,
  rus,
  spa,
  swe,
  tur,
} from 'stopword';

/** The stop words of a language, and its stemmer. */
export interface Language {
  common: ReadonlySet<string>;
  stem(word: string): string;
}

/** In the order in which they are chosen where two fit as well. */
const LANGUAGES: readonly Language[] = (
  [
    [eng, english],
    [deu, german],
    [fra, french],
    [spa, spanish],
    [por, portuguese],
    [ita, italian],
    [nld, dutch],
    [swe, swedish],
    [dan, danish],
    [nob, norwegian],
    [fin, finnish],
    [hun, hungarian],
    [ron, romanian],
    [rus, russian],
    [tur, turkish],
    [ara, arabic],
  ] as const
).map(([common, stem]) => ({ common: new Set(common), stem }));

/** Common words that a text must have, before it counts as of a language. */
const MIN_COMMON = 2;
/** Characters of a text whose language is judged; more don't change the answer. */
const MAX_JUDGED_CHARS = 4000;
const MAX_WORD_CHARS = 60;

/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Particles and endings of Japanese, which stand in every sentence. */
const PARTICLE = /^\p{sc=Hiragana}{1,2}$/u;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Null where it can't be told, or has no stemmer here. */
export function languageOf(text: string): Language | null {
  const words = wordsOf(text.slice(0, MAX_JUDGED_CHARS));
  let best: Language | null = null;
  let most = MIN_COMMON - 1;
  for (const language of LANGUAGES) {
    const count = words.filter((word) => language.common.has(word)).length;
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}

/** In their order, each as often as it stands there. */
export function termsOf(text: string, language: Language | null): string[] {
  return wordsOf(text).flatMap((word) => {
    if (word.length > MAX_WORD_CHARS || language?.common.has(word)) return [];
    // A text that is too short to tell: both sides lose an English ending, which does no other word much harm.
    return [withoutAccents((language?.stem ?? english)(word))];
  });
}

function wordsOf(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase().replaceAll('’', "'");
  if (!UNSPACED.test(lower)) return lower.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return Array.from(segmenter.segment(lower)).flatMap(({ segment, isWordLike }) =>
    isWordLike === true && !PARTICLE.test(segment) ? [segment] : [],
  );
}

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{Mn}/gu, '');
