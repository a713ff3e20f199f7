// Reads exported declarations of a TypeScript file, with the words above each: the members of an interface or of an object type,
// and the values of a union. The sources are formatted by one program, and that layout is what this relies on; a member
// without words is given without them. Pure functions.

export interface Member {
  name: string;
  /** As it stands in the source, on one line, without the semicolon. */
  signature: string;
  isOptional: boolean;
  /** Of the comment above it, and of `@…` lines in it. */
  words: string;
}

/** What stands above a declaration. */
const COMMENT = String.raw`(?:\/\*\*([\s\S]*?)\*\/\s*)?`;

/**
 * The members of an interface or a type of braces, those of what it extends not among them.
 * @throws Error where the file has no such declaration
 */
export function membersOf(source: string, name: string): Member[] {
  return split(bodyOf(source, name)).map(({ words, text }) => {
    const [, key = '', optional = ''] =
      /^(?:readonly )?((?:[\w$]+)|(?:'[^']+')|\[[^\]]+\])?(\?)?/.exec(text) ?? [];
    return {
      name: key === '' ? name : key.replaceAll("'", ''),
      signature: text,
      isOptional: optional === '?',
      words,
    };
  });
}

/** The words above a declaration before those of its parameters and results, in a sentence or a few. '' where there are none. */
export function summaryAbove(source: string, declaration: string): string {
  const at = source.indexOf(declaration);
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, at)) ?? [];
  return cleaned(comment.replace(/^\s*\* ?@[\s\S]*$/m, ''));
}

/** The words above a declaration, such as an exported function. '' where there are none. */
export function wordsAbove(source: string, declaration: string): string {
  const at = source.indexOf(declaration);
  if (at < 0) throw new Error(`Nothing reads "${declaration}".`);
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, at)) ?? [];
  return cleaned(comment);
}

/** The code of the example above an exported function or class. '' where there is none. */
export function exampleOf(source: string, name: string): string {
  const declared = new RegExp(`^export (?:async )?(?:function|class) ${name}\\b`, 'm').exec(source);
  const before = source.slice(0, declared?.index ?? 0);
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before) ?? [];
  const lines = comment.replace(/^\s*\* ?/gm, '');
  const [, code = ''] = /@example\s*([\s\S]*?)(?=^@|$(?![\s\S]))/m.exec(lines) ?? [];
  return code.trim();
}

/** The values of `export type Name = 'a' // words | 'b' // words`, with the words behind each. */
export function valuesOf(source: string, name: string): { value: string; words: string }[] {
  // A semicolon may stand in the words: the type ends at the one behind a value.
  const [, body = ''] = new RegExp(`export type ${name} =([\\s\\S]*?';.*)`).exec(source) ?? [];
  const values = [...body.matchAll(/[|=]? ?'([^']+)';?(?: *\/\/ (.*))?/g)];
  if (values.length === 0) throw new Error(`No values of the type ${name}.`);
  return values.map(([, value = '', words = '']) => ({ value, words }));
}

/** The head of an exported function, on one line. */
export function headOf(source: string, name: string): string {
  const [, head = ''] =
    new RegExp(`export (?:async )?function (${name}[\\s\\S]*?)\\s*\\{\\n`).exec(source) ?? [];
  if (head === '') throw new Error(`No exported function ${name}.`);
  return oneLine(head);
}

function bodyOf(source: string, name: string): string {
  const start = new RegExp(
    `(?:interface|type) ${name}(?:<[^>]*>)?(?: extends [^{]+)?(?: =[^{;]*)? ?\\{\\n`,
  );
  const found = start.exec(source);
  if (found === null) throw new Error(`No interface ${name}.`);
  const rest = source.slice(found.index + found[0].length);
  const end = /^\}/m.exec(rest);
  return rest.slice(0, end?.index ?? rest.length);
}

/** Members stand two blanks in; what belongs to one stands further in, until the semicolon at its depth. */
function split(body: string): { words: string; text: string }[] {
  const found: { words: string; text: string }[] = [];
  const member = new RegExp(`^  ${COMMENT}(\\S[\\s\\S]*?);$`, 'gm');
  let rest = body;
  for (;;) {
    member.lastIndex = 0;
    const match = member.exec(rest);
    if (match === null) return found;
    let [whole, comment = '', text = ''] = match;
    // A semicolon within braces or brackets isn't the member's end.
    while (!isWhole(text)) {
      const more = /[\s\S]*?;$/m.exec(rest.slice(match.index + whole.length));
      if (more === null) break;
      whole += more[0];
      text += more[0];
    }
    rest = rest.slice(match.index + whole.length);
    found.push({ words: cleaned(comment), text: oneLine(text.replace(/;$/, '')) });
  }
}

function isWhole(text: string): boolean {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|'[^']*'|=>/g, '');
  let depth = 0;
  for (const sign of bare) {
    if ('({['.includes(sign)) depth += 1;
    if (')}]'.includes(sign)) depth -= 1;
  }
  return depth === 0;
}

const oneLine = (text: string): string =>
  text
    .replace(/\/\*\*?[\s\S]*?\*\/\s*/g, '')
    .replace(/\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/([(<]) /g, '$1')
    .replace(/,? ([)>])/g, '$1')
    .replace(/: \| /g, ': ')
    .trim();

const cleaned = (comment: string): string =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/@example[\s\S]*?(?=^@|$(?![\s\S]))/m, '')
    .replace(/^@throws /gm, 'Throws ')
    .replace(/^@param (\w+) /gm, '`$1`: ')
    .replace(/^@\w+ /gm, '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
