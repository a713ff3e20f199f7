// Knowledge with embeddings, over real HTTP: vectors are made behind a change, searched beside the full text, and their failures
// cost nothing but themselves.

import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyImage } from '../../../test/doubles/memory-database.ts';
import { OUTER } from '../../../test/rings.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db, Queryable } from '../../kernel/db/types.ts';
import { insertDocuments } from '../../knowledge/collections.ts';
import { openKnowledge } from '../../knowledge/open-knowledge.ts';
import { createNearest, hasPgvector } from '../../knowledge/vectors/nearest.ts';
import { readEmbeddingSettings } from '../../knowledge/vectors/settings.ts';
import { addVectors } from '../../knowledge/vectors/vector-rows.ts';
import { createHarness, type Harness } from '../harness.ts';
import { createEmbeddingsServer, type EmbeddingsServer } from './embeddings-server.ts';

const modelRow = z.object({
  model: z.string(),
});

const SETTINGS = { apiKey: 'key', model: 'm-1', dimensions: null, minSimilarity: 0.5 };

let server: EmbeddingsServer;
let harness: Harness;

beforeAll(async () => {
  server = await createEmbeddingsServer();
  harness = await createHarness({
    options: { embeddings: { ...SETTINGS, baseUrl: server.url } },
  });
});
afterAll(async () => {
  await harness.close();
  await server.close();
});
beforeEach(async () => {
  await harness.gateway.context.embedding.flush();
  server.asked.length = 0;
});

const document = (name: string, text: string) => ({
  uri: `https://shop.example/${name}`,
  title: name,
  text,
});
const RETURNS = document('returns', 'Send it within 30 days and we reimburse you.');
const PARCELS = document('parcels', 'A parcel takes two days.');
const CARE = document('care', 'Mugs may go into the dishwasher.');

async function make(documents: object[]): Promise<string> {
  const made = await harness.admin('POST', '/admin/collections', { documents });
  expect(made.status).toBe(201);
  return made.body.collection_id;
}
const put = (id: string, documents: object[]) =>
  harness.admin('PUT', `/admin/collections/${id}/documents`, { documents });
const embedded = () => harness.gateway.context.embedding.flush();

async function answer(id: string, question: string): Promise<unknown> {
  const session = await harness.session({ agent: 'librarian', collection_id: id });
  await session.say(question);
  await harness.settled();
  return (await session.events()).findLast(({ type }) => type === 'agent.message')?.content[0]
    ?.text;
}
const texts = () => server.asked.flatMap(({ input }) => input);
const NOTHING = 'No book of mine speaks of that.';

