// Tables and data as text that can be searched: each row says by itself what its columns are called. Runs in the thread that reads.

import { UnreadableFile } from './unreadable-file.ts';

const MAX_DEPTH = 100;

/** @param rows the first one with something in it names the columns */
export function textOfRows(rows: readonly (readonly string[])[]): string {
  const [names = [], ...rest] = rows
    .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  if (rest.length === 0) return names.filter((cell) => cell !== '').join(', ');
  return rest
    .map((row) =>
      row
        .flatMap((cell, i) => (cell === '' ? [] : [names[i] ? `${names[i]}: ${cell}` : cell]))
        .join('; '),
    )
    .join('\n\n');
}

/** Separated by commas, semicolons or tabs, whichever its first line has most of. @throws UnreadableFile */
export async function readCsv(text: string): Promise<string> {
  const { parse } = await import('csv-parse/sync');
  const [line = ''] = text.split('\n', 1);
  const count = (sign: string) => line.split(sign).length;
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a));
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    return textOfRows(rows);
  } catch {
    throw new UnreadableFile('is no CSV that can be read');
  }
}

/** @throws UnreadableFile */
export function readJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UnreadableFile('is no JSON that can be read');
  }
  // Each entry of a list is one passage, as far as it is short.
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((part) => linesOf(part, '', 0).join('\n')).join('\n\n');
}

function linesOf(value: unknown, name: string, depth: number): string[] {
  if (depth > MAX_DEPTH) throw new UnreadableFile('is nested too deeply to be read');
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [name === '' ? String(value) : `${name}: ${String(value)}`];
  const isList = Array.isArray(value);
  if (isList && value.every((one) => typeof one !== 'object')) {
    return linesOf(value.join(', '), name, depth);
  }
  return Object.entries(value).flatMap(([key, one]) => {
    const own = isList ? name : name === '' ? key : `${name}, ${key}`;
    return linesOf(one, own, depth + 1);
  });
}
