// The documents' site before its tool draws it: which pages there are, where their links lead, what is generated and how.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { USAGE } from '../../gateway/usage.ts';
import { ATTRIBUTE_NAMES, toAttribute } from '../../src/loader/attributes.ts';
import { STATES } from '../../test/gallery/states.ts';
import { boxWide } from '../tools/boxes.ts';
import { linksOf, resolveLink, rewriteLinks, SERVED } from '../tools/links.ts';
import { ROOM_WORDS, setBytes } from '../tools/live/bytes.ts';
import { setRecording } from '../tools/live/conversation.ts';
import { LIVE_NAMES } from '../tools/live.ts';
import { anchorsOf, describe as describePage, outsideCode, splitTitle } from '../tools/markdown.ts';
import { GROUPS, PAGES } from '../tools/pages.ts';
import { picturedStates } from '../tools/pictures.ts';
import {
  llmsText,
  markdownPath,
  placeOf,
  plainPage,
  readPages,
  sitePage,
} from '../tools/prepare.ts';
import { recordGateway } from '../tools/record-gateway.ts';
import { membersOf, valuesOf } from '../tools/reference/declarations.ts';
import { EVENT_WORDS } from '../tools/reference/javascript.ts';
import { PART_WORDS, PROPERTY_WORDS, parts, properties } from '../tools/reference/looks.ts';

const ROOT = join(import.meta.dirname, '../..');
const recording = await recordGateway();
setRecording(recording);
setBytes({
  stages: [{ name: 'launcher', bytes: 2_000 }],
  rooms: [['until typing', { ui: 9_000 }]],
});
const pages = await readPages();
const bySlug = new Map(pages.map((page) => [page.slug, page]));
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const written = (name: string) => bySlug.get(`reference/${name}`)?.body ?? '';

