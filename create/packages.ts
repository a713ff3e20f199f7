// Where a project gets bellhop and bellhop-gateway from: the registry, or packed files in a folder.

import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './flags.ts';

/** @throws UsageError where a packed file isn't there. */
export function findPackages(folder: string | undefined, version: string) {
  if (folder === undefined) return { bellhop: `^${version}`, gateway: `^${version}` };
  if (!existsSync(folder)) throw new UsageError(`--packages: there is no folder ${folder}.`);
  const newest = (pattern: RegExp, name: string): string => {
    const found = readdirSync(folder)
      .filter((file) => pattern.test(file))
      .sort()
      .at(-1);
    if (found === undefined) {
      throw new UsageError(`--packages: ${folder} has no ${name}. Make it with npm pack.`);
    }
    return `file:${resolve(folder, found)}`;
  };
  return {
    bellhop: newest(/^bellhop-\d.*\.tgz$/, 'bellhop-….tgz'),
    gateway: newest(/^bellhop-gateway-\d.*\.tgz$/, 'bellhop-gateway-….tgz'),
  };
}
