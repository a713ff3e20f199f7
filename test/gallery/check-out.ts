// An earlier commit's files, to draw its gallery from. They stay in the cache, one folder for each commit.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * @param commit as git names one.
 * @returns the folder of that commit's gallery. Its packages are those of today.
 */
export function checkOut(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 30 });
  const id = git('rev-parse', '--verify', `${commit}^{commit}`).toString().trim();
  const folder = join(ROOT, 'node_modules/.cache/gallery-before', id);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const files = git(
      'archive',
      id,
      'src',
      'test/gallery',
      'test/doubles',
      'public',
      'package.json',
    );
    execFileSync('tar', ['-x', '-C', folder], { input: files });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  }
  return join(folder, 'test/gallery');
}