describe('a collection with embeddings', () => {
  it('finds a passage that shares no word with the question', async () => {
    const id = await make([RETURNS, PARCELS, CARE]);
    await embedded();
    expect(await answer(id, 'Can I have my money back?')).toBe(RETURNS.text);
    expect(server.headers.at(-1)?.authorization).toBe('Bearer key');
  });

  it('says whether all of it has vectors', async () => {
    const id = await make([RETURNS]);
    const state = async () =>
      (await harness.admin('GET', `/admin/collections/${id}`)).body.is_embedded;
    await embedded();
    expect(await state()).toBe(true);
    server.fail(503);
    expect((await put(id, [PARCELS])).body.is_embedded).toBe(false);
    await embedded();
    expect(await state()).toBe(false);
    await harness.clock.advance(15_000);
    await embedded();
    expect(await state()).toBe(true);
  });

  it('finds by full text what has no vector yet, and nothing where neither fits', async () => {
    const id = await make([CARE]);
    expect(await answer(id, 'mugs')).toBe(CARE.text);
    await embedded();
    expect(await answer(id, 'Do you sell unicorns?')).toBe(NOTHING);
  });

  it('puts first what both ways have found', async () => {
    const id = await make([
      document('a', 'A parcel. Nothing else stands here about anything.'),
      document('b', 'We deliver on Mondays, and a letter says so.'),
      document('c', 'Mondays are for the letter from the workshop.'),
    ]);
    await embedded();
    expect(await answer(id, 'Which letter tells when you deliver?')).toContain(
      'We deliver on Mondays',
    );
  });

  it('asks for a vector once: not again for what stays as it is, nor for a question that was asked before', async () => {
    const id = await make([RETURNS, PARCELS]);
    await embedded();
    expect(texts()).toEqual([`returns\n${RETURNS.text}`, `parcels\n${PARCELS.text}`]);
    server.asked.length = 0;
    await put(id, [CARE, { ...PARCELS, text: 'A parcel takes three days.' }]);
    await embedded();
    expect(texts().toSorted()).toEqual([
      `care\n${CARE.text}`,
      'parcels\nA parcel takes three days.',
    ]);
    server.asked.length = 0;
    for (let twice = 0; twice < 2; twice += 1) await answer(id, 'How do I clean it?');
    expect(texts()).toEqual(['How do I clean it?']);
  });

  it('charges a site for the passages of the collection that it has made, before anybody has bound it', async () => {
    const { client_id, service_token: token } = (
      await harness.admin('POST', '/admin/sites', { project_id: 'own-passages' })
    ).body;
    const documents = [RETURNS];
    await harness.call('POST', '/admin/collections', { documents }, token);
    await embedded();
    const rows = await harness.db.query(
      `SELECT client_id, application FROM usage_ledger WHERE project_id = 'own-passages'`,
    );
    expect(rows).toEqual([{ client_id, application: 'svc-kb-sync' }]);
  });

  it('charges its project, and its site, for the vectors of passages and of questions, in the ledger alone', async () => {
    const project_id = 'embedding';
    await harness.admin('PATCH', `/admin/projects/${project_id}`, { credits_nano: 1_000_000_000 });
    const { client_id } = (
      await harness.admin('POST', '/admin/sites', { project_id, name: 'Mugs' })
    ).body;
    const { collection_id } = (
      await harness.admin('POST', '/admin/collections', { project_id, documents: [] })
    ).body;
    await harness.admin('PATCH', `/admin/sites/${client_id}`, { kb_collection_id: collection_id });
    await harness.admin('PUT', `/admin/collections/${collection_id}/documents`, {
      documents: [RETURNS],
    });
    await embedded();
    const session = await harness.session({ agent: 'librarian', project_id, client_id });
    await session.say('Do you refund?');
    await harness.settled();
    await session.say('Do you refund?');
    await harness.settled();
    const rows = await harness.db.query(
      `SELECT session_id, client_id, auth_method, application, operation, request_count,
              input_tokens, credits_nano
         FROM usage_ledger WHERE project_id = $1 AND model = 'm-1' ORDER BY session_id`,
      [project_id],
    );
    const each = { client_id, operation: 'embedding', request_count: 1 };
    const passages = `returns\n${RETURNS.text}`.split(/\s+/).length;
    // The same question again is remembered, and asks nobody.
    expect(rows).toEqual([
      {
        ...each,
        session_id: '',
        auth_method: 'internal_service',
        application: 'svc-kb-sync',
        input_tokens: passages,
        credits_nano: passages * 20,
      },
      {
        ...each,
        session_id: session.id,
        auth_method: 'browser_session',
        application: 'svc-ai-chatbot',
        input_tokens: 3,
        credits_nano: 60,
      },
    ]);
    const { body } = await harness.admin('GET', `/admin/numbers?project_id=${project_id}&days=1`);
    expect(body.models).toContainEqual(
      expect.objectContaining({ name: 'm-1', requests: 2, credits_nano: (passages + 3) * 20 }),
    );
    const { data } = (await harness.admin('GET', '/admin/projects')).body as unknown as {
      data: { project_id: string; credits_nano: number }[];
    };
    const left = data.find((project) => project.project_id === project_id)?.credits_nano ?? 0;
    expect(1_000_000_000 - left).toBe((body.totals as { credits_nano: number }).credits_nano);
    const ofRuns = (await session.events()).reduce(
      (sum, { usage }) => sum + Number(usage?.credits_nano ?? 0),
      0,
    );
    expect(1_000_000_000 - left - ofRuns).toBe((passages + 3) * 20);
  });

  it('forgets the vectors of what was deleted', async () => {
    const id = await make([RETURNS, PARCELS]);
    await embedded();
    const uri = encodeURIComponent(RETURNS.uri);
    await harness.admin('DELETE', `/admin/collections/${id}/documents?uri=${uri}`);
    await embedded();
    expect(await answer(id, 'money back')).toBe(NOTHING);
    expect(
      await harness.db.query('SELECT 1 FROM passage_vectors WHERE collection_id = $1', [id]),
    ).toHaveLength(1);
  });

  it('goes on where it was broken off: what was answered is stored, and only the rest is asked for, after a while', async () => {
    const many = Array.from({ length: 40 }, (_, i) => document(`d${i}`, `Parcel number ${i}.`));
    const { embedding } = harness.gateway.context;
    await embedding.flush();
    const id = await make([]);
    await embedded();
    server.asked.length = 0;
    await harness.db.transaction(async (tx) => {
      await insertDocuments(tx, id, many);
      await tx.query('UPDATE collections SET revision = revision + 1 WHERE collection_id = $1', [
        id,
      ]);
    });
    // The first request is answered, the second isn't.
    server.fail(
      { data: Array.from({ length: 32 }, (_, index) => ({ index, embedding: [0, 1, 0, 0] })) },
      503,
    );
    await embedded();
    expect(server.asked.map(({ input }) => input.length)).toEqual([32, 8]);
    await embedded();
    expect(server.asked).toHaveLength(2);
    await harness.clock.advance(15_000);
    await embedded();
    expect(server.asked.map(({ input }) => input.length)).toEqual([32, 8, 8]);
    expect(
      await harness.db.query('SELECT 1 FROM passage_vectors WHERE collection_id = $1', [id]),
    ).toHaveLength(40);
  });

  it('goes on where another process has died in the middle of it, once its claim is over', async () => {
    const id = await make([]);
    await embedded();
    const until = harness.clock.now() + 120_000;
    await harness.db.transaction(async (tx) => {
      await insertDocuments(tx, id, [RETURNS]);
      await tx.query(
        `UPDATE collections SET revision = revision + 1, embedding_until = $2
          WHERE collection_id = $1`,
        [id, until],
      );
    });
    await embedded();
    expect(server.asked).toEqual([]);
    await harness.clock.advance(120_000);
    await embedded();
    expect(texts()).toEqual([`returns\n${RETURNS.text}`]);
  });

  it.each([
    ['a failure', 500],
    ['an answer without vectors', { data: [] }],
    ['a vector of zeros', { data: [{ index: 0, embedding: [0, 0, 0, 0] }] }],
    ['no JSON that it knows', { hello: 1 }],
  ])(
    'answers by full text when the server has %s for the question, and leaves it alone for half a minute',
    async (_, reply) => {
      const id = await make([RETURNS, PARCELS]);
      await embedded();
      server.asked.length = 0;
      server.fail(reply);
      const about = JSON.stringify(reply);
      expect(await answer(id, `a parcel? ${about}`)).toBe(PARCELS.text);
      expect(await answer(id, `money back ${about}`)).toBe(NOTHING);
      expect(server.asked).toHaveLength(1);
      await harness.clock.advance(30_000);
      expect(await answer(id, `money back ${about}`)).toBe(RETURNS.text);
    },
  );

  it('makes all vectors anew for another model, and keeps none of the one before', async () => {
    const id = await make([RETURNS]);
    await embedded();
    server.asked.length = 0;
    const observer = { failed() {}, say() {} };
    const other = await openKnowledge({
      db: harness.db,
      clock: harness.clock,
      observer,
      embeddings: { ...SETTINGS, baseUrl: server.url, model: 'm-2', dimensions: 4 },
    });
    await other.embedding.flush();
    await other.embedding.close();
    expect(server.asked[0]).toMatchObject({ model: 'm-2', dimensions: 4 });
    const rows = await readRows(
      harness.db,
      modelRow,
      'SELECT model FROM passage_vectors WHERE collection_id = $1',
      [id],
    );
    expect(rows).toEqual([{ model: 'm-2:4' }]);
  });
});

