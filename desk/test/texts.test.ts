// The texts of the desk lie in a file for each room; all of them meet in one table.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lateEnglish } from '../texts/late-messages.ts';

const TEXTS = join(import.meta.dirname, '../texts');

it('no text of one room stands in the place of another room’s', () => {
  const rooms = new Map<string, string[]>();
  for (const name of readdirSync(TEXTS).filter((it) => it.endsWith('messages.ts'))) {
    for (const [, key = ''] of readFileSync(join(TEXTS, name), 'utf8').matchAll(/^ {2}(\w+):/gm)) {
      rooms.set(key, [...(rooms.get(key) ?? []), name]);
    }
  }
  expect([...rooms].filter(([, names]) => names.length > 1)).toEqual([]);
});

/** What a file of the desk brings with it at once. */
function* broughtBy(path: string, seen = new Set<string>()): Generator<[string, string]> {
  if (seen.has(path)) return;
  seen.add(path);
  const source = readFileSync(path, 'utf8');
  yield [path, source];
  for (const [, to = ''] of source.matchAll(/^(?:import|export) (?!type)[^;]*?'(\.[^']+)';/gm)) {
    if (!to.includes('/src/')) yield* broughtBy(join(path, '..', to), seen);
  }
}

it('no late text is named by what the list and a conversation are made of', () => {
  const first = ['main.tsx', 'views/conversation.tsx'].flatMap((name) => [
    ...broughtBy(join(TEXTS, '..', name)),
  ]);
  expect(first.length).toBeGreaterThan(60);
  const named = first.flatMap(([path, source]) =>
    [...source.matchAll(/'(\w+)'/g)].flatMap(([, key = '']) =>
      key in lateEnglish ? [`${path}: ${key}`] : [],
    ),
  );
  expect(named).toEqual([]);
});