describe('the pages of the documents', () => {
  it.each(pages)(
    '“$slug” has a title, a first sentence and something to say',
    ({ title, description, body }) => {
      expect(title).not.toBe('');
      expect(description.length).toBeGreaterThan(8);
      expect(body.length).toBeGreaterThan(400);
      expect(body).not.toMatch(/To come\.|TODO/);
    },
  );

  it('have an address each', () => {
    expect(new Set(PAGES.map(({ slug }) => slug)).size).toBe(PAGES.length);
    expect(PAGES.length).toBeGreaterThan(40);
    expect(GROUPS.map(({ label }) => label)).toEqual([
      'Start',
      'By framework',
      'By what answers',
      'How to',
      'Run a gateway',
      'Call a gateway',
      'Understand',
      'Reference',
      'Security',
      'The project',
      'Decisions',
    ]);
  });

  it('leave out no document of the folder', () => {
    const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.md') && !/^(node_modules|site|dist|\.)/.test(path));
    const known = new Set(PAGES.map(({ file }) => file));
    expect(files.filter((path) => !known.has(`docs/${path}`))).toEqual([]);
  });

  it('link only to pages, headings and files that are there', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page.body).flatMap(({ href }) => {
        const link = resolveLink(placeOf(page), href);
        const at = `${placeOf(page)}: ${href}`;
        if (link.kind === 'page') {
          const target = bySlug.get(link.slug);
          if (target === undefined) return [at];
          return link.anchor === '' || anchorsOf(target.body).has(link.anchor) ? [] : [at];
        }
        if (link.kind === 'asset') {
          const isMade = link.name === 'openapi.json' || [...SERVED.values()].includes(link.name);
          return isMade || existsSync(join(ROOT, 'docs/assets', link.name)) ? [] : [at];
        }
        if (link.kind === 'file') return existsSync(join(ROOT, link.path)) ? [] : [at];
        const [, own] = /^#(.+)$/.exec(href) ?? [];
        return own === undefined || anchorsOf(page.body).has(own) ? [] : [at];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('say nothing of where they are made', () => {
    for (const { body, slug } of pages) expect(body, slug).not.toMatch(/\/work\/|localhost:48\d\d/);
  });

  it('stand as plain Markdown too, with links to plain Markdown', () => {
    const page = bySlug.get('start/plain-page');
    if (page === undefined) throw new Error('There is no first page.');
    const plain = plainPage(page, '/docs/');
    expect(plain.startsWith(`# ${page.title}\n`)).toBe(true);
    expect(plain).toContain('](/docs/reference/attributes.md)');
    expect(sitePage(page, '/docs/')).toContain('](/docs/reference/attributes/)');
    for (const one of pages) {
      expect(plainPage(one, '/'), one.slug).not.toMatch(/<!-- (live|given):|<iframe|<details/);
      expect(sitePage(one, '/'), one.slug).not.toMatch(/<!-- (live|given):/);
    }
  });

  it('are all listed for models', () => {
    const list = llmsText(pages, '/');
    for (const page of pages) expect(list).toContain(`](/${markdownPath(page)})`);
    expect(list).toMatch(/^# Bellhop\n\n> .+\n\n## Start\n/);
  });

  it('show states that the gallery has, and every live part somewhere', () => {
    const known = new Set(STATES.map(({ name }) => name));
    expect(picturedStates().filter((name) => !known.has(name))).toEqual([]);
    const all = pages.map(({ body }) => body).join('\n');
    for (const name of LIVE_NAMES) expect(all).toContain(`<!-- live: ${name}`);
  });
});

describe('the table of bytes', () => {
  it('has words for rooms that are there, and for libraries', () => {
    const gone = Object.entries(ROOM_WORDS).filter(
      ([room, words]) => !/^library: |bundler/.test(words) && !existsSync(join(ROOT, 'src', room)),
    );
    expect(gone).toEqual([]);
  });
});

describe('the reference', () => {
  it('has every attribute, every setting and every name', () => {
    for (const name of ATTRIBUTE_NAMES)
      expect(written('attributes')).toContain(`\`${toAttribute(name)}\``);
    const settings = written('gateway-settings');
    const variables = new Set(
      [...settings.matchAll(/\b(?:BELLHOP|DATABASE|REDIS)_[A-Z_]+/g)].map(([name]) => name),
    );
    expect(variables.size).toBeGreaterThan(30);
    for (const name of variables) {
      if (!name.endsWith('_')) expect(USAGE, name).toContain(name);
    }
    const documented = `${settings}${text('docs/gateway/desk.md')}`;
    for (const [name] of USAGE.matchAll(/\bBELLHOP_[A-Z_]+/g))
      expect(documented, name).toContain(name);
  });

  it('names only variables that the gateway reads, and all of them', () => {
    const files = readdirSync(join(ROOT, 'gateway'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !/^(test|bench|conformance|dist|node_modules)\//.test(path),
    );
    const source = files
      .filter((path) => path !== 'usage.ts')
      .map((path) => text(`gateway/${path}`))
      .join('\n');
    const read = new Set(
      [...source.matchAll(/(?:env\.|['"])(BELLHOP_[A-Z_]+)\b/g)].map(([, name = '']) => name),
    );
    expect(read.size).toBeGreaterThan(30);
    const missing = [...read].filter((name) => !USAGE.includes(name));
    expect(missing).toEqual([]);
    const gone = [...USAGE.matchAll(/\bBELLHOP_[A-Z_]+/g)].filter(([name]) => !read.has(name));
    expect(gone.map(([name]) => name)).toEqual([]);
  });

  it('has words for each property and part, and for nothing that is gone', () => {
    const names = properties().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => PROPERTY_WORDS[name] === undefined)).toEqual([]);
    expect(Object.keys(PROPERTY_WORDS).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(PART_WORDS).sort()).toEqual(parts());
  });

  it('has words for each event', () => {
    const names = membersOf(text('src/widget/types.ts'), 'ChatEvents').map(({ name }) => name);
    expect(Object.keys(EVENT_WORDS).sort()).toEqual(names.sort());
  });

  it.each(['javascript', 'client', 'server', 'headless', 'testing', 'errors', 'strings'])(
    'has no row without words: %s',
    (name) => {
      const bare = written(name)
        .split('\n')
        .filter((line) => /^\| `[^|]+\| +\|$/.test(line));
      expect(bare).toEqual([]);
    },
  );

  it('has every call of the gateway', () => {
    const { paths } = JSON.parse(recording.openapi) as { paths: Record<string, object> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path}\``),
    );
    expect(calls.length).toBeGreaterThan(60);
    for (const call of calls) expect(written('openapi')).toContain(call);
  });
});

describe('what reads declarations', () => {
  const source = `/** What it is. */
export interface Thing<Of = string> extends Other {
  /** The name. */
  readonly name: string;
  bare?: number;
  /**
   * Does it.
   * @throws TypeError if it can't
   */
  act(
    input: Of,
    options?: { signal?: AbortSignal; again: boolean },
  ): Promise<void>;
  'with-hyphen': 'a' | 'b';
}
export type Code =
  | 'first' // 400; a word
  | 'second'
  | 'third'; // the last

export const x = 1;
`;

  it('finds each member with its words', () => {
    expect(membersOf(source, 'Thing')).toEqual([
      { name: 'name', signature: 'readonly name: string', isOptional: false, words: 'The name.' },
      { name: 'bare', signature: 'bare?: number', isOptional: true, words: '' },
      {
        name: 'act',
        signature:
          'act(input: Of, options?: { signal?: AbortSignal; again: boolean }): Promise<void>',
        isOptional: false,
        words: "Does it. Throws TypeError if it can't",
      },
      { name: 'with-hyphen', signature: "'with-hyphen': 'a' | 'b'", isOptional: false, words: '' },
    ]);
  });

  it('finds each value with its words', () => {
    expect(valuesOf(source, 'Code')).toEqual([
      { value: 'first', words: '400; a word' },
      { value: 'second', words: '' },
      { value: 'third', words: 'the last' },
    ]);
  });

  it('refuses a name that isn’t there', () => {
    expect(() => membersOf(source, 'Nothing')).toThrow('No interface Nothing');
    expect(() => valuesOf(source, 'Nothing')).toThrow('Nothing');
  });
});

describe('what reads Markdown', () => {
  const write = {
    page: (slug: string, anchor: string) => `/${slug}/${anchor}`,
    asset: (name: string) => `/a/${name}`,
  };

  it('leaves code alone', () => {
    const source = '[a](plain-page.md)\n```md\n[b](plain-page.md)\n```\n[c](plain-page.md)\n';
    expect(rewriteLinks(source, 'docs/start/x.md', write)).toBe(
      '[a](/start/plain-page/)\n```md\n[b](plain-page.md)\n```\n[c](/start/plain-page/)\n',
    );
    expect(outsideCode(source).map(({ isCode }) => isCode)).toEqual([false, true, false]);
  });

  it.each([
    ['a page', '[x](../session-endpoint.md#php)', '[x](/start/session-endpoint/php)'],
    ['a folder whose README is a page', '[x](../../gateway)', '[x](/gateway/)'],
    ['the first page, for the README', '[x](../../README.md#try-it)', '[x](//)'],
    ['a picture', '![x](../assets/tool.svg)', '![x](/a/tool.svg)'],
    [
      'a file that the site serves',
      '[x](../../gateway/deploy/nginx.conf)',
      '[x](/a/deploy/nginx.conf)',
    ],
    ['a file that is no page', '[x](../../gateway/options.ts)', 'x'],
    ['another site', '[x](https://example.com/a.md)', '[x](https://example.com/a.md)'],
    ['this page', '[x](#y)', '[x](#y)'],
  ])('leads to %s', (_what, source, expected) => {
    expect(rewriteLinks(source, 'docs/start/x.md', write)).toBe(expected);
  });

  it('puts tables and drawings into boxes that say how they are laid out', () => {
    const table = (...cells: string[]) =>
      `| ${cells.map(() => 'x').join(' | ')} |\n| ${cells.map(() => '---').join(' | ')} |\n| ${cells.join(' | ')} |\n`;
    const long = 'a sentence of more than forty characters, which is prose';
    expect(boxWide(table('`a`', 'b'))).toMatch(/^<div class="table named">\n\n\| x/);
    const unbroken = 'a_name_of_more_than_26_characters';
    expect(boxWide(table('`a`', `\`${unbroken}\``))).toContain('class="table long named">');
    expect(boxWide(table('`a`', `\`GET /${'a/'.repeat(20)}\``))).toContain('class="table named">');
    expect(boxWide(table('`a`', 'b', 'c', 'd \\| e'))).toContain('class="table named wide"');
    expect(boxWide(table(`\`${long}\``, long))).toContain('class="table stacked">');
    expect(boxWide(table('`a`', 'b', long))).toContain(
      `class="table named stacked" style="--column-1: 'x:'; --column-2: 'x:'; --column-3: 'x:'"`,
    );
    expect(boxWide('![w](a.svg)\n')).toBe('<div class="drawing">\n\n![w](a.svg)\n\n</div>\n\n');
    expect(boxWide('```\n| a |\n```\n')).toBe('```\n| a |\n```\n');
  });

  it('finds title, first sentence and anchors', () => {
    const { title, body } = splitTitle(
      '# The `title`\n\nFirst [words](x.md) here. More.\n\n## Two, three\n\n## Two, three\n',
    );
    expect(title).toBe('The title');
    expect(describePage(body)).toBe('First words here.');
    expect([...anchorsOf(body)]).toEqual(['two-three', 'two-three-1']);
  });
});
