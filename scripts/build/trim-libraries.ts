// Vite plugins: leave out of the two libraries of the content room what the widget never uses, where no bundler can
// tell. A release that is written otherwise goes in whole (fail-open.ts).

import { Lexer } from 'marked';
import type { Plugin } from 'vite';
import { DoesNotFit, failOpen } from './fail-open.ts';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;
/** `var v=new ne;function x(…){return v.parse(…)}` and all that follows, which is assignments and the exports. */
const REST = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([\s\S]*$/;
const EXPORTED = (name: string) => new RegExp(`[{,](\\w+) as ${name}[,}]`);
/** The options of the dialect that is off, of the one that content/lex.ts uses, and of extensions, which it doesn't use. */
const OPTIONS = { pedantic: '!1', gfm: '!0', breaks: '!0', extensions: 'null' };
/** The mask for marks of emphasis is made for every text, where a tokenizer or a hook is not marked's own. One without marks needs none. */
const MASK =
  /(\w+)\|\|this\.options\.hooks\?\.emStrongMask\|\|this\.tokenizer\.emStrong!==\w+\.prototype\.emStrong\|\|this\.tokenizer\.del!==\w+\.prototype\.del/;
/**
 * How marked makes the rules of all its dialects out of pieces, when it is loaded:
 * `var v=(…)(),o={…},…,b={normal:…,gfm:…,pedantic:…},i={normal:…,gfm:…,breaks:…,pedantic:…};`, where `o` has the patterns of
 * no dialect, and one of the pieces is the list of HTML's block elements.
 */
const RULES =
  /var \w+=\(\(\w+=""\)=>\{try[\s\S]*?,(\w+)=\{codeRemoveIndent:[\s\S]*?,(\w+)=("address\|[^"]*")[\s\S]*?,(\w+)=\{normal:\w+,gfm:\w+,pedantic:\w+\},(\w+)=\{normal:\w+,gfm:\w+,breaks:\w+,pedantic:\w+\};/;
/** A pattern that is made for each depth of nesting: `nextBulletRegex:D(l=>new RegExp(…))`. */
const MADE = (name: string) =>
  new RegExp(
    `\\b${name}:((?:\\w+\\()?\\w+=>new RegExp\\(\`[^\`\\\\]*(?:\\\\[\\s\\S][^\`\\\\]*)*\`(?:,"i")?\\)\\)?)[,}]`,
  );

/**
 * What a text must have so that one of the longest patterns can find anything in it. The browser compiles a pattern when it
 * is first used: these four and the paragraph's take some 20 ms on a slow laptop, in the task that draws a visitor's first
 * answer, and most answers need none of them.
 */
const NEEDED: Readonly<Record<string, RegExp>> = {
  blockquote: /^ {0,3}>/,
  html: /^ {0,3}</,
  table: /^[^\n]+\n[ :|]*-/,
  // A heading with a line of = or - below it.
  lheading: /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/,
};
/** A paragraph of one line. The long pattern tells which of the following lines belong to it; here there is none. */
const ONE_LINE = /^([^\n]+)(?=\n\n|\n?$)/;
/**
 * Two functions that the build writes into marked, under names that marked doesn't use. What they return stands in a
 * pattern's place: the first uses the pattern only where a text has what it needs, the second only where an easier pattern
 * finds nothing.
 */
const WHERE_NEEDED =
  'bellhopWhere=(needed,rule)=>({exec:(e)=>needed.test(e)?rule.exec(e):null,test:(e)=>needed.test(e)&&rule.test(e)})';
const FIRST = 'bellhopFirst=(easy,rule)=>({exec:(e)=>easy.exec(e)||rule.exec(e)})';

/** Where a rule is read: `this.rules.other.hr`, `O.hr`, and as `n.block.hr` where functions get all rules. */
const READ = (patterns: string) =>
  new RegExp(`\\b(?:(?:\\w+\\.)+(other|block|inline)|${patterns})\\.(\\w+)\\b`, 'g');
/** The one place that takes several at once: `let{blockSkip:t,tag:n,autolink:r}=this.tokenizer.rules.inline,`. */
const TAKEN_APART = /let\{((?:\w+:\w+,?)+)\}=this\.tokenizer\.rules\.inline,/;
/** Where a lexer hands the rules of its dialect to its tokenizer, and the functions of the class that nobody calls. */
const HANDED_OVER =
  /let (\w+)=\{other:\w+,block:[\s\S]*?this\.tokenizer\.rules=\1\}static get rules\(\)\{[^}]*\}\}static lex\([^}]*\}static lexInline\([^}]*\}/;

/** Parameters and fields for what is gone, the default options, and words for a developer. */
const UNUSED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/,this\.rules\)/g, ')'],
  [/(?<=class(?: \w+)?\{)options;rules;lexer;(?=constructor)/, ''],
  [/(?<=class(?: \w+)?\{)tokens;options;state;inlineQueue;tokenizer;(?=constructor)/, ''],
  [/(?<=this\.options=\w+)\|\|\w+(?=\}space)/, ''],
  [/(?<=Object\.create\(null\),this\.options=\w+)\|\|\w+/, ''],
  [
    /(?<=infiniteLoopError\(\w+\)\{)let (\w+)="[^"]*"\+\w+;if[^}]*(?=\})/,
    'throw new Error("loop")',
  ],
];

