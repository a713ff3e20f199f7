import { describe, expect, it } from 'vitest';
import { matchLocale, resolveLocale } from '../../i18n/index.ts';

describe('resolveLocale', () => {
  it('asks the owner, then the page, then the browser, then takes English', () => {
    const all = { choice: 'fr', page: 'de', browser: ['ja'] };
    expect(resolveLocale(all).locale).toBe('fr');
    expect(resolveLocale({ ...all, choice: 'auto' }).locale).toBe('de');
    expect(resolveLocale({ browser: ['xx', 'ja-JP'] }).locale).toBe('ja');
    expect(resolveLocale({}).locale).toBe('en');
  });

  it('passes over a language it does not have', () => {
    expect(resolveLocale({ choice: 'eo', page: 'is', browser: ['sv'] }).locale).toBe('sv');
  });

  it.each([
    ['de_DE_formal', 'de', 'de-DE-formal'],
    ['pt', 'pt-BR', 'pt'],
    ['pt-PT', 'pt-PT', 'pt-PT'],
    ['zh-Hant-HK', 'zh-TW', 'zh-Hant-HK'],
    ['zh-HK', 'zh-TW', 'zh-HK'],
    ['zh', 'zh-CN', 'zh'],
    ['nn-NO', 'nb', 'nn-NO'],
    ['iw', 'he', 'he'],
    ['de-AT', 'de', 'de-AT'],
    ['EN-gb', 'en', 'en-GB'],
    ['fa_IR', 'fa', 'fa-IR'],
  ])('reads %s as %s and writes dates as %s', (page, locale, format) => {
    expect(resolveLocale({ page })).toMatchObject({ locale, format });
  });

  it.each(['', '-', '___', '..', '<script>', 'x'.repeat(500), '*'])('survives %j', (page) => {
    expect(resolveLocale({ page })).toMatchObject({ locale: 'en', dir: 'ltr' });
  });

  it('knows which languages run from right to left', () => {
    for (const tag of ['ar', 'fa', 'he']) expect(resolveLocale({ choice: tag }).dir).toBe('rtl');
    expect(resolveLocale({ choice: 'ja' }).dir).toBe('ltr');
  });

  it('matches nothing that only begins like a language', () => {
    expect(matchLocale('dex')).toBeNull();
  });
});
