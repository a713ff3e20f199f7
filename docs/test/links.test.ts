// All Markdown files of the repository, those too that are no page of the site: each link leads to a file that is there and to a
// heading that it has, each command is a script, and each decision has its page and its row.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linksOf } from '../tools/links.ts';
import { anchorsOf } from '../tools/markdown.ts';
import { PAGES } from '../tools/pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** What a reader of the repository has: no packages, nothing that is made. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)));
/** Pages that are written when the site is made; texts name them by the path that they would have. */
const written = new Set(
  PAGES.flatMap(({ slug, file }) => (file === undefined ? [`docs/${slug}.md`] : [])),
);

/** Links of a text that lead nowhere. @param file where the text stands */
function broken(file: string, text: string): string[] {
  return linksOf(text).flatMap(({ href }) => {
    if (/^[a-z]+:|^\/\//i.test(href)) return [];
    const [path = '', anchor = ''] = href.split('#');
    const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
    if (written.has(target) || target === 'docs/assets/openapi.json') return [];
    if (!existsSync(join(ROOT, target))) return [`${file}: ${href}`];
    if (anchor === '' || !target.endsWith('.md')) return [];
    const into = target === file ? text : read(target);
    return anchorsOf(into).has(anchor) ? [] : [`${file}: ${href}`];
  });
}

describe('the links of all documents', () => {
  it('lead to files and headings that are there', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => broken(file, read(file)))).toEqual([]);
  });

  it('would be noticed where they lead nowhere', () => {
    const text = '[a](../README.md#contributing) [b](gone.md) [c](scale.md#gone) [d](#gone)';
    expect(broken('docs/index.md', text)).toEqual([
      'docs/index.md: gone.md',
      'docs/index.md: scale.md#gone',
      'docs/index.md: #gone',
    ]);
  });
});

/** Scripts that stand in the package.json of a project made by `npm create bellhop`. */
const OF_NEW_PROJECTS: readonly string[] = ['dev'];

describe('the commands in all documents', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const named = (text: string) =>
    [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);

  it('are scripts of package.json', () => {
    const gone = files.flatMap((file) =>
      named(read(file)).flatMap((name) =>
        name in scripts || OF_NEW_PROJECTS.includes(name) ? [] : [`${file}: ${name}`],
      ),
    );
    expect(gone).toEqual([]);
    expect(named('`npm run chekc` and npm run docs')).toEqual(['chekc', 'docs']);
  });
});

describe('the decisions', () => {
  const index = read('docs/decisions/index.md');
  const pages = files.filter(
    (file) => file.startsWith('docs/decisions/') && !file.endsWith('/index.md'),
  );

  it('have a page each, of one shape, and a row with its date in the list', () => {
    expect(pages.length).toBeGreaterThan(50);
    for (const file of pages) {
      const text = read(file);
      const [, date = ''] = /^Decided on (\d{4}-\d\d-\d\d)[,.]/m.exec(text) ?? [];
      expect(date, file).not.toBe('');
      expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
        'Why',
        'What was weighed',
        'What would change it',
      ]);
      const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
      expect(index).toContain(`| ${date} | [${title}](${posix.basename(file)}) |`);
    }
  });
});
