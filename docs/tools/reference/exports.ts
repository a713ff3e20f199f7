// What each entry of the npm package exports, read from its sources: names, whether they are types, and where they are declared.
// The sources are formatted by one program, and that layout is what this relies on.

import { posix } from 'node:path';
import { sourceOf } from './sources.ts';

export interface Exported {
  name: string;
  isType: boolean;
  /** Path of the file that declares it, from the repository's root. */
  file: string;
}

/** Entries by the end of their name: '' is `bellhop` itself. */
export const ENTRIES = [
  '',
  'element',
  'react',
  'vue',
  'svelte',
  'signals',
  'headless',
  'testing',
  'server',
  'client',
] as const;
export type Entry = (typeof ENTRIES)[number];

export const packageOf = (entry: Entry): string => (entry === '' ? 'bellhop' : `bellhop/${entry}`);

export const exportsOfEntry = (entry: Entry): Exported[] =>
  exportsOf(`src/${entry === '' ? 'index' : entry}.ts`);

const DECLARED =
  /^export (?:declare )?(?:async )?(type|interface|function|class|const|abstract class) (\w+)/gm;
const LISTED = /^export (type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;
const ALL = /^export (type )?\* from '([^']+)';/gm;

export function exportsOf(file: string): Exported[] {
  const source = sourceOf(file);
  const into = (from: string) => posix.join(posix.dirname(file), from);
  const found: Exported[] = [];
  for (const [, kind = '', name = ''] of source.matchAll(DECLARED)) {
    found.push({ name, isType: kind === 'type' || kind === 'interface', file });
  }
  for (const [, all = '', names = '', from] of source.matchAll(LISTED)) {
    for (const item of names.split(',').map((text) => text.trim())) {
      if (item === '') continue;
      const [, type = '', was = '', name = was] = /^(type )?(\w+)(?: as (\w+))?$/.exec(item) ?? [];
      const declared = from === undefined ? undefined : origin(into(from), was);
      const isType = all !== '' || type !== '' || declared?.isType === true;
      found.push({ name, isType, file: declared?.file ?? file });
    }
  }
  for (const [, type = '', from = ''] of source.matchAll(ALL)) {
    const some = exportsOf(into(from));
    found.push(...(type === '' ? some : some.filter(({ isType }) => isType)));
  }
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

const origin = (file: string, name: string): Exported | undefined =>
  exportsOf(file).find((one) => one.name === name);
