// Small apps that have to be bundled, as their makers would: by Vite, from sources that stand in a value.

import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { PACKAGES } from '../host-page.ts';

const ROOT = join(PACKAGES, '..');

/** @param sources by name; `entry.js` is where it begins. @returns one classic script. */
export async function bundle(sources: Readonly<Record<string, string>>): Promise<string> {
  const given: Plugin = {
    name: 'given-sources',
    enforce: 'pre',
    resolveId: (id) => {
      const name = id.replace(/^\.\//, '');
      return Object.hasOwn(sources, name) ? join(ROOT, name) : null;
    },
    load: (id) => sources[id.slice(ROOT.length + 1)] ?? null,
    async transform(code, id) {
      if (!id.endsWith('.svelte')) return null;
      // By its path, since types are checked before the packages are installed.
      const { compile } = await import(join(PACKAGES, 'svelte/src/compiler/index.js'));
      return { code: compile(code, { generate: 'client' }).js.code, map: null };
    },
  };
  const made = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [given],
    resolve: { conditions: ['browser', 'production', 'module', 'default'] },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'entry.js',
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return made.output[0].code;
}
