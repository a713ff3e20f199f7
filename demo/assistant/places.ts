// Countries and cities in a visitor's words. The names of countries are the platform's own, other names stand in
// `data/places.txt`; to which countries the shop ships, its pages say.

import { readText } from './data.ts';

export interface Country {
  name: string;
  /** The words that named it. */
  said: string;
  isInUnion: boolean;
}

/** "CODE word word_word", a country a line; "*" marks those of the European Union. */
const LINES = readText('places.txt').trim().split('\n');
const UNION = new Set(LINES.flatMap((line) => /^(\w\w)\*/.exec(line)?.[1] ?? []));
const NAMES = new Map<string, string>();
const inEnglish = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
  const name = /^(?:EU|EZ|UN|X.|ZZ|UK)$/.test(code) ? undefined : inEnglish.of(code);
  // Old codes have a country's name, too: FX was France.
  const isCurrent = new Intl.Locale(`und-${code}`).region === code;
  if (name !== undefined && isCurrent) NAMES.set(name.toLowerCase(), code);
}
for (const line of LINES) {
  const [code = '', ...names] = line.split(' ');
  for (const name of names) NAMES.set(name.replace('_', ' '), code.slice(0, 2));
}
const ANY = new RegExp(
  `\\b(?:${[...NAMES.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'i',
);

/** Every word of a name. */
export const COUNTRY_NAMES = new Set([...NAMES.keys()].flatMap((name) => name.split(' ')));

export function findCountry(text: string): Country | null {
  // "Can you tell us" asks for no country.
  const plain = text.replace(/\b(?:tell|give|help|show|let|contact|reach|call|of) us\b/gi, ' ');
  const said = ANY.exec(plain)?.[0].toLowerCase() ?? '';
  const code = NAMES.get(said);
  if (code === undefined) return null;
  const name = inEnglish.of(code) ?? code;
  const article = /^United|Netherlands$/.test(name) ? 'the ' : '';
  return { name: `${article}${name}`, said, isInUnion: UNION.has(code) };
}
