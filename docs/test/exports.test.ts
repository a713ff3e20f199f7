// The reference has an example for each name that the npm package exports; one that lacks it is named here.

import { describe, expect, it } from 'vitest';
import {
  everyExport,
  headingsByName,
  INSIDES,
  ownExample,
} from '../tools/reference/every-export.ts';
import { ENTRIES, exportsOfEntry, packageOf } from '../tools/reference/exports.ts';

/** An old name goes on working; its line in the console says the new one. */
const OLD = ['useBellhopTool'];
const headings = headingsByName();
const all = ENTRIES.flatMap((entry) => exportsOfEntry(entry).map((one) => ({ entry, ...one })));

describe('the exports of the package', () => {
  it.each(ENTRIES)('of “%s” are those that it has when it runs', async (entry) => {
    const loaded: object = await import(`../../src/${entry === '' ? 'index' : entry}.ts`);
    const values = exportsOfEntry(entry).filter(({ isType }) => !isType);
    expect(values.map(({ name }) => name).sort()).toEqual(Object.keys(loaded).sort());
  });

  it('have an example each', () => {
    const without = all.filter(
      (one) =>
        !headings.has(one.name) &&
        ownExample(one) === '' &&
        !(one.name in INSIDES) &&
        !OLD.includes(one.name),
    );
    expect(without.map(({ entry, name }) => `${packageOf(entry)}: ${name}`)).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });

  it('stand on their page, each with its example or the way to it', () => {
    const page = everyExport();
    for (const { name } of all) {
      if (name in INSIDES || OLD.includes(name)) continue;
      expect(page, name).toMatch(new RegExp(`^(?:\\| \`${name}\`|### ${name}$)`, 'm'));
    }
  });

  it('are left out only where they exist, and have no example', () => {
    const names = new Set(all.map(({ name }) => name));
    const wrong = Object.keys(INSIDES).filter((name) => !names.has(name) || headings.has(name));
    expect(wrong).toEqual([]);
  });
});
