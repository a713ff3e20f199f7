// What agents read: collections, and the documents of the one that is open.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { CollectionReply } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import { createFinder, type Finder, type FinderParts } from './finder.ts';
import { readPages } from './read-pages.ts';

export interface ListedDocument {
  uri: string;
  title: string;
  characters: number;
}

export interface Doc {
  uri: string;
  title: string;
  text: string;
}

/** What became of an import. */
export interface Imported {
  count: number;
  failed: readonly { uri: string; reason: string }[];
}

export interface ChosenFile {
  name: string;
  mediaType: string;
  /** Base64. */
  data: string;
}

export interface Knowledge {
  /** Null: nothing has come yet. */
  readonly collections: ReadonlySignal<readonly CollectionReply[] | null>;
  readonly finder: Finder<CollectionReply>;
  readonly openId: ReadonlySignal<string | null>;
  readonly documents: ReadonlySignal<readonly ListedDocument[] | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(projectId: string): Promise<void>;
  open(collectionId: string | null): Promise<void>;
  /** @throws ApiError */
  create(name: string): Promise<void>;
  /** @throws ApiError */
  rename(collectionId: string, name: string): Promise<void>;
  /** @throws ApiError */
  remove(collectionId: string): Promise<void>;
  /** @throws ApiError */
  read(uri: string): Promise<Doc>;
  /** Adds a document, or replaces the one of its uri. @throws ApiError */
  put(document: Doc): Promise<void>;
  /** @throws ApiError */
  removeDocument(uri: string): Promise<void>;
  /** Those that can't be read are told of; the rest is there. */
  importFiles(files: readonly ChosenFile[]): Promise<Imported>;
  /** One page, or all of a sitemap. @throws ApiError */
  importFrom(address: string, isSitemap: boolean): Promise<Imported>;
}

interface ImportReply {
  imported: ListedDocument[];
  failed: { uri: string; reason: string }[];
  next: string | null;
}

/** Of a sitemap, at a press. */
const MOST_PAGES = 500;

export function createKnowledge(parts: FinderParts): Knowledge {
  const { api } = parts;
  const collections: Signal<readonly CollectionReply[] | null> = signal(null);
  const openId: Signal<string | null> = signal(null);
  const documents: Signal<readonly ListedDocument[] | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  let project = 'default';
  const listPath = () => `/admin/collections?${new URLSearchParams({ project_id: project })}`;
  const finder = createFinder<CollectionReply>(parts, listPath);

  const model: Knowledge = {
    collections,
    finder,
    openId,
    documents,
    error,
    async load(projectId) {
      project = projectId;
      try {
        collections.value = (await readPages<CollectionReply>(api, listPath())).data;
        finder.refresh();
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async open(collectionId) {
      openId.value = collectionId;
      documents.value = null;
      if (collectionId !== null) await readOpen();
    },
    async create(name) {
      const body = { project_id: project, name, documents: [] };
      const made = await api.call<{ collection_id: string }>('POST', '/admin/collections', body);
      await model.load(project);
      await model.open(made.collection_id);
    },
    async rename(collectionId, name) {
      await api.call('PATCH', `/admin/collections/${collectionId}`, { name });
      await model.load(project);
    },
    async remove(collectionId) {
      await api.call('DELETE', `/admin/collections/${collectionId}`);
      await model.open(null);
      await model.load(project);
    },
    read: (uri) => api.call<Doc>('GET', documentsPath(uri)),
    async put(document) {
      await api.call('PUT', documentsPath(), { documents: [document] });
      await readAgain();
    },
    async removeDocument(uri) {
      await api.call('DELETE', documentsPath(uri));
      await readAgain();
    },
    async importFiles(files) {
      const failed: { uri: string; reason: string }[] = [];
      let count = 0;
      for (const { name, mediaType, data } of files) {
        const file = { uri: name, title: name, media_type: mediaType, data };
        const reply = await importOne({ file }).catch((failure: ApiError) => ({
          imported: [],
          failed: [{ uri: name, reason: failure.message }],
        }));
        count += reply.imported.length;
        failed.push(...reply.failed);
      }
      await readAgain();
      return { count, failed };
    },
    async importFrom(address, isSitemap) {
      const failed: { uri: string; reason: string }[] = [];
      let count = 0;
      let after: string | null = null;
      do {
        const reply: ImportReply = await importOne(
          isSitemap ? { sitemap: address, ...(after === null ? {} : { after }) } : { url: address },
        );
        count += reply.imported.length;
        failed.push(...reply.failed);
        after = reply.next;
        await readAgain();
      } while (after !== null && count + failed.length < MOST_PAGES);
      return { count, failed };
    },
  };
  return model;

  function importOne(what: object): Promise<ImportReply> {
    return api.call<ImportReply>('POST', `/admin/collections/${openId.peek()}/imports`, what);
  }

  function documentsPath(uri?: string): string {
    const query = uri === undefined ? '' : `?${new URLSearchParams({ uri })}`;
    return `/admin/collections/${openId.peek()}/documents${query}`;
  }

  async function readAgain(): Promise<void> {
    await Promise.all([readOpen(), model.load(project)]);
  }

  async function readOpen(): Promise<void> {
    const id = openId.peek();
    try {
      const path = `/admin/collections/${id}`;
      const { list } = await api.call<{ list: ListedDocument[] }>('GET', path);
      if (id === openId.peek()) documents.value = list;
      error.value = null;
    } catch (failure) {
      error.value = failure as ApiError;
    }
  }
}