describe('pgvector', OUTER, () => {
  it('finds the same passages in the same order as the process does', async () => {
    const pglite = await PGlite.create({ extensions: { vector }, loadDataDir: await emptyImage() });
    const query: Queryable['query'] = async (sql, params = []) =>
      (await pglite.query(sql, [...params])).rows as never[];
    const db: Db = {
      isExclusive: false,
      query,
      alone: (work) => work({ query }),
      transaction: (work) =>
        pglite.transaction((tx) =>
          work({
            query: async (sql, params = []) => (await tx.query(sql, [...params])).rows as never[],
          }),
        ),
      as: (_key, work) => work(),
      close: () => pglite.close(),
    };
    // One connection, as the embedded database has.
    await migrate({ ...db, isExclusive: true });
    expect(await hasPgvector(db)).toBe(true);
    // Made by an administrator where this gateway doesn't look: the process compares then.
    await db.query('CREATE SCHEMA elsewhere');
    await db.query('ALTER EXTENSION vector SET SCHEMA elsewhere');
    expect(await hasPgvector(db)).toBe(false);
    await db.query('ALTER EXTENSION vector SET SCHEMA public');
    await db.query("INSERT INTO projects (project_id, created_at) VALUES ('p', 0)");
    await db.query(
      "INSERT INTO collections (collection_id, project_id, created_at) VALUES ('c', 'p', 0)",
    );
    const rows = [
      [1, 0],
      [0.6, 0.8],
      [0, 1],
      [-1, 0],
    ].map((numbers, i) => ({
      hash: `h${i}`,
      vector: Float32Array.from(numbers),
    }));
    await addVectors(db, { collectionId: 'c', model: 'm' }, rows);
    const asked = Float32Array.from([0.8, 0.6]);
    const [there, here] = await Promise.all(
      [true, false].map((isByPgvector) =>
        createNearest(db, 'm', isByPgvector).find([{ id: 'c', writes: 1 }], asked, 3),
      ),
    );
    expect(there?.map(({ passage_hash }) => passage_hash)).toEqual(['h1', 'h0', 'h2']);
    expect(here?.map(({ passage_hash }) => passage_hash)).toEqual(['h1', 'h0', 'h2']);
    expect(here?.map(({ similarity }) => similarity.toFixed(4))).toEqual(
      there?.map(({ similarity }) => similarity.toFixed(4)),
    );
    await db.close();
  });
});

