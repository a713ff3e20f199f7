// docs/pages.md says what was seen on other people's pages: those that are visited.

import { describe, expect, it } from 'vitest';
import { HOST_PAGES } from '../pages/hosts.ts';
import { documentedElsewhere, documentedPages } from '../pages/table.ts';

describe('the table of pages', () => {
  it('has the pages that are visited, by their names and in their order', () => {
    expect(documentedPages()).toEqual(HOST_PAGES.map(({ name }) => name));
  });

  it('has them in other engines too', () => {
    expect(documentedElsewhere()).toEqual(HOST_PAGES.map(({ name }) => name));
  });

  it('has each page once', () => {
    expect(new Set(documentedPages()).size).toBe(HOST_PAGES.length);
  });
});
