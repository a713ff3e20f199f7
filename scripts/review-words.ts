// npm run words [-- --apply]: keeps src/i18n/review/words.json, in which native speakers review the words that carry a risk.
// Without an option it takes the words from the tables; with --apply it writes what was changed there back into them.
// A review holds for what was read: a word that changes, here or in English, waits for the next reader.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const I18N = join(ROOT, 'src/i18n');
export const REVIEW_FILE = join(I18N, 'review/words.json');

/** What goes wrong where such a word is misunderstood, and the names of the texts. */
const RISKS: readonly (readonly [risk: string, names: RegExp])[] = [
  [
    'Something is done that the visitor did not want',
    /^(allow|dontAllow|deny|exactly|cantUndo|ask|runHere)/,
  ],
  ['A conversation is lost that should stay, or stays that should go', /^(clear|delete)/],
  [
    'A message or a step is done twice, or not at all',
    /^(notConfirmed|check|checking|sendAgain|mayRepeat|sentTwice|notSent|retry|toolUnclear|unposted|editNote|discard)$/,
  ],
  [
    'The visitor pays, or waits for what does not come',
    /^(paused|unanswered|noAnswer|nextUnanswered|nextCut|nextFile)$/,
  ],
  [
    'Something private goes where the visitor does not expect it',
    /^(voiceNote|formNote|noCardNumber|forgetful|linkQuestion)$/,
  ],
];

type Text = string | Readonly<Record<string, string>>;

interface Word {
  /** From src/i18n: where the words stand. `{tag}` is the language. */
  file: string;
  texts: ReadonlyMap<string, Text>;
}

export const UNREVIEWED = 'unreviewed';

interface Reviewed {
  words: Text;
  review: string;
}

interface Entry {
  risk: string;
  file: string;
  english: Text;
  languages: Record<string, Reviewed>;
}

export type Review = Record<string, Entry>;

/** All texts of the chat by their names, from all tables. */
async function readTables(): Promise<Map<string, Word>> {
  const load = async (file: string) => import(join(I18N, file));
  const words = new Map<string, { file: string; texts: Map<string, Text> }>();
  const add = (file: string, key: string, tag: string, text: Text): void => {
    const word = words.get(key) ?? { file, texts: new Map<string, Text>() };
    word.file = file;
    word.texts.set(tag, text);
    words.set(key, word);
  };
  const addAll = (file: string, tag: string, table: Readonly<Record<string, Text>>): void => {
    for (const [key, text] of Object.entries(table)) add(file, key, tag, text);
  };
  addAll('messages.ts', 'en', (await load('messages.ts')).ENGLISH);
  addAll('card-words.ts', 'en', (await load('card-words.ts')).CARD_WORDS);
  for (const file of readdirSync(join(I18N, 'locales')).toSorted()) {
    addAll('locales/{tag}.ts', file.replace('.ts', ''), (await load(`locales/${file}`)).default);
  }
  const cards: Record<string, Record<string, string>> = (await load('card-tables.ts')).default;
  for (const [tag, table] of Object.entries(cards)) addAll('card-tables.ts', tag, table);
  for (const name of readdirSync(join(I18N, 'later')).toSorted()) {
    const table: Record<string, Record<string, string>> = (await load(`later/${name}`)).default;
    for (const [key, texts] of Object.entries(table)) {
      for (const [tag, text] of Object.entries(texts)) add(`later/${name}`, key, tag, text);
    }
  }
  return words;
}

/** The file as it has to be: the words of the tables, and the reviews that still hold. */
export async function writeReview(before: Review): Promise<Review> {
  const review: Review = {};
  const tables = await readTables();
  for (const [risk, names] of RISKS) {
    for (const [key, { file, texts }] of tables) {
      const english = texts.get('en');
      if (!names.test(key) || key in review || english === undefined) continue;
      const languages: Entry['languages'] = {};
      for (const tag of [...texts.keys()].filter((one) => one !== 'en').toSorted()) {
        const words = texts.get(tag) ?? '';
        const old = before[key]?.languages[tag];
        const isRead = isSame(before[key]?.english, english) && isSame(old?.words, words);
        languages[tag] = { words, review: isRead ? (old?.review ?? UNREVIEWED) : UNREVIEWED };
      }
      review[key] = { risk, file, english, languages };
    }
  }
  return review;
}

export interface Change {
  key: string;
  tag: string;
  /** From src/i18n. */
  file: string;
  words: string;
}

/** What a translator has changed in the file. */
export async function findChanges(review: Review): Promise<Change[]> {
  const tables = await readTables();
  return Object.entries(review).flatMap(([key, { file, languages }]) =>
    Object.entries(languages).flatMap(([tag, { words }]) => {
      const now = tables.get(key)?.texts.get(tag);
      if (typeof words !== 'string' || now === undefined || isSame(now, words)) return [];
      return [{ key, tag, words, file: file.replace('{tag}', tag) }];
    }),
  );
}

/** A table's source with one text changed. Throws where it doesn't stand there as one literal. */
export function changeText(source: string, { key, tag, file, words }: Change): string {
  const path = file.startsWith('later/')
    ? [key, tag]
    : file === 'card-tables.ts'
      ? [tag, key]
      : [key];
  let at = 0;
  for (const name of path) {
    const found = new RegExp(`\\n\\s*['"]?${name}['"]?:\\s*`).exec(source.slice(at));
    if (!found) throw new Error(`${file} has no ${name}.`);
    at += found.index + found[0].length;
  }
  const literal = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/.exec(source.slice(at));
  if (!literal) throw new Error(`${key} of ${file} is more than one text: change it there.`);
  const quoted = words.includes("'")
    ? JSON.stringify(words)
    : `'${words.replaceAll('\\', '\\\\')}'`;
  return source.slice(0, at) + quoted + source.slice(at + literal[0].length);
}

export function readReview(): Review {
  try {
    return JSON.parse(readFileSync(REVIEW_FILE, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** One language a line, so that a change is seen as one. */
export function printReview(review: Review): string {
  const entries = Object.entries(review).map(([key, { risk, file, english, languages }]) => {
    const lines = Object.entries(languages).map(
      ([tag, one]) => `      ${JSON.stringify(tag)}: ${JSON.stringify(one)}`,
    );
    const fields = [
      `    "risk": ${JSON.stringify(risk)}`,
      `    "file": ${JSON.stringify(file)}`,
      `    "english": ${JSON.stringify(english)}`,
      `    "languages": {\n${lines.join(',\n')}\n    }`,
    ];
    return `  ${JSON.stringify(key)}: {\n${fields.join(',\n')}\n  }`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}

function isSame(one: Text | undefined, other: Text | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

if (import.meta.main) {
  const review = readReview();
  const isApplied = process.argv.includes('--apply');
  const changes = isApplied ? await findChanges(review) : [];
  for (const change of changes) {
    const path = join(I18N, change.file);
    writeFileSync(path, changeText(readFileSync(path, 'utf8'), change));
    console.log(`${change.tag}: ${change.key} is now “${change.words}”.`);
  }
  // The tables have been read before they were changed, and a module is read once: what was applied is as the file has it.
  if (changes.length === 0) writeFileSync(REVIEW_FILE, printReview(await writeReview(review)));
  console.log(
    changes.length === 0
      ? 'src/i18n/review/words.json has the words of the tables.'
      : 'Now run npm run format and npm test.',
  );
}
