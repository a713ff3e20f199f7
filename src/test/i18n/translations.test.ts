// All languages by one measure. That each has every key, and plural forms where English has them, is the
// compiler's to say; this looks at what stands in them.

import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPseudoLocale } from '../../../test/doubles/pseudo-locale.ts';
import { createI18n, LOCALES, loadLocale, type MessageKey } from '../../i18n/index.ts';
import { ENGLISH, type Plural } from '../../i18n/messages.ts';

const KEYS = Object.keys(ENGLISH) as MessageKey[];
/** Greek and Ukrainian are the longest. A language is fetched when it is needed. */
const MAX_BYTES = 2_200;
/** Counts that a visitor can meet. */
const COUNTS = Array.from({ length: 10_000 }, (_, n) => n);

const textsOf = (message: string | Plural): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Words that are the same in that language, for good reason. */
const SAME_AS_ENGLISH = 16;

describe.each(LOCALES)('%s', (tag) => {
  it('has every text and no other, each with the names that English has', async () => {
    const table = await loadLocale(tag);
    expect(Object.keys(table)).toEqual(KEYS);
    for (const key of KEYS) {
      const message: string | Plural = table[key];
      const english: string | Plural = ENGLISH[key];
      if (typeof message === 'string') {
        expect(namesIn(message), key).toEqual(typeof english === 'string' ? namesIn(english) : []);
        continue;
      }
      for (const [form, text] of Object.entries(message)) {
        // "One message" may say its number in words; more may not.
        const isWorded = ['zero', 'one', 'two'].includes(form) && namesIn(text).length === 0;
        if (!isWorded) expect(namesIn(text), `${key}.${form}`).toEqual(['{n}']);
      }
    }
  });

  it('has exactly the plural forms that its numbers need', async () => {
    const table = await loadLocale(tag);
    const rules = new Intl.PluralRules(tag);
    const needed = new Set<string>([...COUNTS.map((n) => rules.select(n)), 'other']);
    const known = new Set<string>(rules.resolvedOptions().pluralCategories);
    for (const key of KEYS) {
      const message: string | Plural = table[key];
      if (typeof message === 'string') continue;
      const forms = Object.keys(message);
      for (const form of needed) expect(forms, key).toContain(form);
      for (const form of forms) expect(known.has(form), `${key}.${form}`).toBe(true);
    }
  });

  it('is translated, tidy and short', async () => {
    const table = await loadLocale(tag);
    const texts = KEYS.flatMap((key) => textsOf(table[key]));
    for (const text of texts) {
      expect(text).toBe(text.trim());
      expect(text).not.toMatch(/\.\.\.|[<>]| {2}|\u200e|\u200f/);
      expect(text.length).toBeLessThanOrEqual(90);
    }
    const same = KEYS.filter((key) => JSON.stringify(table[key]) === JSON.stringify(ENGLISH[key]));
    expect(same.length, same.join()).toBeLessThanOrEqual(SAME_AS_ENGLISH);
  });

  it('is at most 2,200 bytes on the wire', async () => {
    const source = `export default${JSON.stringify(await loadLocale(tag)).replace(/"(\w+)":/g, '$1:')}`;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    expect(brotliCompressSync(source, { params }).length).toBeLessThanOrEqual(MAX_BYTES);
  });
});

/** Words of the other way to address somebody: a language keeps to one. */
const OTHER_ADDRESS: Partial<Record<(typeof LOCALES)[number], RegExp>> = {
  de: /\b(du|dich|dir|deine?[mnrs]?)\b/iu,
  fr: /(?<!\p{L})(tu|toi|te|t’|tes|ton|ta)(?!\p{L})/iu,
  es: /\b(usted|su|sus|le)\b/iu,
  it: /\b(Lei|Suo|Sua|La prego)\b/u,
  nl: /\b(u|uw)\b/iu,
  'pt-BR': /\b(tu|teu|tua|contigo)\b/iu,
  ru: /(?<!\p{L})(ты|тебя|тебе|твой)(?!\p{L})/iu,
  uk: /(?<!\p{L})(ти|тебе|тобі|твій)(?!\p{L})/iu,
  cs: /(?<!\p{L})(ty|tebe|tvoje|jsi)(?!\p{L})/iu,
  tr: /(?<!\p{L})(sen|seni|sana|senin)(?!\p{L})/iu,
  id: /\b(kamu|kau)\b/iu,
  'zh-CN': /你/u,
  'zh-TW': /你/u,
  ko: /(해|어|야)[.!?]?$/u,
};

