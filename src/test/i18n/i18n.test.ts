import { describe, expect, it } from 'vitest';
import { createI18n } from '../../i18n/index.ts';

describe('t', () => {
  it('speaks English at once and fills in what it is given', () => {
    const { t } = createI18n({ hints: {} });
    expect(t('send')).toBe('Send');
    expect(t('thoughtFor', { time: '4 s' })).toBe('Thought for 4 s');
    expect(t('newMessages', { n: 1 })).toBe('1 new message');
    expect(t('newMessages', { n: 1234 })).toBe('1,234 new messages');
  });

  it('leaves what looks like a name in a given text alone', () => {
    const { t } = createI18n({ hints: {} });
    expect(t('cantRead', { name: '{name} $& {constructor}' })).toBe(
      'Can’t read {name} $& {constructor}.',
    );
  });

  it('takes the language over when it has come, key by key, and tells its listeners', async () => {
    const i18n = createI18n({
      hints: { choice: 'de' },
      load: async () => ({
        send: 'Senden',
        newMessages: { one: '{n} neue', other: '{n} neue Nachrichten' },
      }),
    });
    let calls = 0;
    i18n.subscribe(() => calls++);
    expect(i18n.t('send')).toBe('Send');
    await i18n.ready;
    expect(calls).toBe(1);
    expect(i18n.t('send')).toBe('Senden');
    expect(i18n.t('newMessages', { n: 1234 })).toBe('1.234 neue Nachrichten');
    expect(i18n.t('stop')).toBe('Stop');
  });

  it('stays English, with English dates and direction, when the language cannot be had', async () => {
    const i18n = createI18n({
      hints: { choice: 'ar' },
      load: () => Promise.reject(new Error('gone')),
    });
    await i18n.ready;
    expect([i18n.t('send'), i18n.dir, i18n.lang, i18n.locale]).toEqual(['Send', 'ltr', 'en', 'ar']);
  });

  it('turns to right-to-left with the language', async () => {
    const i18n = createI18n({ hints: { choice: 'he' }, load: async () => ({}) });
    await i18n.ready;
    expect(i18n.dir).toBe('rtl');
  });

  it('uses the plural rules of the language that a text is in', async () => {
    const i18n = createI18n({
      hints: { choice: 'pl' },
      load: async () => ({
        steps: { one: '{n} krok', few: '{n} kroki', many: '{n} kroków', other: '{n} kroku' },
      }),
    });
    await i18n.ready;
    expect([1, 3, 5].map((n) => i18n.t('steps', { n }))).toEqual(['1 krok', '3 kroki', '5 kroków']);
    // English stands in here: 0 is "other" in it, "many" in Polish.
    expect(i18n.t('sourceCount', { n: 0 })).toBe('0 sources');
  });

  it('puts the owner’s wording above every language, until it is taken back', async () => {
    const i18n = createI18n({
      hints: { choice: 'de' },
      overrides: { send: 'Go!' },
      load: async () => ({ send: 'Senden' }),
    });
    await i18n.ready;
    expect(i18n.t('send')).toBe('Go!');
    i18n.setOverrides({});
    expect(i18n.t('send')).toBe('Senden');
  });

  it('takes on another language later; the last one asked for wins, and English needs no table', async () => {
    const waiting: (() => void)[] = [];
    const i18n = createI18n({
      hints: {},
      load: async (locale) => {
        if (locale === 'fr') await new Promise<void>((resolve) => waiting.push(resolve));
        return { send: locale };
      },
    });
    let calls = 0;
    i18n.subscribe(() => calls++);
    const [french, hebrew, english] = [{ choice: 'fr' }, { choice: 'he' }, { choice: 'en-GB' }];
    i18n.setHints(french);
    expect(i18n.t('send')).toBe('Send');
    i18n.setHints(hebrew);
    await i18n.ready;
    expect([i18n.t('send'), i18n.lang, i18n.dir, calls]).toEqual(['he', 'he', 'rtl', 1]);
    for (const release of waiting) release();
    await new Promise((done) => setTimeout(done));
    expect(i18n.t('send')).toBe('he');
    i18n.setHints(hebrew);
    expect(calls).toBe(1);
    i18n.setHints(english);
    await i18n.ready;
    expect([i18n.t('send'), i18n.lang, i18n.dir, calls]).toEqual(['Send', 'en', 'ltr', 2]);
  });

  it('changes nothing once it is closed', async () => {
    const i18n = createI18n({ hints: { choice: 'de' }, load: async () => ({ send: 'Senden' }) });
    i18n.close();
    await i18n.ready;
    expect(i18n.t('send')).toBe('Send');
  });
});
