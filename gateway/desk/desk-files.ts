// The built console on the disk. It is small, so all of it is read once; a path that isn't among its files opens nothing.

import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { DeskFile, DeskFiles } from './desk.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** @param folders where the build may be, the first that has a page counts. Null where none has. */
export async function openDeskFiles(folders: readonly string[]): Promise<DeskFiles | null> {
  for (const folder of folders) {
    const files = await readAll(folder);
    if (files.has('index.html')) return async (path) => files.get(path) ?? null;
  }
  return null;
}

async function readAll(folder: string): Promise<Map<string, DeskFile>> {
  const files = new Map<string, DeskFile>();
  const names: string[] = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const brotli = names.includes(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : null;
    const bytes = await readFile(join(folder, name));
    files.set(name.replaceAll('\\', '/'), { bytes, type, brotli });
  }
  return files;
}
