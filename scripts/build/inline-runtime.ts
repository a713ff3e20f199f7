// A Vite plugin: the bundler's one helper stands in each chunk that needs it, instead of in a file of its own, which
// would be a request more before the first answer.

import type { Plugin } from 'vite';

/** The bundler's chunk for that helper, left out of the build. */
export const RUNTIME = 'rolldown-runtime';
const IMPORT = /import \{ t as (\w+) \} from "\.\/rolldown-runtime-[^"]+";/;
/**
 * What a module exports, as the object that an `import()` of it gives. Whatever a page has put on Object.prototype is neither
 * an export nor part of a descriptor.
 */
const EXPORT_ALL = `(all) => {
  const target = {};
  for (const name of Reflect.ownKeys(all))
    Object.defineProperty(target, name, { __proto__: null, get: all[name], enumerable: true });
  return target;
}`;

export function inlineRuntime(): Plugin {
  return {
    name: 'bellhop-inline-runtime',
    renderChunk(code, chunk) {
      if (chunk.name === RUNTIME) return null;
      const inlined = code.replace(IMPORT, (_, name) => `const ${name} = ${EXPORT_ALL};`);
      if (inlined.includes(`/${RUNTIME}-`)) {
        throw new Error('The bundler has other helpers than it had: see inline-runtime.ts.');
      }
      return { code: inlined, map: null };
    },
  };
}
