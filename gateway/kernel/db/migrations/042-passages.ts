// Documents in rows of their own, so that a change of one doesn't write the others again; and vectors of their passages.

import type { Migration } from '../types.ts';

/** In JSON, what PostgreSQL's text can't hold: NUL, and halves of surrogate pairs. A backslash that is itself escaped isn't meant. */
const UNSTORABLE = String.raw`((?:^|[^\\])(?:\\\\)*)(?:\\u(?:0000|d[89a-f][0-9a-f]{2}))+`;

export const passages: Migration = {
  id: '042-passages',
  statements: [
    // uri_hash: SHA-256 of the uri, hex, since a uri may be longer than an index takes.
    `CREATE TABLE documents (
      collection_id text NOT NULL REFERENCES collections ON DELETE CASCADE,
      uri_hash text NOT NULL,
      position integer NOT NULL,
      uri text NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      characters integer GENERATED ALWAYS AS (char_length(body)) STORED,
      PRIMARY KEY (collection_id, uri_hash)
    )`,
    `INSERT INTO documents (collection_id, uri_hash, position, uri, title, body)
     SELECT DISTINCT ON (collection_id, uri)
            collection_id, encode(sha256(convert_to(uri, 'UTF8')), 'hex'), position, uri, title, body
       FROM (SELECT c.collection_id, d.position, d.value ->> 'uri' AS uri,
                    d.value ->> 'title' AS title, d.value ->> 'text' AS body
               FROM collections c,
                    json_array_elements(regexp_replace(c.documents, '${UNSTORABLE}', '\\1', 'gi')::json)
                      WITH ORDINALITY AS d (value, position)) stored
      ORDER BY collection_id, uri, position DESC`,
    'ALTER TABLE collections DROP COLUMN documents',
    // Which model's vectors are whole, and of which revision; how many writes of vectors there were; and until when a process
    // is at it, or waits after a failure (Unix milliseconds).
    'ALTER TABLE collections ADD COLUMN embedded_as text',
    'ALTER TABLE collections ADD COLUMN embedded_writes integer NOT NULL DEFAULT 0',
    'ALTER TABLE collections ADD COLUMN embedding_until bigint NOT NULL DEFAULT 0',
    // passage_hash: SHA-256 of what was embedded, hex: a passage that stays the same needs no new vector.
    `CREATE TABLE passage_vectors (
      collection_id text NOT NULL REFERENCES collections ON DELETE CASCADE,
      model text NOT NULL,
      passage_hash text NOT NULL,
      vector real[] NOT NULL,
      PRIMARY KEY (collection_id, model, passage_hash)
    )`,
    // Numbers don't compress; without trying they are read sooner.
    'ALTER TABLE passage_vectors ALTER COLUMN vector SET STORAGE EXTERNAL',
  ],
};
