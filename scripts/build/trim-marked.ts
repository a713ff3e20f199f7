// A Vite plugin: leaves out of marked what the widget never uses, where no bundler can tell. A release that is written
// otherwise goes in whole (fail-open.ts).

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

/** Parameters, fields and defaults for what is gone, and what content/ never reads of tokens or has in its own class. */
const UNUSED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/,this\.rules\)/g, ')'],
  [/(?<=class(?: \w+)?\{)options;rules;lexer;constructor\((\w+)\)\{this\.options=\1\|\|\w+\}/, ''],
  [/(?<=class(?: \w+)?\{)tokens;options;state;inlineQueue;tokenizer;(?=constructor)/, ''],
  // The caller gives options, and in them a tokenizer.
  [/(?<=Object\.create\(null\),this\.options=\w+)\|\|\w+/, ''],
  [
    /this\.options\.tokenizer=this\.options\.tokenizer\|\|new \w+,(this\.tokenizer=this\.options\.tokenizer,)this\.tokenizer\.options=this\.options,/,
    '$1',
  ],
  [/infiniteLoopError\(\w+\)\{let \w+="[^"]*"\+\w+;if[^}]*\}/, ''],
  [/this\.infiniteLoopError\([^;]*;break/g, 'throw new Error("loop")'],
  [/,codeBlockStyle:"indented"/, ''],
  [/block:!0,(raw:\w+),pre:[^,}]*(?=,text)/, '$1'],
  [/inLink:this\.lexer\.state\.inLink,inRawBlock:this\.lexer\.state\.inRawBlock,block:!1,/, ''],
  // The titles of links.
  [/,\w+=\w+\.title\|\|null(?=,)/, ''],
  [/,title:\w+(?=,text:\w+,tokens)/, ''],
  [/,(\w+)="";if\(!1\)\{[^{}]*\}else \1=\w+\[3\]\?[^;]*(?=;return)/, ''],
  [/,title:\w+&&\w+\.replace\(this\.rules\.inline\.anyPunctuation,"\$1"\)(?=\})/, ''],
  // What joins paragraphs where the tokenizer's own `paragraph` is marked's, and where an extension has cut one.
  [/,\w+,\w+=[^,;]*this\.tokenizer\.paragraph===\w+\.prototype\.paragraph(?=;)/, ''],
  [/\((\w+)\|\|\w+===\w+&&\w+\)(?=&&\w+\?\.type==="paragraph")/, '$1'],
  [/,(\w+)=\w+\):\((\w+\.push\((\w+)\)),\1=\3\),(\w+)=\w+\.length!==\w+\.length/, '):$2,$4=!1'],
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
  return new DoesNotFit(`${what} is not written as it was: see trim-marked.ts.`);
}
