// One language at work: `t` for messages, Intl for the rest. English at once; another language replaces it
// when its chunk has come, the owner's own wording stands above both, key by key.

import { createFormatters, type Formatters } from './format.ts';
import { type Locale, type LocaleHints, type ResolvedLocale, resolveLocale } from './locales.ts';
import {
  ENGLISH,
  type MessageKey,
  type MessageParams,
  type Messages,
  type Plural,
} from './messages.ts';

/** The owner's wording (`data-strings`): any keys, checked one by one. */
export type Overrides = { readonly [Key in MessageKey]?: string | Plural };

export type Translate = <Key extends MessageKey>(
  key: Key,
  ...params: Record<string, never> extends MessageParams<Key> ? [] : [MessageParams<Key>]
) => string;

export interface I18nOptions {
  hints: LocaleHints;
  overrides?: Overrides;
  /** Fetches a language's table; rejects when it can't be had, and English stays. */
  load?: (locale: Exclude<Locale, 'en'>) => Promise<Partial<Messages>>;
  timeZone?: string;
}

export interface I18n {
  readonly t: Translate;
  readonly format: Formatters;
  /** What was asked for. Messages are in it once `ready` has settled. */
  readonly locale: Locale;
  /** For `lang` attributes: the language that the messages are in now. */
  readonly lang: Locale;
  readonly dir: 'ltr' | 'rtl';
  /** Settles, never rejects, when the language has come or has failed to. */
  readonly ready: Promise<void>;
  /** Called when the messages change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  setOverrides(overrides: Overrides): void;
  /** Another language from now on; what stands stays until it has come. */
  setHints(hints: LocaleHints): void;
  close(): void;
}

export function createI18n(options: I18nOptions): I18n {
  let asked = resolveLocale(options.hints);
  const listeners = new Set<() => void>();
  let overrides = options.overrides ?? {};
  let loaded: Partial<Messages> = {};
  // Until the language has come, English text must not stand between another language's dates and directions.
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

  return {
    t: (key, ...[params]) =>
      fill(
        [
          [overrides[key], now.locale],
          [loaded[key], now.locale],
          [ENGLISH[key], 'en'],
        ],
        params ?? {},
        (value) => format.number(value),
      ),
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
