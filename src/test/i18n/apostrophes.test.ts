// One kind of apostrophe in all that a visitor reads: ’. A straight one stays where a language writes no other, as Hebrew
// does between letters of a loan word.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import cardTables from '../../i18n/card-tables.ts';
import { CARD_WORDS } from '../../i18n/card-words.ts';
import { FEEDBACK_WORDS } from '../../i18n/feedback-words.ts';
import { LOCALES, loadLocale } from '../../i18n/index.ts';
import { ENGLISH } from '../../i18n/messages.ts';
import * as owners from '../../i18n/owner-messages.ts';

/** Languages in whose print the straight mark between letters is right. */
const STRAIGHT: readonly string[] = ['he'];

const LATER = join(import.meta.dirname, '../../i18n/later');

/** Every text in a table, whatever its shape, with its name. */
function* textsIn(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      yield* textsIn(inner, `${name} ${key}`.trim());
  }
}

it.each(['en', ...LOCALES])('%s writes its apostrophes as print does', async (tag) => {
  const later = await Promise.all(
    readdirSync(LATER).map(async (file) => (await import(join(LATER, file))).default),
  );
  const own = [...later, FEEDBACK_WORDS].flatMap((table) =>
    Object.entries(table as Record<string, Record<string, string>>).map(([key, texts]) => [
      key,
      texts[tag],
    ]),
  );
  const tables =
    tag === 'en'
      ? [ENGLISH, CARD_WORDS, owners]
      : [
          await loadLocale(tag as (typeof LOCALES)[number]),
          cardTables[tag as keyof typeof cardTables],
        ];
  const straight = [...tables, Object.fromEntries(own)].flatMap((table) =>
    [...textsIn(table)].filter(([, text]) => /\p{L}'\p{L}/u.test(text)),
  );
  if (!STRAIGHT.includes(tag)) expect(straight).toEqual([]);
});
