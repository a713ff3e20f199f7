// Makes a script small: the bundler's own minifier first, then terser, which takes another 2 % from what that leaves.

import { brotliCompressSync } from 'node:zlib';
import { type MinifyOptions, minify as terser } from 'terser';
import { minifySync, type Plugin } from 'vite';
import { checkNames, shortNames } from './short-names.ts';

// Nothing here is called with `new` but classes and functions that say `this`.
const COMPRESS = { passes: 3, inline: 1, unsafe_arrows: true } as const;
/** Comparisons and conditions stay as they are written: what repeats itself compresses better. */
const OPTIONS: MinifyOptions = {
  module: true,
  ecma: 2020,
  // A directive stays: by 'use client' a bundler knows what it must not run on a server.
  compress: { ...COMPRESS, conditionals: false, lhs_constants: false, directives: false },
};

/** Not for libraries: where a value is an object, `${x}` becomes `''+x`, which may read it otherwise. */
const LAUNCHER: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { ...COMPRESS, unsafe: true, hoist_vars: true },
};

/**
 * Forms of the same script. How many bytes one takes depends on the engine's hash in it. No form may inline the function
 * that wraps the script: its names would be the page's.
 */
const LAUNCHER_FORMS: readonly MinifyOptions['compress'][] = [{}, { lhs_constants: false }];

/** The launcher: of its forms the one that is shortest when it is sent. */
export async function minifyLauncher(code: string): Promise<string> {
  const forms: string[] = [];
  for (const form of LAUNCHER_FORMS) {
    const compress = { ...(LAUNCHER.compress as object), ...(form as object) };
    forms.push(await minify(code, false, { compress }));
  }
  const bytes = forms.map((form) => brotliCompressSync(form).length);
  const shortest = forms[bytes.indexOf(Math.min(...bytes))] as string;
  if (/^(var|let|const|function)\b/.test(shortest)) {
    throw new Error('The launcher has names outside of its function: they would be the page’s.');
  }
  return shortest;
}

/** @param isModule false for a classic script: the launcher. */
export async function minify(
  code: string,
  isModule: boolean,
  more: MinifyOptions = {},
): Promise<string> {
  return (await minifyWithMap(code, isModule, more, false)).code;
}

/** As `minify`, with the places in `code` that the result comes from, where a map is wanted. */
async function minifyWithMap(
  code: string,
  isModule: boolean,
  more: MinifyOptions,
  hasMap: boolean,
): Promise<{ code: string; map: string | null }> {
  const first = minifySync('chunk.js', code, {
    sourcemap: hasMap,
    module: isModule,
    compress: { target: 'es2022' },
    // Terser names them better when it sees them first.
    mangle: !isModule,
  });
  if (first.errors.length > 0)
    throw new Error(first.errors.map(({ message }) => message).join('\n'));
  const { code: small, map } = await terser(first.code, {
    ...(isModule ? OPTIONS : LAUNCHER),
    ...more,
    ...(hasMap ? { sourceMap: { content: JSON.stringify(first.map) } } : {}),
  });
  if (small === undefined) throw new Error('Terser gave nothing.');
  return { code: small.trim(), map: typeof map === 'string' ? map : null };
}

/** A library with its own properties by the hundred, behind one function that takes texts and elements. */
const FOREIGN = new Set(['math']);

/**
 * Of the engine and its chunks: before the names of the files are made from what they hold.
 * @param hasShortNames properties of the program's own get short names, in all files alike.
 */
export function minifyChunks(hasMaps: boolean, hasShortNames: boolean): Plugin {
  return {
    name: 'bellhop-minify',
    renderChunk: async (code, { name }) => {
      if (!hasShortNames || FOREIGN.has(name)) return minifyWithMap(code, true, {}, hasMaps);
      checkNames(code, name);
      return minifyWithMap(code, true, shortNames(), hasMaps);
    },
  };
}
