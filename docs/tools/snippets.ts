// Takes every fenced snippet out of a Markdown text, with what its page says about it. Pure functions.
//
// A comment above a snippet declares what the snippet leaves to its reader: `<!-- given: declare const cart: Cart; -->`. A
// snippet that nothing can check says why in its first line: ```text unchecked="what a program prints".

export interface Snippet {
  file: string;
  /** Of the fence. */
  line: number;
  language: string;
  code: string;
  /** Declarations that the page's readers don't see. */
  given: string;
  /** What stands behind the language, as the kind of a text. */
  rest: string;
  /** Why nothing checks it; null: something does. */
  unchecked: string | null;
}

const GIVEN = /<!-- given:([\s\S]*?)-->\n?/g;

/** The text as readers get it: without the declarations. */
export const withoutGiven = (text: string): string => text.replace(GIVEN, '');

/** @param file for the messages of tests */
export function snippetsOf(file: string, text: string): Snippet[] {
  const found: Snippet[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^(\s*)(`{3,}|~{3,})(\S*) *(.*)$/.exec(lines[at] ?? '');
    if (opening === null) continue;
    const [, indent = '', fence = '', language = '', rest = ''] = opening;
    const start = at;
    const code: string[] = [];
    for (at += 1; at < lines.length && !(lines[at] ?? '').trimStart().startsWith(fence); at += 1) {
      code.push((lines[at] ?? '').slice(indent.length));
    }
    const [, reason = null] = /unchecked="([^"]+)"/.exec(rest) ?? [];
    found.push({
      file,
      line: start + 1,
      language,
      code: code.join('\n'),
      rest,
      given: givenAbove(lines.slice(0, start).join('\n')),
      unchecked: reason,
    });
  }
  return found;
}

/** The declarations of the comments that stand right above. */
function givenAbove(text: string): string {
  const [, block = ''] = /((?:<!-- given:(?:(?!-->)[\s\S])*-->\s*)+)$/.exec(text) ?? [];
  return [...block.matchAll(GIVEN)].map(([, words = '']) => words.trim()).join('\n');
}
