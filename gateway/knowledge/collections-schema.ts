// Knowledge bases and their documents, for operators and for sites.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import {
  absent,
  address,
  filledText,
  id,
  integer,
  list,
  longText,
  text,
} from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { IMPORTED_TYPES } from './file-kind.ts';

const READERS =
  'the admin key; or a site’s service token, for its own and for those that the operator has made for its project';
const OWNERS = 'the admin key; or a site’s service token, for those that it has made itself';
const TAG = 'Operator: collections';
const MAX_URI = 2000;
const MAX_TITLE = 500;
export const MAX_DOCUMENT = 2_000_000;
const MAX_AT_ONCE = 500;
const MAX_SYNONYMS = 500;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const filled = (max: number) =>
  longText(max).refine((value) => value !== '', { error: 'must be a non-empty string' });
export const documentUri = filled(MAX_URI);
export const documentTitle = filled(MAX_TITLE);
const document = z.object({
  uri: documentUri,
  title: documentTitle,
  text: filled(MAX_DOCUMENT),
});

const listed = z
  .object({
    collection_id: z.string(),
    project_id: z.string(),
    /** The site whose own it is: no other site may use it. Null: the operator's, for all sites of the project. */
    client_id: z.string().nullable(),
    name: z.string().nullable(),
    /** How many documents it has, and characters in them. */
    documents: z.int(),
    characters: z.int(),
    /** Whether all passages have their vectors; null: there are no embeddings here. */
    is_embedded: z.boolean().nullable(),
    /** Words that mean the same. */
    synonyms: z.array(z.array(z.string())),
    created_at: z.iso.datetime(),
  })
  .openapi('Collection');
export type CollectionReply = z.output<typeof listed>;

export const createCollection = endpoint({
  method: 'post',
  path: '/admin/collections',
  tag: TAG,
  summary: 'Create a knowledge base',
  auth: OWNERS,
  body: z.object({
    project_id: absent(id),
    /** The site whose own it is; without it the operator's, for all sites of the project. A site's token makes that site's own. */
    client_id: absent(id),
    name: absent(documentTitle),
    documents: list(z.object({ uri: filledText, title: filledText, text: filledText })),
  }),
  replies: { 201: z.object({ collection_id: z.string() }) },
});

export const listCollections = endpoint({
  method: 'get',
  path: '/admin/collections',
  tag: TAG,
  summary: 'List the knowledge bases, the newest first; q: words of names or ids',
  auth: READERS,
  query: z.object({ project_id: id.optional(), q: text.optional(), ...paged() }),
  replies: { 200: z.object({ data: z.array(listed), ...nextPage }) },
});

export const getCollection = endpoint({
  method: 'get',
  path: '/admin/collections/{collection_id}',
  tag: TAG,
  summary: 'Read what a knowledge base has, without the texts',
  auth: READERS,
  replies: {
    200: listed.extend({
      list: z.array(z.object({ uri: z.string(), title: z.string(), characters: z.int() })),
    }),
  },
});

const SYNONYMS = 'must be arrays of words that mean the same, each of 2 to 20 texts';
const synonymGroup = list(
  z
    .string({ error: SYNONYMS })
    .trim()
    .min(1, { error: SYNONYMS })
    .max(100, { error: SYNONYMS })
    .regex(/^\P{C}*$/u, { error: SYNONYMS }),
  { min: 2, max: 20, error: SYNONYMS },
);

export const patchCollection = endpoint({
  method: 'patch',
  path: '/admin/collections/{collection_id}',
  tag: TAG,
  summary: 'Name a knowledge base, or say which words mean the same in it',
  auth: OWNERS,
  body: z.object({
    name: documentTitle.nullable().optional(),
    synonyms: absent(list(synonymGroup, { max: MAX_SYNONYMS })),
  }),
  replies: { 200: listed },
});

export const deleteCollection = endpoint({
  method: 'delete',
  path: '/admin/collections/{collection_id}',
  tag: TAG,
  summary: 'Delete a knowledge base',
  auth: OWNERS,
  replies: { 204: null },
});

export const readDocument = endpoint({
  method: 'get',
  path: '/admin/collections/{collection_id}/documents',
  tag: TAG,
  summary: 'Read a document by its uri',
  auth: READERS,
  query: z.object({ uri: documentUri }),
  replies: { 200: document },
});

export const putDocuments = endpoint({
  method: 'put',
  path: '/admin/collections/{collection_id}/documents',
  tag: TAG,
  summary: 'Add documents, or replace those of the same uri',
  auth: OWNERS,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.object({ documents: list(document, { min: 1, max: MAX_AT_ONCE }) }),
  replies: { 200: listed },
});

export const deleteDocument = endpoint({
  method: 'delete',
  path: '/admin/collections/{collection_id}/documents',
  tag: TAG,
  summary: 'Delete a document by its uri',
  auth: OWNERS,
  query: z.object({ uri: documentUri }),
  replies: { 204: null },
});

const MAX_IMPORT_BYTES = 14 * 1024 * 1024;
const MAX_AT_A_TIME = 100;

const file = z.object({
  uri: documentUri,
  title: absent(documentTitle),
  // What the file is, its content says; of text the type tells how to read it.
  media_type: z.enum(IMPORTED_TYPES),
  /** Base64. */
  data: z
    .string({ error: 'must be base64' })
    .regex(/^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/, { error: 'must be base64' }),
});

export const importDocuments = endpoint({
  method: 'post',
  path: '/admin/collections/{collection_id}/imports',
  tag: TAG,
  summary:
    'Import a file (Markdown, text, HTML, PDF, Word, Excel, PowerPoint, CSV, JSON), a page by its address, or the pages of a sitemap',
  auth: OWNERS,
  maxBodyBytes: MAX_IMPORT_BYTES,
  body: z.object({
    file: absent(file),
    url: absent(address),
    sitemap: absent(address),
    // For a sitemap: the page that was read last, and how many pages at most.
    after: absent(address),
    limit: absent(integer(1, MAX_AT_A_TIME)),
  }),
  replies: {
    200: z.object({
      imported: z.array(z.object({ uri: z.string(), title: z.string(), characters: z.int() })),
      failed: z.array(z.object({ uri: z.string(), reason: z.string() })),
      /** Send it as `after` to go on; null: that was all. */
      next: z.string().nullable(),
    }),
  },
});
