// A Vite plugin: of the validator of JSON Schema what tools/validate.ts uses, which is one draft (2020-12), all faults
// instead of the first one, and for each fault its keyword, its place in the input and its text. What older drafts wrote
// otherwise and the library reads in this one too (`dependencies`, lists in `items`) stays. The checks of `format` become
// a part of their own, which src/tools/formats.ts has and tools/validate.ts fetches when a schema names a format. A
// release of which one file is written otherwise goes in whole: the files call each other as they were cut.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { DoesNotFit, warnLarger } from './fail-open.ts';
import { ROOT } from './paths.ts';

/** A pattern, its replacement, and how often it must be found; without a number, at least once. */
type Cut = readonly [pattern: RegExp, instead: string, times?: number];

const CUTS: Readonly<Record<string, readonly Cut[]>> = {
  validate: [
    [/draft === '4' \|\| draft === '7'/g, 'false', 1],
    [/draft === '4'/g, 'false', 1],
    [/draft = '2019-09', lookup = dereference\(schema\), shortCircuit = true, /g, 'lookup, ', 1],
    [/\bdraft, lookup, shortCircuit, /g, 'lookup, '],
    [/import \{ dereference \} from '\.\/dereference\.js';\n/g, '', 1],
    // It never stops at the first fault.
    [/\blet stop = false;\n/g, '', 2],
    [/\bstop = shortCircuit;\n\s*/g, ''],
    [/\bif \(stop\)\s*break;\n/g, ''],
    [/!stop && /g, ''],
    // Where in the schema a fault was found is told to nobody.
    [/const keywordLocation = `[^`]*`;\n/g, ''],
    [/\bkeywordLocation(?:: (?:`[^`]*`|instanceLocation))?,\n/g, ''],
    [/, (?:`\$\{(?:keyword|schema)Location\}[^`]*`|keywordLocation)(?=[,)])/g, ''],
    [/, schemaLocation = '#'/g, '', 1],
    // Of draft 2019-09, and of no other.
    [/ {4}if \(\$recursiveAnchor === true[\s\S]*?(?=\n {4}if \(\$ref !== undefined\))/g, '', 1],
    [/ \$recursiveRef, \$recursiveAnchor,/g, '', 1],
    [/, __absolute_recursive_ref__/g, '', 1],
    [/\$recursiveAnchor === true \? recursiveAnchor : null, /g, '', 3],
    [/\brecursiveAnchor(?: = null)?, /g, ''],
  ],
  validator: [
    [/this\.schema, this\.draft, this\.lookup, this\.shortCircuit/g, 'this.schema, this.lookup', 1],
    [/\n\s*(?:this\.)?(?:draft|shortCircuit)(?: = \w+)?;/g, '', 4],
    [/, draft = '2019-09', shortCircuit = true/g, '', 1],
  ],
  'ucs2-length': [
    // Its loop counts code points.
    [/function ucs2length\(s\) \{[\s\S]*?\n\}/g, 'const ucs2length = (s) => [...s].length;', 1],
  ],
};
const FILE = /\/node_modules\/@cfworker\/json-schema\/dist\/esm\/([\w-]+)\.js$/;
/** Who has the checks of `format` in the build; for everybody else the library's table of them is empty at first. */
const FORMATS = join(ROOT, 'src/tools/formats.ts');
const NO_FORMATS = 'no-formats.js';
/** Names that no cut may leave behind. */
const GONE = /\b(?:draft|shortCircuit|keywordLocation|schemaLocation|recursive\w*|stop)\b/i;

export function leanValidator(): Plugin {
  return {
    name: 'bellhop-lean-validator',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(?:@cfworker\/json-schema|\.\/format\.js)$/ },
      async handler(id, importer, options) {
        const found = await this.resolve(id, importer, { ...options, skipSelf: true });
        if (found === null) return null;
        const beside = (name: string) => join(dirname(found.id), name);
        if (id === './format.js') return FILE.test(found.id) ? beside(NO_FORMATS) : null;
        return importer === FORMATS ? beside('format.js') : null;
      },
    },
    load: (id) => (id.endsWith(`/${NO_FORMATS}`) ? 'export const format = {};' : null),
    transform(code, id) {
      const name = FILE.exec(id)?.[1] ?? '';
      return name in CUTS && fits(dirname(id)) ? { code: cutFile(name, code), map: null } : null;
    },
  };
}

/** Whether each file of the library is written as its cuts say; says so once where one isn't. */
function fits(folder: string): boolean {
  let isFitting = fitting.get(folder);
  if (isFitting === undefined) {
    try {
      for (const name of Object.keys(CUTS)) {
        cutFile(name, readFileSync(join(folder, `${name}.js`), 'utf8'));
      }
      isFitting = true;
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      warnLarger(`${error.message} The library goes in whole.`);
      isFitting = false;
    }
    fitting.set(folder, isFitting);
  }
  return isFitting;
}
/** By the folder of the library. */
const fitting = new Map<string, boolean>();

function cutFile(name: string, code: string): string {
  let small = code;
  for (const [pattern, instead, times] of CUTS[name] ?? []) {
    const found = small.match(pattern)?.length ?? 0;
    if (times === undefined ? found === 0 : found !== times) {
      throw new DoesNotFit(`The validator has ${pattern} ${found} times: see trim-validator.ts.`);
    }
    small = small.replace(pattern, instead);
  }
  const left = GONE.exec(small)?.[0];
  if (left) throw new DoesNotFit(`The validator still has "${left}": see trim-validator.ts.`);
  return small;
}
