// Sites that their own generator has really built, each from sources that stand in a value, as the files that a server
// would hand out.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { type Files, PACKAGES } from '../host-page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** What was built, by path. */
export type Built = Readonly<Record<string, string>>;

/** A folder for a site. Beside the packages, since generators look for them from there. */
export const newPlace = (): string => join(PACKAGES, '.cache', `site-${randomUUID()}`);

/**
 * @param sources by path
 * @param build makes a site of the folder in which the sources lie. @returns where it has put it, below that folder
 * @param root that folder, which is there only meanwhile; some generators write its name into what they build
 */
export async function buildSite(
  sources: Readonly<Record<string, string>>,
  build: (root: string) => Promise<string>,
  root = newPlace(),
): Promise<Built> {
  try {
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const made = join(root, await build(root));
    const paths = readdirSync(made, { recursive: true, encoding: 'utf8' });
    return Object.fromEntries(
      paths
        .filter((path) => extname(path) in TYPES)
        .map((path) => [`/${path}`, readFileSync(join(made, path), 'utf8')]),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @param change puts the chat's tag where such pages have it */
export function serveBuilt(built: Built, change: (text: string) => string): Files {
  const files = Object.entries(built).map(([path, text]) => [
    path.replace(/(\/)?index\.html$/, '').replace(/\.html$/, '') || '/',
    { html: change(text), headers: { 'content-type': TYPES[extname(path)] ?? 'text/html' } },
  ]);
  return Object.fromEntries(files);
}