/** What stands around a question, where it isn't "?" alone. */
const ASKS: Partial<Record<(typeof LOCALES)[number], RegExp>> = {
  ar: /؟$/u,
  fa: /؟$/u,
  el: /;$/u,
  es: /^¿.*\?$/u,
  fr: /\u202f\?$/u,
  ja: /^「.*」.*か？$/u,
  th: /ไหม$/u,
  'zh-CN': /？$/u,
  'zh-TW': /？$/u,
};

describe('the manner of a language', () => {
  it.each(Object.entries(OTHER_ADDRESS))(
    '%s addresses the visitor in one form',
    async (tag, other) => {
      const table = await loadLocale(tag as (typeof LOCALES)[number]);
      for (const key of KEYS)
        for (const text of textsOf(table[key])) expect(text).not.toMatch(other);
    },
  );

  it.each(LOCALES)(
    '%s asks as it does in print, and has short words on its buttons',
    async (tag) => {
      const table = await loadLocale(tag);
      for (const key of ['askTool', 'askWith'] as const)
        expect(table[key]).toMatch(ASKS[tag] ?? /[^ ]\?$/u);
      for (const key of ['send', 'stop', 'noThanks', 'keepIt', 'retry', 'edit'] as const) {
        expect(table[key].length, key).toBeLessThanOrEqual(28);
        expect(table[key], key).not.toMatch(/[.!?…:。]$/u);
      }
    },
  );

  it('French keeps its marks from falling into the next line', async () => {
    const table = await loadLocale('fr');
    for (const key of KEYS)
      for (const text of textsOf(table[key])) expect(text).not.toMatch(/ [!?:;»]|« /u);
  });
});

describe('plurals in use', () => {
  it.each([
    [
      'ar',
      [0, 1, 2, 3, 11, 100],
      ['لا خطوات', 'خطوة واحدة', 'خطوتان', '3 خطوات', '11 خطوة', '100 خطوة'],
    ],
    ['ru', [1, 3, 5, 21, 22, 25], ['1 шаг', '3 шага', '5 шагов', '21 шаг', '22 шага', '25 шагов']],
    ['pl', [1, 3, 5, 22, 25], ['1 krok', '3 kroki', '5 kroków', '22 kroki', '25 kroków']],
    ['cs', [1, 3, 5], ['1 krok', '3 kroky', '5 kroků']],
    ['ro', [1, 3, 25], ['1 pas', '3 pași', '25 de pași']],
    ['ja', [1, 3], ['1 ステップ', '3 ステップ']],
  ] as const)('%s counts %j as %j', async (choice, counts, texts) => {
    const i18n = createI18n({ hints: { choice }, load: loadLocale });
    await i18n.ready;
    const western = (text: string) =>
      text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
    expect(counts.map((n) => western(i18n.t('steps', { n })))).toEqual(texts);
  });
});

describe('the pseudo-locale', () => {
  it('is at least 40 % longer than English and keeps the names', () => {
    const table = createPseudoLocale();
    for (const key of KEYS) {
      const [long, short] = [textsOf(table[key]), textsOf(ENGLISH[key])];
      for (const [index, text] of short.entries()) {
        expect(long[index]?.length).toBeGreaterThanOrEqual(text.length * 1.4);
        expect(namesIn(long[index] ?? '')).toEqual(namesIn(text));
      }
    }
  });
});
