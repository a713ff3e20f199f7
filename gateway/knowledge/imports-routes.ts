// Documents from files, pages and sitemaps. A file that can't be read is named with the reason, and the others are taken.

import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, notFound } from '../kernel/http-error.ts';
import type { OutsideFetch } from '../kernel/outside-fetch.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { putDocuments } from './collections.ts';
import type { CollectionNeeds } from './collections-routes.ts';
import { findOwnCollection } from './collections-routes.ts';
import { importDocuments } from './collections-schema.ts';
import type { ImportedText } from './import-text.ts';
import type { KnowledgeDocument } from './passages.ts';
import { readPage, readSitemap } from './read-web.ts';
import type { Reader } from './reader.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { EmbedCollections } from './vectors/embed-collections.ts';

const AT_A_TIME = 25;
const AT_ONCE = 4;
const MAX_TITLE = 500;

interface Needs extends CollectionNeeds {
  outside: OutsideFetch;
  embedding: EmbedCollections;
  reader: Reader;
}

export const adminImports: Routes<Needs> = (app, context) => {
  const { db, outside, embedding, reader } = context;
  const web = { fetch: outside, reader };

  serve(app, importDocuments, async (c, call) => {
    const { collection_id } = await findOwnCollection(context, c, call.param('collection_id'));
    const { file, url, sitemap, after, limit = AT_A_TIME } = await call.body();
    if ([file, url, sitemap].filter((one) => one !== undefined).length !== 1) {
      throw invalid('Send one of file, url and sitemap.');
    }
    const documents: KnowledgeDocument[] = [];
    const failed: { uri: string; reason: string }[] = [];
    let next: string | null = null;
    const take = async (uri: string, read: () => Promise<ImportedText>, named?: string) => {
      try {
        const { title, text } = await read();
        documents.push({ uri, title: (named ?? title ?? uri).slice(0, MAX_TITLE), text });
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        failed.push({ uri, reason: `${error.message}.` });
      }
    };

    if (file !== undefined) {
      const bytes = new Uint8Array(Buffer.from(file.data, 'base64'));
      await take(file.uri, () => reader.readFile(bytes, file.media_type), file.title);
    }
    if (url !== undefined) await take(url, () => readPage(url, web));
    if (sitemap !== undefined) {
      const pages = await pagesAfter(sitemap, after);
      const now = pages.slice(0, limit);
      for (let from = 0; from < now.length; from += AT_ONCE) {
        await Promise.all(
          now.slice(from, from + AT_ONCE).map((page) => take(page, () => readPage(page, web))),
        );
      }
      next = pages.length > limit ? (now.at(-1) ?? null) : null;
    }

    if (documents.length > 0) {
      const isThere = await putDocuments(db, collection_id, documents);
      if (!isThere) throw notFound('There is no such collection.');
      embedding.kick();
    }
    const imported = documents.map(({ uri, title, text }) => ({
      uri,
      title,
      characters: text.length,
    }));
    return c.json({ imported, failed, next }, 200, { 'Cache-Control': 'no-store' });
  });

  async function pagesAfter(sitemap: string, after: string | undefined): Promise<string[]> {
    if (!URL.canParse(sitemap)) throw invalid('sitemap must be an address.');
    try {
      const pages = await readSitemap(sitemap, web);
      // A page that is gone from the sitemap meanwhile: from the beginning, which does no harm.
      return after === undefined ? pages : pages.slice(pages.indexOf(after) + 1);
    } catch (error) {
      if (error instanceof UnreadableFile) throw invalid(`The sitemap ${error.message}.`);
      throw error;
    }
  }
};
