// Makes from the repository's Markdown and sources what the site's tool reads: each page with its title and the site's
// addresses, the same page as plain Markdown, llms.txt, and the files that are served as they are.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { boxWide } from './boxes.ts';
import { rewriteLinks, SERVED } from './links.ts';
import { setRecording } from './live/conversation.ts';
import { insertLive } from './live.ts';
import { describe, splitTitle } from './markdown.ts';
import { GROUPS, PAGES, type PageSource } from './pages.ts';
import { CONTENT, DOCS, PICTURES, PUBLIC, ROOT } from './paths.ts';
import { recordGateway } from './record-gateway.ts';
import { WRITERS } from './reference/index.ts';
import { withoutGiven } from './snippets.ts';

export interface Page extends PageSource {
  title: string;
  description: string;
  /** Markdown behind the title, with links as they work in the repository. */
  body: string;
}

/** Every page with its text, in the order of the sidebar. */
export async function readPages(): Promise<Page[]> {
  return Promise.all(
    PAGES.map(async (source) => {
      const { title, body } = splitTitle(withoutGiven(await textOf(source)));
      return { ...source, title, description: describe(body), body };
    }),
  );
}

async function textOf({ file, written }: PageSource): Promise<string> {
  if (file !== undefined) return readFileSync(join(ROOT, file), 'utf8');
  const write = WRITERS[written ?? ''];
  if (write === undefined) throw new Error(`docs/tools/reference/ has no writer "${written}".`);
  return write();
}

/** Where the page would stand in the repository: what its links start from. */
export const placeOf = ({ slug, file }: PageSource): string => file ?? `docs/${slug}.md`;

/** The page's path as a Markdown file of the site. */
export const markdownPath = ({ slug }: PageSource): string => `${slug === '' ? 'index' : slug}.md`;

/** A page as plain Markdown, for readers without a browser and for models. */
export function plainPage(page: Page, base: string): string {
  const body = rewriteLinks(page.body, placeOf(page), {
    page: (slug, anchor) => `${base}${slug === '' ? 'index' : slug}.md${hash(anchor)}`,
    asset: (name) => `${base}assets/${name}`,
  });
  return `# ${page.title}\n\n${insertLive(body, 'plain', base)}`;
}

/** The page as the site's tool takes it. */
export function sitePage(page: Page, base: string): string {
  const body = rewriteLinks(page.body, placeOf(page), {
    page: (slug, anchor) => `${base}${slug === '' ? '' : `${slug}/`}${hash(anchor)}`,
    asset: (name) => `${base}assets/${name}`,
  });
  const head = {
    title: page.title,
    description: page.description,
    editUrl: false,
    // The first page is a page of doors: no list of pages beside it.
    ...(page.slug === '' ? { tableOfContents: false, template: 'splash', next: false } : {}),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${boxWide(insertLive(body, 'site', base))}`;
}

/** What a reader sees at an address that is no page. */
const notFound = (base: string): string => `---
title: "There is no such page"
description: "An address of these documents at which nothing stands."
editUrl: false
pagefind: false
---

The address is mistyped, or it is of another version. Search at the top finds a page by its words. Or begin here:

- [What Bellhop is](${base}), with a list of where to begin
- [A chat with one tag](${base}start/one-tag/)
- [All attributes](${base}reference/attributes/)
- [All settings of the gateway](${base}reference/gateway-settings/)
`;

const hash = (anchor: string): string => (anchor === '' ? '' : `#${anchor}`);

/** The list of all pages for models, by https://llmstxt.org. */
export function llmsText(pages: readonly Page[], base: string): string {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const groups = GROUPS.map(({ label, pages: sources }) => {
    const lines = sources.flatMap(({ slug }) => {
      const page = bySlug.get(slug);
      if (page === undefined) return [];
      return `- [${page.title}](${base}${markdownPath(page)}): ${page.description}`;
    });
    return `## ${label}\n\n${lines.join('\n')}\n`;
  });
  const [first] = pages;
  return `# Bellhop\n\n> ${first?.description ?? ''}\n\n${groups.join('\n')}`;
}

/** Writes everything. @param base the site's path, with slashes at both ends */
export async function prepare(base: string): Promise<Page[]> {
  const recording = await recordGateway();
  setRecording(recording);
  const pages = await readPages();
  rmSync(CONTENT, { recursive: true, force: true });
  rmSync(PUBLIC, { recursive: true, force: true });
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const page of pages) {
    put(join(CONTENT, markdownPath(page)), sitePage(page, base));
    put(join(PUBLIC, markdownPath(page)), plainPage(page, base));
  }
  put(join(CONTENT, '404.md'), notFound(base));
  put(join(PUBLIC, 'llms.txt'), llmsText(pages, base));
  put(join(PUBLIC, 'llms-full.txt'), pages.map((page) => plainPage(page, base)).join('\n\n'));
  cpSync(join(DOCS, 'assets'), join(PUBLIC, 'assets'), { recursive: true });
  for (const [path, name] of SERVED) cpSync(join(ROOT, path), join(PUBLIC, 'assets', name));
  put(join(PUBLIC, 'assets/openapi.json'), recording.openapi);
  if (existsSync(PICTURES)) cpSync(PICTURES, join(PUBLIC, 'pictures'), { recursive: true });
  const dist = join(ROOT, 'dist');
  if (!existsSync(join(dist, 'bellhop.js'))) {
    throw new Error(
      'The site shows the real widget, which is not built yet. Run `npm run build` first.',
    );
  }
  cpSync(join(dist, 'bellhop.js'), join(PUBLIC, 'widget/bellhop.js'));
  cpSync(join(dist, 'bellhop'), join(PUBLIC, 'widget/bellhop'), { recursive: true });
  return pages;
}
