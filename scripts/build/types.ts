// Type declarations of a package: what its entries need, and nothing else.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './paths.ts';
import { run } from './run.ts';

const SPECIFIER = /((?:from|import)\s*\(?['"])(\.[^'"]+?)\.tsx?(['"])/g;

/**
 * @param project a tsconfig.json that emits declarations
 * @param folder where they go
 * @param entries paths in it, without an ending
 */
export async function writeTypes(
  project: string,
  folder: string,
  entries: readonly string[],
): Promise<void> {
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, '--outDir', folder]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
  const texts = new Map(
    files.map((path) => [path, readFileSync(path, 'utf8').replace(SPECIFIER, '$1$2.js$3')]),
  );
  const wanted = new Set<string>();
  const want = (path: string): void => {
    const text = texts.get(path);
    if (text === undefined || wanted.has(path)) return;
    wanted.add(path);
    for (const [, specifier = ''] of text.matchAll(
      /(?:from|import)\s*\(?['"](\.[^'"]+)\.js['"]/g,
    )) {
      want(join(dirname(path), `${specifier}.d.ts`));
    }
  };
  for (const name of entries) want(join(folder, `${name}.d.ts`));
  for (const [path, text] of texts) {
    if (wanted.has(path)) writeFileSync(path, text);
    else rmSync(path);
  }
  for (const name of entries) {
    if (!wanted.has(join(folder, `${name}.d.ts`))) {
      throw new Error(`The build has no types of ${relative(ROOT, folder)}/${name}.js.`);
    }
  }
}
