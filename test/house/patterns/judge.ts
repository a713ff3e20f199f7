// What recheck says of a pattern: whether some input makes it take more than linear time. Verdicts are kept in verdicts.json by
// pattern, since a few take seconds; `node test/house/patterns/judge.ts` judges all anew and writes that file.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { BUILT, putTogether } from './built.ts';
import { type Found, findPatterns } from './find.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VERDICTS = join(import.meta.dirname, 'verdicts.json');
const FOLDERS = ['src', 'gateway', 'desk', 'wordpress/bellhop'];
const LEFT_OUT = /^(?:src|gateway|desk)\/(?:test|bench|dist|node_modules)\/|\.d\.ts$|\.json$/;
// In this process, not by a program of its own beside it: once that ended unheard, and a run of all tests waited for ever.
process.env.RECHECK_SYNC_BACKEND = 'pure';
/** For one pattern. */
const TIMEOUT_MS = 20_000;

/** `linear`, `no attack` (tried at random, where nothing can be proved), or why it isn't. */
export type Verdict = string;
export const FINE: readonly Verdict[] = ['linear', 'no attack'];

/** What each file of the product has, by its path. */
export function patternsOfAll(): Map<string, Found> {
  const all = new Map<string, Found>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (!/\.(?:[jt]sx?|mjs|php)$/.test(path) || LEFT_OUT.test(path)) continue;
      const found = findPatterns(path, readFileSync(join(ROOT, path), 'utf8'));
      if (found.patterns.length + found.built.length > 0) all.set(path, found);
    }
  }
  return all;
}

export const written = ({ source, flags }: { source: string; flags: string }) =>
  `/${source}/${flags}`;

export function judge(pattern: string): Verdict {
  const end = pattern.lastIndexOf('/');
  const result = checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout: TIMEOUT_MS });
  if (result.status === 'safe') return result.complexity.isFuzz ? 'no attack' : 'linear';
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}: ${result.attack.pattern.slice(0, 200)}`
    : `unknown: ${result.error.kind}`;
}

export function keptVerdicts(): Readonly<Record<string, Verdict>> {
  return JSON.parse(readFileSync(VERDICTS, 'utf8')) as Record<string, Verdict>;
}

if (process.argv[1] === import.meta.filename) {
  const patterns = new Set(
    [...patternsOfAll().values()].flatMap((one) => one.patterns.map(written)),
  );
  for (const entry of BUILT) {
    if (entry.bounded === undefined) for (const one of await putTogether(entry)) patterns.add(one);
  }
  const verdicts = [...patterns].toSorted().map((pattern) => [pattern, judge(pattern)]);
  writeFileSync(VERDICTS, `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n`);
}
