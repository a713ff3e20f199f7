// The door of the i18n room.

export { CARD_WORDS, type CardWord, type CardWords } from './card-words.ts';
export { createFormatters, type Formatters } from './format.ts';
export { createI18n, type I18n, type I18nOptions, type Overrides, type Translate } from './i18n.ts';
export { LATER_KEYS, type LaterKey, type LaterTable } from './later-words.ts';
export { loadLocale } from './load-locale.ts';
export {
  dirOf,
  LOCALES,
  type Locale,
  type LocaleHints,
  matchLocale,
  type ResolvedLocale,
  resolveLocale,
  type TranslatedLocale,
} from './locales.ts';
export type { MessageKey, MessageParams, Messages, Plural } from './messages.ts';
export { type ParsedOverrides, parseOverrides } from './overrides.ts';
export { type OwnTables, pickWord } from './own-words.ts';
export { relativeTime } from './relative.ts';
// wording.ts stands beside this door: only the rows need it, and what is named here comes with the engine.
