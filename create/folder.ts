// Where a project may be written: an empty folder, or one that isn't there yet.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { UsageError } from './flags.ts';

/** What a new repository may hold already. */
const HARMLESS = new Set(['.git', '.gitignore', '.DS_Store', 'LICENSE', '.idea', '.vscode']);

/** @returns the name of its npm package. @throws UsageError where something else stands there. */
export function checkFolder(folder: string): string {
  const path = resolve(folder);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new UsageError(`${folder} is a file. Name a folder.`);
    const [found, ...more] = readdirSync(path).filter((name) => !HARMLESS.has(name));
    if (found !== undefined) {
      throw new UsageError(
        `${folder} isn't empty: ${found}${more.length > 0 ? ` and ${more.length} more` : ''} stand there. Name another folder; nothing was written.`,
      );
    }
  }
  const name = basename(path)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '');
  return name === '' ? 'my-chat' : name;
}
