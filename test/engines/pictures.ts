// Where pictures for people lie.

import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../.shots');

/** The path of .shots/NAME.png, in a folder that is there. */
export async function pictureAt(name: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  return join(FOLDER, `${name}.png`);
}
