// The file in which natives review the words that carry a risk: it is never untrue.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  findChanges,
  printReview,
  REVIEW_FILE,
  type Review,
  readReview,
  UNREVIEWED,
  writeReview,
} from '../../../scripts/review-words.ts';
import { LOCALES } from '../../i18n/index.ts';

const review = readReview();

describe('the review of words that carry a risk', () => {
  it('has the words of the tables, or it says: npm run words', async () => {
    const file = readFileSync(REVIEW_FILE, 'utf8');
    expect(file, 'npm run words').toBe(printReview(await writeReview(review)));
    expect(await findChanges(review), 'npm run words -- --apply').toEqual([]);
  });

  it('has each such text in every language, with who has read it', () => {
    const names = Object.keys(review);
    for (const name of ['cantUndo', 'clearQuestion', 'deleteNote', 'notConfirmed', 'toolUnclear']) {
      expect(names).toContain(name);
    }
    for (const [key, { languages }] of Object.entries(review)) {
      expect(Object.keys(languages), key).toEqual([...LOCALES].toSorted());
      for (const one of Object.values(languages)) {
        expect(one.review, key).toMatch(/^(unreviewed|reviewed by \S.*)$/);
      }
    }
  });

  it('keeps a review for as long as neither the words nor the English ones change', async () => {
    const read = structuredClone(review) as Review;
    const lines = (key: string) => read[key]?.languages as Review[string]['languages'];
    Object.assign(lines('clear').de ?? {}, { review: 'reviewed by Maria' });
    Object.assign(lines('clear').fr ?? {}, { words: 'Autre', review: 'reviewed by Luc' });
    Object.assign(lines('cleared').de ?? {}, { review: 'reviewed by Maria' });
    Object.assign(read.cleared ?? {}, { english: 'It was another' });
    const next = await writeReview(read);
    expect(next.clear?.languages.de?.review).toBe('reviewed by Maria');
    expect(next.clear?.languages.fr?.review).toBe(UNREVIEWED);
    expect(next.cleared?.languages.de?.review).toBe(UNREVIEWED);
    expect(await findChanges(read)).toEqual([
      { key: 'clear', tag: 'fr', words: 'Autre', file: 'later/deleted.ts' },
    ]);
  });

  it.each([
    ['locales/de.ts', "export default {\n  clear: 'Alt',\n  b: 'c',\n};", "\n  clear: 'Neu',\n"],
    [
      'later/x.ts',
      "export default {\n  clear: {\n    en: 'C',\n    de: 'Alt',\n  },\n};",
      "de: 'Neu'",
    ],
    [
      'card-tables.ts',
      "export default {\n  de: {\n    clear:\n      'Alt',\n  },\n};",
      "clear:\n      'Neu'",
    ],
  ])('writes a changed text back into %s', (file, source, changed) => {
    const next = changeText(source, { key: 'clear', tag: 'de', file, words: 'Neu' });
    expect(next).toContain(changed);
    expect(next).not.toContain('Alt');
  });
});
