// Vite plugins: leave out of the two libraries of the content room what the widget never uses, where no bundler can
// tell. A release that is written otherwise stops the build with a sentence.

import type { Plugin } from 'vite';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;
/** `var v=new ne;function x(…){return v.parse(…)}` and all that follows, which is assignments and the exports. */
const REST = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([\s\S]*$/;
const LEXER = /[{,](\w+) as Lexer[,}]/;
/** The rules of the dialect that is off. Those of blocks are a value of their own: `,nt={...fe,html:…}`. */
const PEDANTIC_OPTION = /this\.options\.pedantic/g;
/** The dialect that content/lex.ts uses, and the extensions that it doesn't use. */
const DIALECT = /this\.options\.(?:gfm|breaks)\b/g;
const EXTENSIONS = /this\.options\.(?:extensions|hooks)\b/g;
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
        .replace(PEDANTIC_OPTION, '!1')
        .replace(DIALECT, '!0')
        .replace(EXTENSIONS, 'null');
      return { code: small, map: null };
    },
  };
}

const PURIFY = /\/node_modules\/dompurify\/dist\/purify\.es\.mjs$/;
/** The lists of what DOMPurify allows by default. */
const LISTS = [
  'html$1',
  'svg$1',
  'svgFilters',
  'svgDisallowed',
  'mathMl$1',
  'mathMlDisallowed',
].concat(['html', 'svg', 'mathMl', 'xml']);

/**
 * Options of DOMPurify with the only value that they have here: its default, or what content/sanitize.ts says. The
 * minifier then leaves out what other values would need.
 */
const FIXED_OPTIONS = {
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: true,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  FORCE_BODY: false,
  IN_PLACE: false,
  KEEP_CONTENT: true,
  NAMESPACE: 'http://www.w3.org/1999/xhtml',
  PARSER_MEDIA_TYPE: 'text/html',
  RETURN_DOM: false,
  RETURN_DOM_FRAGMENT: false,
  RETURN_TRUSTED_TYPE: false,
  SAFE_FOR_TEMPLATES: false,
  SAFE_FOR_XML: true,
  SANITIZE_DOM: true,
  SANITIZE_NAMED_PROPS: false,
  USE_PROFILES: false,
  WHOLE_DOCUMENT: false,
};
/** Code that Bellhop's configuration never reaches, and its replacement. If a pattern isn't found, the build stops. */
const UNREACHED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Options that need another option to be on, lists that get no additions, and checks that are not configured.
  [/\n\t\tif \((?:SAFE_FOR_TEMPLATES|RETURN_DOM_FRAGMENT)\) \w+ = \w+;/g, ''],
  [/objectHasOwnProperty\(cfg, "ADD_(?:TAGS|ATTR|FORBID_CONTENTS)"\)/g, 'false'],
  [/EXTRA_ELEMENT_HANDLING\.\w+ instanceof Function/g, 'false'],
  [/objectHasOwnProperty\(customElementHandling, "\w+"\)/g, 'false'],
  // Hooks, and every other function of its interface than `setConfig` and `sanitize`.
  [/\n\tDOMPurify\.clearConfig = function[\s\S]*?(?=\n\treturn DOMPurify;\n)/, ''],
  [/\n\t+(?:if \(inShadow\) )?_executeHooks\([^;]*\);/g, ''],
  // Helpers for browsers that are older than this build's, and patterns of options that are off.
  [/_slicedToArray\((\w+), 2\)/, '$1'],
  [/\nAsyncGenerator\.prototype[\s\S]*?\n\};(?=\nconst )/, ''],
  [/= seal\(\//g, '= /* @__PURE__ */ seal(/'],
];

/**
 * DOMPurify with the one configuration that it is used with, and without its own lists: only what content/policy.ts names is ever allowed, and nothing at all where that
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
      for (const [pattern, instead] of UNREACHED) {
        const left = small.replace(pattern, instead);
        if (left === small) throw new Error(`DOMPurify has no ${pattern}: see trim-libraries.ts.`);
        small = left;
      }
      for (const [name, value] of Object.entries(FIXED_OPTIONS)) {
        const assigned = new RegExp(`\\n\\t+${name} = [^;]*;`, 'g');
        const declared = new RegExp(`\\n\\tlet ${name} = [^;]*;`);
        if (small.match(assigned)?.length !== 1 || !declared.test(small)) {
          throw new Error(`DOMPurify reads "${name}" otherwise: see trim-libraries.ts.`);
        }
        small = small
          .replace(assigned, '')
          .replace(declared, `\n\tconst ${name} = ${JSON.stringify(value)};`);
      }
      return { code: small, map: null };
    },
  };
}
