// docs/engines.md says what was seen in which engine: its journeys are those that are played.

import { describe, expect, it } from 'vitest';
import { JOURNEYS } from '../engines/journeys.ts';
import { documentedJourneys } from '../engines/table.ts';

describe('the table of engines', () => {
  it('has the journeys that are played in every engine, by their titles and in their order', () => {
    expect(documentedJourneys()).toEqual(JOURNEYS.map(({ title }) => title));
  });

  it('has each journey once', () => {
    expect(new Set(documentedJourneys()).size).toBe(JOURNEYS.length);
  });
});
