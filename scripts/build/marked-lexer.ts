// A Vite plugin: keeps of marked what the widget uses, its lexer. The package is one file whose last statements make
// a parser of all its parts, so that no bundler can tell that the parts are not needed.

import type { Plugin } from 'vite';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;
/** `var v=new ne;function x(…){return v.parse(…)}` and all that follows, which is assignments and the exports. */
const REST = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([\s\S]*$/;
const LEXER = /[{,](\w+) as Lexer[,}]/;

export function markedLexer(): Plugin {
  return {
    name: 'bellhop-marked-lexer',
    transform(code, id) {
      if (!MARKED.test(id)) return null;
      const rest = REST.exec(code)?.[0];
      const lexer = rest && LEXER.exec(rest)?.[1];
      if (!lexer) throw new Error('marked is not written as it was: see marked-lexer.ts.');
      return { code: code.replace(rest, () => `export{${lexer} as Lexer};`), map: null };
    },
  };
}