/** Of marked its lexer, for the dialect that is spoken here. */
export function markedLexer(): Plugin {
  return failOpen({
    name: 'bellhop-marked-lexer',
    transform(code, id) {
      if (!MARKED.test(id)) return null;
      const rest = REST.exec(code)?.[0];
      const [lexer, tokenizer] = ['_?Lexer', '_?Tokenizer'].map(
        (name) => EXPORTED(name).exec(rest ?? '')?.[1],
      );
      const rules = RULES.exec(code);
      if (!rest || !lexer || !tokenizer || !rules) throw otherwise('marked');
      let small = code.replace(rest, () => `export{${lexer} as Lexer,${tokenizer} as Tokenizer};`);
      const cut = (pattern: RegExp, instead: string): void => {
        const left = small.replace(pattern, instead);
        if (left === small) throw otherwise('marked');
        small = left;
      };
      cut(MASK, '$1');
      for (const [name, value] of Object.entries(OPTIONS)) {
        cut(new RegExp(`this\\.options\\.${name}\\b`, 'g'), value);
      }
      cut(HANDED_OVER, '}');
      for (const [pattern, instead] of UNUSED) cut(pattern, instead);
      return { code: withFinishedRules(small, rules), map: null };
    },
  });
}

/**
 * The rules that marked has once it is loaded, of the one dialect, as finished patterns: what made them of pieces, and the
 * other dialects' rules, weigh more than pieces that are repeated, which compress well. Each has a name of its own instead
 * of one in an object, so that the minifier shortens it, and leaves out what nothing reads.
 */
