// The desk in one language: `t` for texts, Intl for numbers and times. English is there at once, another language when its
// chunk has come; until then, and where it can't be fetched, English stays.

import { createFormatters, type Formatters, relativeTime } from '../../src/i18n/index.ts';
import { ENGLISH, type MessageKey, type Messages, type Params, type Plural } from './messages.ts';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
} as const;
export type Language = keyof typeof LANGUAGES;

export type Translate = <Key extends MessageKey>(
  key: Key,
  ...params: Record<string, never> extends Params<Key> ? [] : [Params<Key>]
) => string;

export interface Texts {
  language: Language;
  t: Translate;
  format: Formatters & {
    /** "3 minutes ago". Both Unix milliseconds. */
    relative(at: number, now: number): string;
  };
}

/** The first of the wanted languages that there is. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = (Object.keys(LANGUAGES) as Language[]).find(
      (language) => language === tag.toLowerCase().split('-')[0],
    );
    if (known !== undefined) return known;
  }
  return 'en';
}

export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return ENGLISH;
    case 'de':
      return (await import('./locales/de.ts')).default;
    case 'es':
      return (await import('./locales/es.ts')).default;
    case 'fr':
      return (await import('./locales/fr.ts')).default;
    case 'pt':
      return (await import('./locales/pt.ts')).default;
  }
}

export function createTexts(language: Language, messages: Messages): Texts {
  const format = createFormatters(language);
  const rules = new Intl.PluralRules(language);
  const translate = (key: MessageKey, params: Readonly<Record<string, string | number>> = {}) => {
    const value: string | Plural = messages[key];
    const text =
      typeof value === 'string' ? value : (value[rules.select(Number(params.n))] ?? value.other);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const param = params[name];
      return param === undefined ? whole : typeof param === 'number' ? format.number(param) : param;
    });
  };
  return {
    language,
    format: { ...format, relative: (at, now) => relativeTime(format, at, now) },
    t: translate as Translate,
  };
}
