// A Vite plugin for the drop-in build: every `import('./x.ts')` in src/ becomes `lazy('x', () => import('./x.ts'))`,
// so that no chunk runs whose bytes have not been checked. One of a folder is known by its name alone: the list of
// chunks knows its file, so that the engine needn't name the files of thirty languages once more.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './paths.ts';

const LAZY = `${ROOT}/src/widget/lazy.ts`;
/** `import('./x.ts')`, or one of a folder: import(`./locales/${tag}.ts`) */
const DYNAMIC_IMPORT = /\bimport\(\s*(['"`])(\.[^'"`]+)\1\s*\)/g;

/**
 * The bundler transforms modules in the order in which their text arrives from the disk, so both maps are filled in any
 * order. Sort them by name before writing them into a file, so that the same sources give the same bytes.
 * @returns the plugin, and the source file of every chunk name that it has written.
 */
export function lazyImports(): { plugin: Plugin; sources: Map<string, string> } {
  const sources = new Map<string, string>();
  /** The text of each file that a folder's import can reach, by chunk name. */
  const unnamed = new Map<string, string>();
  const folderChunks = new Set<string>();
  const plugin: Plugin = {
    name: 'bellhop-lazy-imports',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.startsWith(`${ROOT}/src/`) || id === LAZY || !code.includes('import(')) return null;
      const found = [...code.matchAll(DYNAMIC_IMPORT)];
      if (found.length === 0) return null;
      let changed = code;
      for (const [whole, quote, specifier = ''] of found) {
        if (quote === '`') {
          const folder = join(dirname(id), dirname(specifier));
          for (const file of readdirSync(folder).sort()) {
            const source = join(folder, file);
            sources.set(chunkName(source), source);
            unnamed.set(chunkName(source), readFileSync(source, 'utf8'));
            folderChunks.add(source);
            this.emitFile({ type: 'chunk', id: source, name: parse(file).name });
          }
          const name = chunkName(join(dirname(id), specifier));
          changed = changed.replace(whole, () => `__lazy(\`${name}\`)`);
          continue;
        }
        const resolved = await this.resolve(specifier, id);
        if (resolved === null) throw new Error(`${id}: ${specifier} is not there`);
        const name = chunkName(resolved.id);
        sources.set(name, resolved.id);
        changed = changed.replace(whole, () => `__lazy(${JSON.stringify(name)}, () => ${whole})`);
      }
      return {
        code: `import { lazy as __lazy } from ${JSON.stringify(LAZY)};\n${changed}`,
        map: null,
      };
    },
    // The engine's own code doesn't change with them, but the list of theirs that is put into it does; and no file
    // may hold two things under one name.
    augmentChunkHash(chunk) {
      if (!chunk.isEntry || folderChunks.has(chunk.facadeModuleId ?? '')) return undefined;
      return createHash('sha256')
        .update(JSON.stringify([...unnamed].sort()))
        .digest('hex');
    },
  };
  return { plugin, sources };
}

/** "src/content/index.ts" → "content/index" */
function chunkName(id: string): string {
  return relative(`${ROOT}/src`, id).replace(/\.tsx?$/, '');
}
