// Reads the addresses in a sitemap's XML. Runs in the reading thread.

import { XMLParser } from 'fast-xml-parser';
import { isRecord } from '../wire.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface Sitemap {
  sitemaps: string[];
  pages: string[];
}

/** @throws UnreadableFile */
export function parseSitemap(xml: string): Sitemap {
  let root: unknown;
  try {
    root = new XMLParser({ parseTagValue: false }).parse(xml);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new UnreadableFile('is no sitemap that can be read');
  }
  const places = (name: string, item: string) => {
    const list = isRecord(root) ? root[name] : null;
    const items = isRecord(list) ? [list[item]].flat() : [];
    return items.flatMap((one) =>
      isRecord(one) && typeof one.loc === 'string' ? [one.loc.trim()] : [],
    );
  };
  const sitemaps = places('sitemapindex', 'sitemap');
  const pages = places('urlset', 'url');
  if (sitemaps.length + pages.length === 0)
    throw new UnreadableFile('is no sitemap, or an empty one');
  return { sitemaps, pages };
}
