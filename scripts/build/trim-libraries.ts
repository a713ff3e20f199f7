// Vite plugins: leave out of the two libraries of the content room what the widget never uses, where no bundler can
// tell. A release that is written otherwise stops the build with a sentence.

import type { Plugin } from 'vite';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;
/** `var v=new ne;function x(…){return v.parse(…)}` and all that follows, which is assignments and the exports. */
const REST = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([\s\S]*$/;
const LEXER = /[{,](\w+) as Lexer[,}]/;
/** The rules of the dialect that is off. Those of blocks are a value of their own: `,nt={...fe,html:…}`. */
const PEDANTIC_OPTION = /this\.options\.pedantic/g;
const PEDANTIC_RULES = /,(\w+)=\{\.\.\.\w+,html:\w+\(`\^ \*[\s\S]*?\.getRegex\(\)\}(?=,\w+=\/)/;

/** Of marked its lexer, for the dialect that is spoken here. */
export function markedLexer(): Plugin {
  return {
    name: 'bellhop-marked-lexer',
    transform(code, id) {
      if (!MARKED.test(id)) return null;
      const rest = REST.exec(code)?.[0];
      const lexer = rest && LEXER.exec(rest)?.[1];
      const [rules, name] = PEDANTIC_RULES.exec(code) ?? [];
      const place = `,pedantic:${name}}`;
      if (!lexer || !rules || code.split(place).length !== 2) {
        throw new Error('marked is not written as it was: see trim-libraries.ts.');
      }
      const small = code
        .replace(rest, () => `export{${lexer} as Lexer};`)
        .replace(rules, '')
        .replace(place, '}')
        .replace(PEDANTIC_OPTION, '!1');
      return { code: small, map: null };
    },
  };
}

const PURIFY = /\/node_modules\/dompurify\/dist\/purify\.es\.mjs$/;
/** What DOMPurify allows where nobody says otherwise. */
const LISTS = [
  'html$1',
  'svg$1',
  'svgFilters',
  'svgDisallowed',
  'mathMl$1',
  'mathMlDisallowed',
].concat(['html', 'svg', 'mathMl', 'xml']);

/**
 * DOMPurify without its own lists: only what content/policy.ts names is ever allowed, and nothing at all where that
 * were forgotten. Elements of SVG and MathML are then no known ones, and go as unknown elements go.
 */
export function strictPurify(): Plugin {
  return {
    name: 'bellhop-strict-purify',
    transform(code, id) {
      if (!PURIFY.test(id)) return null;
      let small = code;
      for (const name of LISTS) {
        const [found, ...more] = small.split(`const ${name} = freeze([`);
        const rest = more.join('');
        const end = rest.indexOf(']);');
        if (more.length !== 1 || end === -1) {
          throw new Error(`DOMPurify has no list "${name}" any more: see trim-libraries.ts.`);
        }
        small = `${found}const ${name} = freeze([${rest.slice(end)}`;
      }
      return { code: small, map: null };
    },
  };
}
