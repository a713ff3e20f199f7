// What a composer offers while somebody types: colleagues after @, saved replies after / at the beginning. Pure.

import type { Colleague, SavedReply } from '../../gateway/desk-types.ts';

export interface Trigger {
  mark: '@' | '/';
  words: string;
  /** Where the mark stands. */
  from: number;
}

const MOST = 8;

/** @param before the text up to the caret */
export function triggerIn(before: string): Trigger | null {
  const [, slash] = /^\/([^\n]{0,40})$/.exec(before) ?? [];
  if (slash !== undefined) return { mark: '/', words: slash, from: 0 };
  const [, at] = /(?:^|\s)@([^\s@]{0,40})$/.exec(before) ?? [];
  return at === undefined ? null : { mark: '@', words: at, from: before.length - at.length - 1 };
}

const has = (text: string, words: string) =>
  text.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());

export const findColleagues = (all: readonly Colleague[], words: string) =>
  all.filter(({ name }) => has(name, words)).slice(0, MOST);

/** Those in the visitor's language or any, then the others. */
export function findReplies(
  all: readonly SavedReply[],
  words: string,
  language: string,
  most: number = MOST,
) {
  const fits = (reply: SavedReply) => reply.language === '' || reply.language === language;
  return all
    .filter(({ name, text }) => has(name, words) || has(text, words))
    .toSorted((one, other) => Number(fits(other)) - Number(fits(one)))
    .slice(0, most);
}

/** The people whom a note names as @Name. */
export const mentionsIn = (text: string, all: readonly Colleague[]): string[] =>
  all.filter(({ name }) => text.includes(`@${name}`)).map(({ person_id }) => person_id);

/** The first word after @ that begins no colleague's name, as it is written. Null: there is none. */
export function strangerIn(text: string, all: readonly Colleague[]): string | null {
  for (const { 0: called, index } of text.matchAll(/(?<!\S)@[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)) {
    const rest = text.slice(index + 1);
    if (!all.some(({ name }) => rest.startsWith(name))) return called;
  }
  return null;
}

const FIELD = /\{(visitor\.name|page\.title|me\.name)\}/g;

/** A field that stands in a text as it is: a visitor shouldn't read it. Null: none does. */
export const unfilledIn = (text: string): string | null => text.match(FIELD)?.[0] ?? null;

/** `{visitor.name}` and the like; one that nobody knows stays, so that it is seen. */
export const fillFields = (text: string, fields: Readonly<Record<string, string>>): string =>
  text.replace(FIELD, (whole, name: string) => fields[name] || whole);
