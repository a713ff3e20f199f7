// The page of all exports: each name of each entry with the words above it, and its example, or the way to it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from '../markdown.ts';
import { ROOT } from '../paths.ts';
import { snippetsOf } from '../snippets.ts';
import { exampleOf, summaryAbove } from './declarations.ts';
import { ENTRIES, type Entry, type Exported, exportsOfEntry, packageOf } from './exports.ts';
import { sourceOf } from './sources.ts';
import { code, table } from './table.ts';

/** Exported with what stands beside them, and nothing that a program names. */
export const INSIDES: Readonly<Record<string, string>> = {
  Credentials: 'how a client keeps its token',
  OnDropped: 'of a parser inside',
  Posting: 'between the session and the tools',
  PostResults: 'between the session and the tools',
  ResultOutcome: 'between the session and the tools',
  ServerSentEvent: 'of a parser inside',
  Session: 'what the panel and a headless chat stand on',
  SessionDraft: 'between the session and the panel',
  SessionForTools: 'between the session and the tools',
};

const TYPES = 'docs/reference/types.md';

/** Which heading of the page of types has an example that imports this name. */
export function headingsByName(): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, TYPES), 'utf8');
  const lines = text.split('\n');
  const found = new Map<string, string>();
  for (const { line, code: example } of snippetsOf(TYPES, text)) {
    const heading = lines.slice(0, line).findLast((one) => one.startsWith('## '));
    for (const [, names = ''] of example.matchAll(/import (?:type )?\{([^}]*)\}/g)) {
      for (const item of names.split(',')) {
        const name = item.trim().replace(/^type /, '');
        if (heading !== undefined && !found.has(name)) found.set(name, heading.slice(3));
      }
    }
  }
  return found;
}

/** The example above a function or class, which a test compiles where it stands; '' where there is none. */
export const ownExample = ({ file, name }: Exported): string => exampleOf(sourceOf(file), name);

export function everyExport(): string {
  const headings = headingsByName();
  return `# All exports

Every name of the npm package, by entry. Functions and classes have their example here, types and lists in [Types, by example](types.md). Each example is compiled by a test.

${ENTRIES.map((entry) => section(entry, headings)).join('\n\n')}
`;
}

function section(entry: Entry, headings: ReadonlyMap<string, string>): string {
  const all = exportsOfEntry(entry).filter(({ name }) => !(name in INSIDES));
  const functions = all.filter((one) => ownExample(one) !== '');
  const rest = all.filter((one) => !functions.includes(one));
  const rows = rest.map((one) => {
    const heading = headings.get(one.name);
    return [
      code(one.name),
      wordsOf(one),
      heading === undefined ? '' : `[${heading}](types.md#${anchorOf(heading)})`,
    ];
  });
  const shown = functions.map((one) => {
    const example = ownExample(one);
    const fence = /<[A-Za-z]/.test(example) ? 'tsx' : 'ts';
    return `### ${one.name}\n\n${wordsOf(one)}\n\n\`\`\`${fence} unchecked="compiled where it stands, above the function"\n${example}\n\`\`\``;
  });
  return [
    `## ${packageOf(entry)}`,
    ...shown,
    ...(rows.length === 0 ? [] : [table(['name', 'what it is', 'example'], rows)]),
  ].join('\n\n');
}

/** The words above the declaration; a name that says all of itself has none. */
function wordsOf({ file, name }: Exported): string {
  const source = sourceOf(file);
  const [declaration] =
    new RegExp(`export (?:async )?(?:type|interface|function|class|const) ${name}\\b`).exec(
      source,
    ) ?? [];
  if (declaration === undefined) return '';
  // A tag that is named in plain words would become one.
  return summaryAbove(source, declaration).replace(/(?<!`)<[a-z-]+>/g, '`$&`');
}
