// Words of a part of the panel that is fetched when it is needed first: in English beside that part, in all other
// languages in one file of their own, so that no visitor who never meets the part has them.

import type { Locale, TranslatedLocale } from './locales.ts';

/** A part's words by language; English is not among them. */
export type OwnTables<Words> = Readonly<Record<TranslatedLocale, Words>>;

/**
 * The text for a key: the owner's wording, else the language's, else English.
 * @param params stand between braces in the text
 */
export function pickWord<Key extends string>(
  key: Key,
  english: Readonly<Record<Key, string>>,
  tables: OwnTables<Readonly<Record<Key, string>>> | null,
  lang: string,
  /** Empty where the owner has none. */
  own: (key: string) => string,
  params: Readonly<Record<string, string>> = {},
): string {
  const table = tables?.[lang as Exclude<Locale, 'en'>];
  const text = (own(key) || table?.[key]) ?? english[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? (params[name] ?? whole) : whole,
  );
}
