// Gives the widget one language: `t` for messages, Intl for numbers and dates. It starts in English; another language
// replaces it when its chunk has been fetched. The owner's wording, key by key, wins over both.

import { createFormatters, type Formatters } from './format.ts';
import type { LaterKey, LaterTexts } from './later-words.ts';
import { type Locale, type LocaleHints, type ResolvedLocale, resolveLocale } from './locales.ts';
import {
  ENGLISH,
  type MessageKey,
  type MessageParams,
  type Messages,
  type Plural,
} from './messages.ts';

/** The owner's wording (`data-strings`), for any of the keys. */
export type Overrides = { readonly [Key in MessageKey | LaterKey]?: string | Plural };

export type Translate = <Key extends MessageKey>(
  key: Key,
  ...params: Record<string, never> extends MessageParams<Key> ? [] : [MessageParams<Key>]
) => string;

export interface I18nOptions {
  hints: LocaleHints;
  overrides?: Overrides;
  /** Fetches a language's table. If it rejects, English stays. */
  load?: (locale: Exclude<Locale, 'en'>) => Promise<Partial<Messages>>;
  timeZone?: string;
}

export interface I18n {
  readonly t: Translate;
  /** A text of a part that is fetched when it is used, from the table that the part has with it. */
  readonly late: <Key extends LaterKey>(
    table: { readonly [Name in Key]: LaterTexts },
    key: Key,
    params?: Readonly<Record<string, string | number>>,
  ) => string;
  readonly format: Formatters;
  /**
   * The language that was asked for. Messages are in it once `ready` has settled, unless its table couldn't be fetched.
   */
  readonly locale: Locale;
  /** The language of the messages now, for `lang` attributes. */
  readonly lang: Locale;
  readonly dir: 'ltr' | 'rtl';
  /** Resolves once the language has been fetched or could not be. Never rejects. */
  readonly ready: Promise<void>;
  /** Calls the listener when the messages change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  setOverrides(overrides: Overrides): void;
  /** Chooses another language. The present one stays until that has been fetched. */
  setHints(hints: LocaleHints): void;
  close(): void;
}

export function createI18n(options: I18nOptions): I18n {
  let asked = resolveLocale(options.hints);
  const listeners = new Set<() => void>();
  let overrides = options.overrides ?? {};
  let loaded: Partial<Messages> = {};
  // Until the language has been fetched, dates and direction are English too: both must match the text.
  let now: ResolvedLocale =
    asked.locale === 'en' ? asked : { locale: 'en', format: 'en', dir: 'ltr' };
  let format = createFormatters(now.format, options.timeZone);
  let isClosed = false;

  const load = async (): Promise<void> => {
    const wanted = asked;
    let table: Partial<Messages> = {};
    try {
      if (wanted.locale !== 'en') {
        if (!options.load) return;
        table = await options.load(wanted.locale);
      }
    } catch {
      return;
    }
    if (isClosed || wanted !== asked || wanted === now) return;
    loaded = table;
    now = wanted;
    format = createFormatters(now.format, options.timeZone);
    for (const listener of listeners) listener();
  };
  let ready = load();

  const say = (
    key: MessageKey | LaterKey,
    own: string | Plural | undefined,
    english: string | Plural,
    params: Readonly<Record<string, string | number>> = {},
  ): string =>
    fill(
      [
        [overrides[key], now.locale],
        [own, now.locale],
        [english, 'en'],
      ],
      params,
      (value) => format.number(value),
    );

  return {
    t: (key, ...[params]) => say(key, loaded[key], ENGLISH[key], params),
    late: (table, key, params) => say(key, table[key][now.locale], table[key].en, params),
    get format() {
      return format;
    },
    get locale() {
      return asked.locale;
    },
    get lang() {
      return now.locale;
    },
    get dir() {
      return now.dir;
    },
    get ready() {
      return ready;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setOverrides(next) {
      overrides = next;
      for (const listener of listeners) listener();
    },
    setHints(hints) {
      const next = resolveLocale(hints);
      if (next.locale === asked.locale && next.format === asked.format) return;
      asked = next;
      ready = load();
    },
    close() {
      isClosed = true;
      listeners.clear();
    },
  };
}

type Candidate = readonly [string | Plural | undefined, Locale];

function fill(
  candidates: readonly Candidate[],
  params: Readonly<Record<string, string | number>>,
  number: (value: number) => string,
): string {
  for (const [message, locale] of candidates) {
    if (message === undefined) continue;
    const text =
      typeof message === 'string'
        ? message
        : (message[pluralRules(locale).select(Number(params.n))] ?? message.other);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (!Object.hasOwn(params, name)) return whole;
      const value = params[name];
      return typeof value === 'number' ? number(value) : (value ?? whole);
    });
  }
  return '';
}

const rules = new Map<Locale, Intl.PluralRules>();

function pluralRules(locale: Locale): Intl.PluralRules {
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, rule);
  return rule;
}
