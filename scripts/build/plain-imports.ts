// A Vite plugin: a dynamic import stays what it is. Vite would load style sheets and preloads before it by a helper that needs a
// page; the package has neither, and a program without a page imports its parts, too.

import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './paths.ts';

const HELPER = '\0vite/preload-helper.js';
const NOTHING = join(ROOT, 'scripts/build/plain-import.js');

export function plainImports(): Plugin {
  return {
    name: 'bellhop-plain-imports',
    enforce: 'pre',
    resolveId: (id) => (id === HELPER ? NOTHING : null),
  };
}
