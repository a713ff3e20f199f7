// Writes what both gateways must have to the letter (gateway/interface-table.ts) as a file of PHP: `node
// wordpress/php-table.ts` writes it, and wordpress/tests/php-table.test.ts holds the committed file equal to what it would
// write. The plugin is played from its sources and checked as they stand, so the file is one of them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTERFACE_TABLE, type TableValue } from '../gateway/interface-table.ts';

export const PHP_TABLE = join(import.meta.dirname, 'bellhop/includes/interface-table.php');

export function phpTable(): string {
  const constants = Object.entries(INTERFACE_TABLE).map(
    ([name, [about, value]]) => `/** ${about} */\nconst ${name} = ${phpOf(value)};\n`,
  );
  return `<?php
/**
 * Codes, limits and sentences that this site's gateway has in common with the other one. Made by wordpress/php-table.ts: change
 * gateway/interface-table.ts instead, and make it again.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

${constants.join('')}`;
}

function phpOf(value: TableValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `array( ${value.map(phpOf).join(', ')} )`;
  const entries = Object.entries(value);
  const keys = entries.map(([key]) => (/^\d+$/.test(key) ? key : phpOf(key)));
  const width = Math.max(...keys.map((key) => key.length));
  const lines = entries.map(
    ([, text], n) => `\t${(keys[n] ?? '').padEnd(width)} => ${phpOf(text)},\n`,
  );
  return `array(\n${lines.join('')})`;
}

if (import.meta.main) writeFileSync(PHP_TABLE, phpTable());
