// Words that come with the part that uses them: in all languages, named once, and the owner's wording wins over them.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createI18n,
  LATER_KEYS,
  type LaterKey,
  LOCALES,
  parseOverrides,
} from '../../i18n/index.ts';

const FOLDER = join(import.meta.dirname, '../../i18n/later');
type Table = Partial<Record<LaterKey, Record<string, string>>>;
const tables: [string, Table][] = await Promise.all(
  readdirSync(FOLDER).map(
    async (file): Promise<[string, Table]> => [file, (await import(join(FOLDER, file))).default],
  ),
);
const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(tables)('%s', (_, table) => {
  it('has each text in every language, tidy, with the names that English has', () => {
    for (const [key, texts] of Object.entries(table)) {
      expect(Object.keys(texts).sort(), key).toEqual(['en', ...LOCALES].sort());
      for (const [tag, text] of Object.entries(texts)) {
        expect(namesIn(text), `${key} in ${tag}`).toEqual(namesIn(texts.en ?? ''));
        expect(text, `${key} in ${tag}`).toBe(text.trim());
        expect(text, `${key} in ${tag}`).not.toMatch(/\.\.\.|[<>]| {2}|\u200e|\u200f/);
        // Where the sound goes takes two sentences.
        const limit = key === 'voiceNote' ? 260 : 120;
        expect(text.length, `${key} in ${tag}`).toBeLessThanOrEqual(limit);
      }
    }
  });
});

describe('words of later parts', () => {
  it('are each named once', () => {
    const named = tables.flatMap(([, table]) => Object.keys(table));
    expect(named.sort()).toEqual([...LATER_KEYS].sort());
  });

  it('come in the language of now, with the owner’s wording first', async () => {
    const { default: words } = await import('../../i18n/later/search.ts');
    const i18n = createI18n({ hints: { choice: 'de' }, load: async () => ({}) });
    expect(i18n.late(words, 'noneFound')).toBe('No conversation found');
    await i18n.ready;
    expect(i18n.late(words, 'noneFound')).toBe('Kein Gespräch gefunden');
    const { overrides, problems } = parseOverrides({ noneFound: 'Nix da', nothing: 'x' });
    expect(problems).toEqual(['"nothing" is not the name of a text.']);
    i18n.setOverrides(overrides);
    expect(i18n.late(words, 'noneFound')).toBe('Nix da');
  });
});
