// The plugin's own gateway has the codes, limits and sentences of the other one, since its file is made from them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INTERFACE_TABLE } from '../../gateway/interface-table.ts';
import { PHP_TABLE, phpTable } from '../php-table.ts';

const PLUGIN = join(import.meta.dirname, '../bellhop');
const sources = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' })
  .map((path) => join(PLUGIN, path))
  .filter((path) => path.endsWith('.php') && path !== PHP_TABLE)
  .map((path) => readFileSync(path, 'utf8'));

it('has the table as `node wordpress/php-table.ts` makes it', () => {
  expect(readFileSync(PHP_TABLE, 'utf8')).toBe(phpTable());
});

it.each(Object.keys(INTERFACE_TABLE))('uses %s, and has no second one', (name) => {
  const uses = new RegExp(`\\b${name}\\b`);
  expect(sources.some((text) => uses.test(text))).toBe(true);
  expect(sources.filter((text) => new RegExp(`\\bconst ${name}\\b`).test(text))).toEqual([]);
});