function withFinishedRules(
  code: string,
  [made = '', patterns = '', blocks, list]: readonly string[],
): string {
  const kinds = rulesInUse();
  const written = new Map<string, string>();
  const named = (kind: string, name: string): string => {
    const own = `bellhop_${kind}_${name}`;
    const rule = kinds[kind as keyof typeof kinds]?.[name];
    if (!written.has(own)) written.set(own, writeRule(name, rule, made));
    return own;
  };
  const [before = '', after = '', ...more] = code.split(made);
  if (more.length > 0) throw otherwise('marked');
  const read = (part: string): string =>
    part
      .replace(TAKEN_APART, (_, names: string) => {
        const taken = names.split(',').map((pair) => pair.split(':'));
        return `let ${taken.map(([name = '', as]) => `${as}=${named('inline', name)}`)},`;
      })
      .replace(READ(patterns), (_, kind: string | undefined, name: string) =>
        named(kind ?? 'other', name),
      );
  const users = [read(before), read(after)] as const;
  // Such a place would look for a rule in the object that is gone.
  if (/\brules\b(?!"|;)/.test(users.join())) throw otherwise('marked');
  const rules = [...written].map(([name, rule]) => `${name}=${rule}`);
  return users.join(`var ${[WHERE_NEEDED, FIRST, `${blocks}=${list}`, ...rules].join()};`);
}

function rulesInUse(): Record<'other' | 'block' | 'inline', Record<string, unknown>> {
  const lexer = new Lexer({ gfm: true, breaks: true }) as unknown as {
    tokenizer: { rules: ReturnType<typeof rulesInUse> };
  };
  return lexer.tokenizer.rules;
}

function writeRule(name: string, rule: unknown, made: string): string {
  if (rule instanceof RegExp) {
    if (name === 'paragraph') return `bellhopFirst(${ONE_LINE},${rule})`;
    return name in NEEDED ? `bellhopWhere(${NEEDED[name]},${rule})` : String(rule);
  }
  const text = typeof rule === 'function' ? MADE(name).exec(made)?.[1] : undefined;
  if (text === undefined) throw otherwise(`marked's rule "${name}"`);
  return text;
}

function otherwise(what: string): DoesNotFit {
  return new DoesNotFit(`${what} is not written as it was: see trim-libraries.ts.`);
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
/** Code that Bellhop's configuration never reaches, and its replacement. Each pattern must be found. */
const UNREACHED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Options that need another option to be on, lists that get no additions, and checks that are not configured.
  [/objectHasOwnProperty\(cfg, "ADD_(?:TAGS|ATTR|FORBID_CONTENTS)"\)/g, 'false'],
  [/EXTRA_ELEMENT_HANDLING\.\w+ instanceof Function/g, 'false'],
  [/\n\tconst EXTRA_ELEMENT_HANDLING = Object\.seal\([\s\S]*?\n\t\}\)\);/, ''],
  [/\n\t\tEXTRA_ELEMENT_HANDLING\.\w+ = null;/g, ''],
  [
    /_resolveSetOption\(cfg, "(?!ALLOWED_TAGS|ALLOWED_ATTR)\w+", (\w+|create\(null\)), \{[^}]*\}\)/g,
    '$1',
  ],
  // Neither of the two lists begins with another one. Where a page has a getter `base` on Object.prototype, to ask for it
  // could throw.
  [/options\.base \? cloneSet\(options\.base\) : \{\}/, '{}'],
  [/_resolveObjectOption\(cfg, "\w+", (\w+)\)/g, '$1'],
  [/objectHasOwnProperty\(customElementHandling, "\w+"\)/g, 'false'],
  [/_isBasicCustomElement\(\w+\) && /g, ''],
  [/_matchesNameCheck\(CUSTOM_ELEMENT_HANDLING\.\w+, \w+(?:, \w+)?\)/g, 'false'],
  [/(?<=const RESERVED_CUSTOM_ELEMENT_NAMES = )/, '/* @__PURE__ */ '],
  [/\n\t\tcfg = clone\(cfg\);/, ''],
  // A policy is always given, by a caller that has both functions, and which knows that it must not call itself.
  [/_createTrustedTypesPolicy\(trustedTypes, currentScript\)/, 'null'],
  [/\n\t+if \(typeof cfg\.TRUSTED_TYPES_POLICY\.create\w+ !== "function"\) throw [^;]*;/g, ''],
  [/(?<=typeErrorCreate\(")A configured TRUSTED_TYPES_POLICY(?:[^"\\]|\\.)*/, 'recursion'],
  // What is sanitised is a text, and the result another one.
  [
    /\n\t+if \(typeof dirty !== "string" && !_isNode\(dirty\)\) \{[\s\S]*?\n\t\t\}/,
    '\n\t\tdirty = String(dirty);',
  ],
  [/\} else if \(_isNode\(dirty\)\) \{/, '} else if (false) {'],
  [/(?<=typeErrorCreate\(")a node selected for removal could not be detached[^"]*/, 'not detached'],
  // Hooks, and every other function of its interface than `setConfig` and `sanitize`.
  [/\n\tDOMPurify\.clearConfig = function[\s\S]*?(?=\n\treturn DOMPurify;\n)/, ''],
  [/\n\t+(?:if \(inShadow\) )?_executeHooks\([^;]*\);/g, ''],
  [/_forkSharedAllowlist\(hooks\.\w+, (\w+), [^)]*\)/g, '$1'],
  // Helpers for browsers that are older than this build's, or of what was left out, and patterns of options that are off.
  [/_slicedToArray\((\w+), 2\)/, '$1'],
  [/\nAsyncGenerator\.prototype[\s\S]*?\n\};(?=\nconst )/, ''],
  [/\nif \(!(?:freeze|seal|apply|construct)\) [\s\S]*?\n\};/g, ''],
  [
    /\nconst (?:number|boolean|bigint|symbol)ToString = [^;]*;|\nconst objectToString = [^;]*;/g,
    '',
  ],
  [/= seal\(\//g, '= /* @__PURE__ */ seal(/'],
  // The instance that it makes as it is loaded, of the page's own document, in which an element may be named createElement.
  [/\nvar (\w+) = createDOMPurify\(\);/, '\nvar $1 = createDOMPurify;'],
];

/**
 * DOMPurify with the one configuration that it is used with, and without its own lists: only what content/policy.ts names
 * is ever allowed, and nothing at all if that were forgotten. Elements of SVG and MathML are then no known ones, and go as unknown elements go.
 */
export function strictPurify(): Plugin {
  return failOpen({
    name: 'bellhop-strict-purify',
    transform(code, id) {
      if (!PURIFY.test(id)) return null;
      let small = code;
      for (const name of LISTS) {
        const [found, ...more] = small.split(`const ${name} = freeze([`);
        const rest = more.join('');
        const end = rest.indexOf(']);');
        if (more.length !== 1 || end === -1) {
          throw new DoesNotFit(`DOMPurify has no list "${name}" any more: see trim-libraries.ts.`);
        }
        small = `${found}const ${name} = freeze([${rest.slice(end)}`;
      }
      for (const [pattern, instead] of UNREACHED) {
        const left = small.replace(pattern, instead);
        if (left === small)
          throw new DoesNotFit(`DOMPurify has no ${pattern}: see trim-libraries.ts.`);
        small = left;
      }
      for (const [name, value] of Object.entries(FIXED_OPTIONS)) {
        const assigned = new RegExp(`\\n\\t+${name} = [^;]*;`, 'g');
        const declared = new RegExp(`\\n\\tlet ${name} = [^;]*;`);
        if (small.match(assigned)?.length !== 1 || !declared.test(small)) {
          throw new DoesNotFit(`DOMPurify reads "${name}" otherwise: see trim-libraries.ts.`);
        }
        small = small
          .replace(assigned, '')
          .replace(declared, `\n\tconst ${name} = ${JSON.stringify(value)};`);
      }
      return { code: small, map: null };
    },
  });
}
