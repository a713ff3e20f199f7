import { describe, expect, it } from 'vitest';
import {
  HARMLESS,
  MORE_HARMLESS,
  MORE_SECRETS,
  SECRETS,
} from '../../../test/doubles/asked-secrets.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { ENGLISH, type Messages } from '../../i18n/messages.ts';
import { OWN_LABELS, readsAsOwn } from '../../tools/sources/own-labels.ts';
import { asksForSecret } from '../../tools/sources/secret-words.ts';

describe('the list of words that no card may ask with', () => {
  it.each([...SECRETS, ...MORE_SECRETS])('finds “%s”', (phrase) => {
    expect(asksForSecret(phrase)).toBe(true);
  });

  it.each([...HARMLESS, ...MORE_HARMLESS])('passes “%s”', (phrase) => {
    expect(asksForSecret(phrase)).toBe(false);
  });
});

describe('words of the widget’s own question', () => {
  it('are those of every language', async () => {
    const known = new Set(OWN_LABELS.split('|'));
    const tables: Messages[] = [ENGLISH];
    for (const tag of LOCALES) {
      const module = (await import(`../../i18n/locales/${tag}.ts`)) as { default: Messages };
      tables.push(module.default);
    }
    expect(tables.length).toBeGreaterThan(28);
    for (const { dontAskAgain } of tables) expect(known).toContain(dontAskAgain);
  });

  it.each([
    'Allow once',
    'ALLOW ONCE',
    ' Allow  once ',
    '✓ Allow once',
    'Allow once.',
    'Allоw once',
    'Al\u200blow once',
    'Don’t allow',
    "Don't allow",
    'Dont allow',
    'Ｄｏｎ’ｔ ａｌｌｏｗ',
    'Allow_once',
    'A l l o w  o n c e',
    'Einmal erlauben',
    'Nicht erlauben!',
    'Autoriser une fois',
    '今回だけ許可',
    '许可しない'.replace('许', '許'),
    'Не разрешать',
    'Allow 0nce',
    '𝐀𝐥𝐥𝐨𝐰 𝐨𝐧𝐜𝐞',
    'Always in this conversation',
    'Don’t ask again in this chat',
    'Niet meer vragen in deze chat',
    'OK: allow once',
  ])('“%s” reads as one of them', (label) => {
    expect(readsAsOwn(label)).toBe(true);
  });

  it.each([
    'Yes',
    'No',
    'Allow pets',
    'Once a week',
    'Deliver once',
    'Only once',
    'Don’t know',
    'Always',
    'No thanks',
    'Keep it as it is',
    'Add to cart',
    'Do you allow one dog in the room, and is that for one night?',
    'Erlaubt?',
    '允许',
  ])('“%s” does not', (label) => {
    expect(readsAsOwn(label)).toBe(false);
  });
});
