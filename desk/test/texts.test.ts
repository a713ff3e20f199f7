// The texts of the desk lie in a file for each room; all of them meet in one table.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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
