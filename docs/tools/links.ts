// Links between Markdown files, as they work in the repository, become links between pages of the site. Pure functions.

import { posix } from 'node:path';
import { outsideCode } from './markdown.ts';
import { PAGES } from './pages.ts';

const SLUGS = new Map(
  PAGES.flatMap(({ slug, file }) => (file === undefined ? [] : [[file, slug] as const])),
);
/** The reference pages stand nowhere in the repository, so texts name them by the path that they would have. */
for (const { slug, written } of PAGES) {
  if (written !== undefined) SLUGS.set(`docs/${slug}.md`, slug);
}
/** Folders whose README is a page. */
for (const [file, slug] of [...SLUGS]) {
  if (file.endsWith('/README.md')) SLUGS.set(posix.dirname(file), slug);
}

/** Files of the repository that the site serves as they are, by their names among its assets. */
export const SERVED: ReadonlyMap<string, string> = new Map([
  ['docs/own-chat.js', 'own-chat.js'],
  ...['compose.yaml', 'Dockerfile', 'bellhop-gateway.service', 'nginx.conf', 'Caddyfile'].map(
    (name) => [`gateway/deploy/${name}`, `deploy/${name}`] as const,
  ),
]);

export type Link =
  | { kind: 'page'; slug: string; anchor: string }
  /** Of docs/assets, or another file that the site serves as it is. */
  | { kind: 'asset'; name: string }
  /** Somewhere else, or on this page. */
  | { kind: 'as it is' }
  /** A file of the repository that is no page. */
  | { kind: 'file'; path: string };

/** @param from path of the Markdown file from the repository's root */
export function resolveLink(from: string, href: string): Link {
  if (/^[a-z]+:|^#|^\/\//i.test(href)) return { kind: 'as it is' };
  const [path = '', anchor = ''] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
  // The README is for who comes to the repository; the first page says the same.
  if (target === 'README.md') return { kind: 'page', slug: '', anchor: '' };
  const slug = SLUGS.get(target);
  if (slug !== undefined) return { kind: 'page', slug, anchor };
  const served = SERVED.get(target);
  if (served !== undefined) return { kind: 'asset', name: served };
  if (target.startsWith('docs/assets/')) {
    return { kind: 'asset', name: target.slice('docs/assets/'.length) };
  }
  return { kind: 'file', path: target };
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** All links of a Markdown text, in order. */
export function linksOf(text: string): { label: string; href: string; isPicture: boolean }[] {
  return outsideCode(text).flatMap(({ text: prose, isCode }) =>
    isCode
      ? []
      : [...prose.matchAll(LINK)].map(([, mark, label = '', href = '']) => ({
          label,
          href,
          isPicture: mark === '!',
        })),
  );
}

/**
 * The text with the site's addresses. A link to a file that is no page becomes its label alone.
 * @param write how a page's or an asset's address is written
 */
export function rewriteLinks(
  text: string,
  from: string,
  write: { page(slug: string, anchor: string): string; asset(name: string): string },
): string {
  const inProse = (prose: string): string =>
    prose.replace(LINK, (whole, mark: string, label: string, href: string) => {
      const link = resolveLink(from, href);
      switch (link.kind) {
        case 'page':
          return `${mark}[${label}](${write.page(link.slug, link.anchor)})`;
        case 'asset':
          return `${mark}[${label}](${write.asset(link.name)})`;
        case 'file':
          return label;
        case 'as it is':
          return whole;
      }
    });
  return outsideCode(text)
    .map((part) => (part.isCode ? part.text : inProse(part.text)))
    .join('');
}
