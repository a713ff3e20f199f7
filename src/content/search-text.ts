// What a search compares: a message's words without marks of Markdown, whatever their case and accents; and the words
// around a hit. Pure, and of every script: words are looked for inside of words, since Japanese and Thai part none.

/** Accents, points and vowel signs that people leave out when they search. Not those without which a word is another. */
const ACCENTS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is looked for alone.
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** Letters that are written in two ways, and don't come apart by themselves. */
const ALIKE: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
};
const ODD = /[ıßøłđæœςىیکةـ]/g;
const KATAKANA = /[ァ-ヶ]/g;
/** From a letter of Katakana to the same one of Hiragana. */
const TO_HIRAGANA = 0x60;

/** Before a hit, and of an excerpt in all: letters as a reader counts them. */
const BEFORE = 32;
const EXCERPT = 120;
/** Of a longer text only so much is looked at for an excerpt. */
const MAX_CHARS = 20_000;

/** A text as it is compared. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(ODD, (letter) => ALIKE[letter] ?? letter)
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - TO_HIRAGANA));
}

/** The words that a visitor looks for: all of them have to be there. */
export function wantedWords(typed: string): string[] {
  return fold(typed).split(/\s+/).filter(Boolean);
}

/** One line of a message's words, without its marks of Markdown. */
export function plainLine(markdown: string): string {
  return markdown
    .replace(/^[#>*+-]+ |^\d+[.)] /gm, '')
    .replace(/\]\([^()\s]*\)/g, '')
    .replace(/[*`~[\]]|!\[|__/g, '')
    .replace(/[\s|]+/g, ' ')
    .trim();
}

/** The letters of a text, each with its accents: a folded text has other offsets. */
export function lettersOf(text: string): string[] {
  return [...(text.match(/\P{M}\p{M}*|^\p{M}+/gu) ?? [])];
}

export interface Piece {
  text: string;
  /** It is one of the words that were looked for. */
  isHit: boolean;
}

/**
 * The words around the first hit, in pieces to be joined.
 * @param line as `plainLine` makes it
 * @param wanted as `wantedWords` makes them
 */
export function excerptOf(line: string, wanted: readonly string[]): Piece[] {
  const letters = lettersOf(line.slice(0, MAX_CHARS));
  let whole = '';
  const from: number[] = [];
  letters.forEach((letter, index) => {
    const folded = fold(letter);
    for (let unit = 0; unit < folded.length; unit++) from.push(index);
    whole += folded;
  });
  const isHit = new Uint8Array(letters.length);
  for (const word of wanted) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      isHit.fill(1, from[at], (from[at + word.length - 1] ?? 0) + 1);
    }
  }
  const first = Math.max(0, isHit.indexOf(1));
  let start = Math.max(0, first - BEFORE);
  // Not in the middle of a word, where words are parted.
  if (start > 0) {
    const space = letters.indexOf(' ', start);
    if (space >= 0 && space < first) start = space + 1;
  }
  const end = Math.min(letters.length, start + EXCERPT);
  const pieces: Piece[] = start > 0 ? [{ text: '…', isHit: false }] : [];
  for (let index = start; index < end; index++) {
    const last = pieces.at(-1);
    const text = letters[index] ?? '';
    if (last?.isHit === (isHit[index] === 1)) last.text += text;
    else pieces.push({ text, isHit: isHit[index] === 1 });
  }
  if (end < letters.length || line.length > MAX_CHARS) pieces.push({ text: '…', isHit: false });
  return pieces;
}
