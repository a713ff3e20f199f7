// Which languages there are, and which of them a visitor gets. Knows no browser global: what the page and
// the browser say comes in as arguments.

export const LOCALES = [
  'ja',
  'de',
  'es',
  'fr',
  'pt-BR',
  'it',
  'nl',
  'ru',
  'pl',
  'fa',
  'zh-CN',
  'zh-TW',
  'tr',
  'id',
  'vi',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'ro',
  'el',
  'ko',
  'uk',
  'he',
  'ar',
  'pt-PT',
  'th',
] as const;
export type TranslatedLocale = (typeof LOCALES)[number];
export type Locale = 'en' | TranslatedLocale;

/** Tags that name one of our languages in other words. Compared in lower case. */
const ALIASES: ReadonlyMap<string, Locale> = new Map([
  ['pt', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-hans', 'zh-CN'],
  ['zh-sg', 'zh-CN'],
  ['zh-hant', 'zh-TW'],
  ['zh-hk', 'zh-TW'],
  ['zh-mo', 'zh-TW'],
  ['no', 'nb'],
  ['nn', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
  // Portuguese outside Brazil is written as in Portugal.
  ['pt-ao', 'pt-PT'],
  ['pt-mz', 'pt-PT'],
] satisfies [string, Locale][]);

const KNOWN: ReadonlyMap<string, Locale> = new Map([
  ...(['en', ...LOCALES] as const).map((tag): [string, Locale] => [tag.toLowerCase(), tag]),
  ...ALIASES,
]);

export interface LocaleHints {
  /** `data-lang`; "auto" is the same as none. */
  choice?: string | null;
  /** `<html lang>`. WordPress writes `de_DE_formal`. */
  page?: string | null;
  /** `navigator.languages`. */
  browser?: readonly string[];
}

export interface ResolvedLocale {
  /** The language of the messages. */
  locale: Locale;
  /** What numbers and dates are written in: the asked-for tag where Intl knows it ("de-AT"), else `locale`. */
  format: string;
  dir: 'ltr' | 'rtl';
}

/** The first hint whose language there is: the owner's choice, the page, the browser, English. */
export function resolveLocale(hints: LocaleHints): ResolvedLocale {
  const choice = hints.choice === 'auto' ? null : hints.choice;
  for (const hint of [choice, hints.page, ...(hints.browser ?? [])]) {
    const tag = normalise(hint ?? '');
    const locale = matchLocale(tag);
    if (locale) return { locale, format: formatTag(tag, locale), dir: dirOf(locale) };
  }
  return { locale: 'en', format: 'en', dir: 'ltr' };
}

/** The language for one tag, or null: exact, then by ever fewer subtags. */
export function matchLocale(tag: string): Locale | null {
  const parts = normalise(tag).toLowerCase().split('-');
  for (; parts.length > 0; parts.pop()) {
    const found = KNOWN.get(parts.join('-'));
    if (found) return found;
  }
  return null;
}

export function dirOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'fa' || locale === 'he' ? 'rtl' : 'ltr';
}

function normalise(tag: string): string {
  // "de_DE_formal", "pt_BR.UTF-8", "de_DE@euro"
  return (tag.split(/[.@]/)[0] ?? '').trim().replaceAll('_', '-');
}

function formatTag(tag: string, locale: Locale): string {
  for (const candidate of [tag, tag.split('-').slice(0, 2).join('-')]) {
    try {
      // A tag of another language than the messages ("no" for nb) would mix two languages.
      // Plural rules know the same tags; the first question to a date or number format takes 10 ms and more.
      const known = Intl.PluralRules.supportedLocalesOf([candidate])[0];
      if (known && matchLocale(known) === locale) return known;
    } catch {
      // Not a well-formed tag; shorter ones may be.
    }
  }
  return locale;
}
