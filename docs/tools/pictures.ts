// Pictures of the panel for the site, drawn by the gallery whenever the site is made, so that none is old.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './pages.ts';
import { PICTURES, ROOT } from './paths.ts';

/** States of the gallery that pages show. */
export function picturedStates(): string[] {
  const texts = PAGES.flatMap(({ file }) =>
    file === undefined ? [] : [readFileSync(join(ROOT, file), 'utf8')],
  );
  const found = texts.flatMap((text) => [...text.matchAll(/<!-- live: picture (\S+) /g)]);
  return [...new Set(found.map(([, state = '']) => state))];
}

/** Where no browser can be started the site is made without pictures, and says so. */
export async function takePictures(): Promise<void> {
  const ended = await new Promise<number | null>((resolve) => {
    const script = join(ROOT, 'test/gallery/shots.ts');
    const args = [script, '--out', PICTURES, picturedStates().join(','), 'phone'];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (ended !== 0) console.log('No browser could be started: the site is made without pictures.');
}
