// A Vite plugin: `<Row />` becomes a call of preact's `h`, which takes children as arguments. The automatic runtime writes
// them as a property of an object, with a helper of its own for several; in the files that a visitor downloads that takes
// some 200 bytes more. Whatever compiles our .tsx files uses this, so that the tests play the form that is shipped.

import type { Plugin } from 'vite';

export function jsx(): Plugin {
  return {
    name: 'bellhop-jsx',
    enforce: 'pre',
    config: () => ({
      oxc: {
        jsx: { runtime: 'classic', pragma: '__h', pragmaFrag: '__Fragment', development: false },
      },
    }),
    // In .tsx files alone (Vite's `jsxInject` takes every file), and on their first line, so that places keep their lines.
    transform(code, id) {
      if (!/\.tsx(?:\?|$)/.test(id)) return null;
      const names = `import { h as __h, Fragment as __Fragment } from 'preact'; `;
      return { code: names + code, map: null };
    },
  };
}