describe('the environment', () => {
  it.each([
    [{}, null],
    [{ OPENAI_API_KEY: 'k' }, 'text-embedding-3-small at https://api.openai.com/v1 with k'],
    [{ OPENAI_API_KEY: 'k', BELLHOP_EMBEDDINGS_MODEL: 'off' }, null],
    [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://gpu/v1' }, null],
    [
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://gpu/v1', BELLHOP_EMBEDDINGS_MODEL: 'bge' },
      'bge at http://gpu/v1 with k',
    ],
    [
      {
        OPENAI_API_KEY: 'k',
        BELLHOP_EMBEDDINGS_URL: 'http://gpu/v1',
        BELLHOP_EMBEDDINGS_MODEL: 'bge',
      },
      'bge at http://gpu/v1 with undefined',
    ],
    [
      { BELLHOP_EMBEDDINGS_KEY: 'e', BELLHOP_EMBEDDINGS_MODEL: 'text-embedding-3-large' },
      'text-embedding-3-large at https://api.openai.com/v1 with e',
    ],
  ])('%j means %s', (env, meaning) => {
    const settings = readEmbeddingSettings(env);
    expect(
      settings === null ? null : `${settings.model} at ${settings.baseUrl} with ${settings.apiKey}`,
    ).toBe(meaning);
  });

  it.each([
    [{ BELLHOP_EMBEDDINGS_URL: 'http://gpu/v1' }, 'name the model'],
    [{ BELLHOP_EMBEDDINGS_MODEL: 'm' }, 'give its key'],
    [{ BELLHOP_EMBEDDINGS_URL: 'gpu', BELLHOP_EMBEDDINGS_MODEL: 'm' }, 'an http or https URL'],
    [{ OPENAI_API_KEY: 'k', BELLHOP_EMBEDDINGS_DIMENSIONS: '0' }, 'from 1 to 4096'],
    [{ OPENAI_API_KEY: 'k', BELLHOP_EMBEDDINGS_MIN_SIMILARITY: '2' }, 'from -1 to 1'],
  ])('refuses %j: %s', (env, words) => {
    expect(() => readEmbeddingSettings(env)).toThrow(words);
  });
});
