// How often the right page is among the five best for a visitor's question: 60 questions over 60 pages in five languages, all in
// one collection. By full text, by vectors, and by both as agents get it. The vectors come from the model that the environment
// names (BELLHOP_EMBEDDINGS_…, OPENAI_API_KEY), else from one for English that is a package here.

import { createSystemClock } from '../kernel/clock.ts';
import { openDatabase } from '../kernel/db/open.ts';
import type { Db } from '../kernel/db/types.ts';
import { insertDocuments } from '../knowledge/collections.ts';
import { searchDocuments } from '../knowledge/knowledge-index.ts';
import { openKnowledge } from '../knowledge/open-knowledge.ts';
import { hashOf, type KnowledgeDocument, passagesOf } from '../knowledge/passages.ts';
import { createEmbedder } from '../knowledge/vectors/embedder.ts';
import { createNearest } from '../knowledge/vectors/nearest.ts';
import { type EmbeddingSettings, readEmbeddingSettings } from '../knowledge/vectors/settings.ts';
import { PACKAGED_MODEL, startPackagedEmbeddings } from './packaged-embeddings.ts';
import { RECALL_SET } from './recall-set.ts';
import { type Row, row } from './rows.ts';

const BEST = 5;
const COLLECTION = 'recall';
/** The uris of the best pages for a question. */
type Find = (question: string) => Promise<string[]>;

interface Recall {
  found: number;
  first: number;
}

const DOCUMENTS: KnowledgeDocument[] = Object.entries(RECALL_SET).flatMap(([language, pages]) =>
  pages.map(({ id, title, text }) => ({ uri: `${language}/${id}`, title, text })),
);

export async function benchRecall(): Promise<Row[]> {
  const own = readEmbeddingSettings(process.env);
  const packaged = own === null ? await startPackagedEmbeddings() : null;
  const settings: EmbeddingSettings = own ?? {
    apiKey: undefined,
    baseUrl: packaged?.url ?? '',
    model: PACKAGED_MODEL,
    dimensions: null,
    minSimilarity: 0.2,
  };
  const db = await openDatabase();
  const closed: (() => Promise<void>)[] = [() => db.close()];
  try {
    await fill(db);
    const observer = {
      failed: (error: unknown) => {
        throw error;
      },
      say: () => {},
    };
    const opened = await openKnowledge({
      db,
      clock: createSystemClock(),
      observer,
      embeddings: settings,
    });
    closed.unshift(() => opened.embedding.close());
    await opened.embedding.flush();
    const search = await opened.knowledge.open([COLLECTION]);
    if (search === null) throw new Error('The collection is gone.');
    const words = searchDocuments(DOCUMENTS);
    return rows(settings.model, {
      words: await measure(async (question) => uris(words(question, BEST))),
      vectors: await measure(byVectors(db, settings)),
      both: await measure(async (question) => uris(await search(question, BEST))),
    });
  } finally {
    for (const close of closed) await close();
    await packaged?.close();
  }
}

async function fill(db: Db): Promise<void> {
  await db.query(`INSERT INTO projects (project_id, created_at) VALUES ('bench', 0)`);
  await db.query(
    `INSERT INTO collections (collection_id, project_id, created_at) VALUES ('${COLLECTION}', 'bench', 0)`,
  );
  await insertDocuments(db, COLLECTION, DOCUMENTS);
}

function byVectors(db: Db, settings: EmbeddingSettings): Find {
  const embedder = createEmbedder(settings);
  const nearest = createNearest(db, embedder.name, false);
  const byHash = new Map(passagesOf(DOCUMENTS).map((passage) => [hashOf(passage), passage.uri]));
  return async (question) => {
    const { vectors } = await embedder.embed([question], AbortSignal.timeout(60_000));
    const [asked] = vectors;
    if (asked === undefined) return [];
    const near = await nearest.find([{ id: COLLECTION, writes: 1 }], asked, BEST);
    return near.map(({ passage_hash }) => byHash.get(passage_hash) ?? '');
  };
}

const uris = (passages: readonly { uri: string }[]) => passages.map(({ uri }) => uri);

async function measure(find: Find): Promise<Map<string, Recall>> {
  const recalls = new Map<string, Recall>();
  for (const [language, pages] of Object.entries(RECALL_SET)) {
    const recall = { found: 0, first: 0 };
    for (const { id, question } of pages) {
      const place = (await find(question)).indexOf(`${language}/${id}`);
      if (place >= 0) recall.found += 1;
      if (place === 0) recall.first += 1;
    }
    recalls.set(language, recall);
  }
  return recalls;
}

function rows(
  model: string,
  ways: Record<'words' | 'vectors' | 'both', ReadonlyMap<string, Recall>>,
): Row[] {
  const languages = Object.keys(RECALL_SET);
  const count = (way: keyof typeof ways, of: readonly string[], field: keyof Recall) =>
    of.reduce((sum, language) => sum + (ways[way].get(language)?.[field] ?? 0), 0);
  return [...languages.map((language) => [language]), languages].map((of) => {
    const name = of.length === 1 ? of.join() : `all (vectors of ${model})`;
    const asked = of.reduce((sum, language) => sum + (RECALL_SET[language]?.length ?? 0), 0);
    const told = (way: keyof typeof ways) =>
      `${count(way, of, 'found')} (best one: ${count(way, of, 'first')})`;
    return row(
      `recall, ${name}: the page is among the ${BEST} best`,
      `both ${told('both')} of ${asked}`,
      0,
      null,
      {
        reference: `full text ${told('words')}, vectors ${told('vectors')}`,
        ratio: `${Math.round((100 * count('both', of, 'found')) / asked)} %`,
      },
    );
  });
}
