// The walls against what a page or its markup says. Each has its attack (test/security/attacks), which must get through.

import type { Mutant } from './mutant.ts';

export const PAGES: readonly Mutant[] = [
  {
    name: 'the script believes the first tag that it finds',
    file: 'src/loader/main.ts',
    find: 'document.currentScript as',
    replace: "document.querySelector('script[data-gateway]') as",
    attack: 'keeps from running',
  },
  {
    name: 'the document is read as the page has it',
    file: 'src/dom/document.ts',
    find: 'Reflect.get(HTMLDocument.prototype, name, real)',
    replace: 'Reflect.get(real, name)',
    attack: 'pictures take every name',
  },
  {
    name: 'only the outermost frame counts',
    file: 'src/platform/is-framed.ts',
    find: 'if (ancestorOrigins) {',
    replace: 'if (window.top?.location.origin === origin) return false;\n  if (ancestorOrigins) {',
    attack: 'a frame of another origin stands between',
  },
  {
    name: 'options have a prototype',
    file: 'src/loader/main.ts',
    find: '__proto__: null,\n  nonce',
    replace: 'nonce',
    attack: 'a tag that names none',
  },
  {
    name: 'requests have a prototype',
    file: 'src/protocol/json.ts',
    find: 'const found = Object.create(null);\n  for',
    replace: 'const found = Object.create(Object.prototype);\n  for',
    attack: 'members of the browser',
  },
];
