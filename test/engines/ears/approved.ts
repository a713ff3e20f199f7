// Approved texts: one file for each journey, shared by the browsers. A line that only one browser tells begins with the
// browser's name and a bar; all other lines are those of each.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffArrays } from 'diff';

const FOLDER = join(import.meta.dirname, 'texts');
const BROWSERS = ['Firefox', 'Chromium'];
const MARK = new RegExp(`^(${BROWSERS.join('|')})\\| `);

const pathOf = (name: string) => join(FOLDER, `${name.replaceAll(' ', '-')}.txt`);

/** The lines that were approved for this browser; null: none were. */
export function approvedLines(name: string, browser: string): string[] | null {
  if (!existsSync(pathOf(name))) return null;
  const lines = readFileSync(pathOf(name), 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [, owner] = MARK.exec(line) ?? [];
    if (owner === undefined) return [line];
    return owner === browser ? [line.replace(MARK, '')] : [];
  });
}

/** Takes these lines as this browser's; what the others tell stays. */
export function approve(name: string, browser: string, lines: readonly string[]): void {
  const other = BROWSERS.find((one) => one !== browser) ?? '';
  const theirs = approvedLines(name, other);
  const marked = (owner: string, line: string) => `${owner}| ${line}`;
  const all =
    theirs === null
      ? lines
      : diffArrays(theirs, [...lines]).flatMap(({ added, removed, value }) =>
          value.map((line) =>
            added ? marked(browser, line) : removed ? marked(other, line) : line,
          ),
        );
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(name), `${all.join('\n')}\n`);
}
