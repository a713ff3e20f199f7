// A message is cut into clauses; and what a clause's words alone tell of it: whether it asks, whether for yes or no.

import { fold } from '../../gateway/agent.ts';
import { WORDS } from './data.ts';
import { type Item, isNamed } from './items.ts';

const MOST_CLAUSES = 6;
export const MOST_LETTERS = 2_000;
const { soft, starts, asks, polar, wh, mine, seeking } = WORDS.clauses;
const SOFT = new RegExp(`^(?:(?:${soft})[,!. ]+)+(?=\\S)`, 'i');
const JOINTS = new RegExp(
  String.raw`(?:,| and| but| then| plus|, and|, but)+ (?=(?:first )?(?:${starts})\b(?! (?:one|two|blue)))`,
  'i',
);
const [ASKS, POLAR] = [asks, polar].map((words) => new RegExp(`^(?:${words})\\b`));
const [WH, MINE, SEEKING] = [wh, mine, seeking].map(
  (words) => new RegExp(`\\b(?:${words})\\b`, 'i'),
);

/** Without what is said by the way, at its beginning and end. */
export const plain = (clause: string): string =>
  fold(clause)
    .replace(SOFT, '')
    .replace(/[\s,.!?]+$/, '')
    .trim();

export const splitClauses = (text: string): string[] =>
  text
    .slice(0, MOST_LETTERS)
    .split(/(?<=[.!?;])\s+|\n+/)
    .flatMap((sentence) => sentence.trim().split(JOINTS))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
    .slice(0, MOST_CLAUSES);

export const isQuestion = (text: string): boolean =>
  /\?\s*$/.test(text) || ASKS?.test(plain(text)) === true;
/** Asks for yes or no. */
export const isPolar = (text: string): boolean => POLAR?.test(plain(text)) === true;
/** Asks for yes or no somewhere, and for nothing else: "it came yesterday, can I return it". */
export const asksYesOrNo = (text: string): boolean =>
  !WH?.test(text) && (isPolar(text) || MINE?.test(text) === true);
/** Asks for a thing of its own: "do you have a backpack". */
export const asksFor = ({ items, text }: { items: readonly Item[]; text: string }): boolean =>
  items.some(isNamed) || SEEKING?.test(text) === true;
