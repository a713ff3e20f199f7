// Where pictures for people lie.

import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../.shots');

/** The path of .shots/NAME.png, in a folder that is there. */
export async function pictureAt(name: string): Promise<string> {
  const path = join(FOLDER, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  return path;
}
