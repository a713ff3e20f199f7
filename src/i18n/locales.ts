// Lists the languages and chooses the visitor's. It reads no browser global: the languages of the page and the browser
// come in as arguments.

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

/** Other tags of our languages, in lower case. */
const ALIASES: { readonly [Tag in string]: Locale } = {
  pt: 'pt-BR',
  zh: 'zh-CN',
  'zh-hans': 'zh-CN',
  'zh-sg': 'zh-CN',
  'zh-hant': 'zh-TW',
  'zh-hk': 'zh-TW',
  'zh-mo': 'zh-TW',
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
  // Outside Brazil Portuguese is written as in Portugal.
  'pt-ao': 'pt-PT',
  'pt-mz': 'pt-PT',
};

const KNOWN: ReadonlyMap<string, Locale> = new Map([
  ...(['en', ...LOCALES] as const).map((tag): [string, Locale] => [tag.toLowerCase(), tag]),
  ...Object.entries(ALIASES),
]);

export interface LocaleHints {
  /** `data-lang`; "auto" counts as none. */
  choice?: string | null;
  /** `<html lang>`. WordPress writes `de_DE_formal`. */
  page?: string | null;
  /** `navigator.languages`. */
  browser?: readonly string[];
}

export interface ResolvedLocale {
  /** The language of the messages. */
  locale: Locale;
  /** The tag for numbers and dates: the one that was asked for ("de-AT") if Intl knows it, else `locale`. */
  format: string;
  dir: 'ltr' | 'rtl';
}

/** Takes the first hint that we have a language for: the owner's choice, the page's, the browser's; else English. */
export function resolveLocale(hints: LocaleHints): ResolvedLocale {
  const choice = hints.choice === 'auto' ? null : hints.choice;
  for (const hint of [choice, hints.page, ...(hints.browser ?? [])]) {
    const tag = normalise(hint ?? '');
    const locale = matchLocale(tag);
    if (locale) return { locale, format: formatTag(tag, locale), dir: dirOf(locale) };
  }
  return { locale: 'en', format: 'en', dir: 'ltr' };
}

/** The language for one tag, or null. Tries the whole tag, then drops its last subtag again and again. */
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
      // Refuse a tag that is another language to Intl than the messages: dates and text would differ. Ask PluralRules,
      // which knows the same tags: the first call of a date or number format takes 10 ms and more.
      const known = Intl.PluralRules.supportedLocalesOf([candidate])[0];
      if (known && matchLocale(known) === locale) return known;
    } catch {
      // The tag isn't well-formed; a shorter one may be.
    }
  }
  return locale;
}
