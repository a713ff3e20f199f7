// How often the right page is among the five best for a visitor's question: 60 questions over 60 pages in five languages, all in
// one collection.

import { createKnowledgeIndex } from '../knowledge/knowledge-index.ts';
import { RECALL_SET } from './recall-set.ts';
import { type Row, row } from './rows.ts';

const BEST = 5;

export interface Recall {
  language: string;
  found: number;
  first: number;
  asked: number;
}

export function measureRecall(): Recall[] {
  const index = createKnowledgeIndex(
    Object.entries(RECALL_SET).flatMap(([language, pages]) =>
      pages.map(({ id, title, text }) => ({ uri: `${language}/${id}`, title, text })),
    ),
  );
  return Object.entries(RECALL_SET).map(([language, pages]) => {
    const places = pages.map(({ id, question }) =>
      index.search(question, BEST).findIndex(({ uri }) => uri === `${language}/${id}`),
    );
    return {
      language,
      found: places.filter((place) => place >= 0).length,
      first: places.filter((place) => place === 0).length,
      asked: pages.length,
    };
  });
}

export function benchRecall(): Row[] {
  const all = measureRecall();
  const sum = (field: 'found' | 'first' | 'asked') =>
    all.reduce((total, one) => total + one[field], 0);
  return [
    ...all,
    { language: 'all', found: sum('found'), first: sum('first'), asked: sum('asked') },
  ].map(({ language, found, first, asked }) =>
    row(
      `full text, ${language}: the page is among the ${BEST} best`,
      `${found} of ${asked}`,
      0,
      null,
      {
        reference: `the best one: ${first}`,
        ratio: `${Math.round((100 * found) / asked)} %`,
      },
    ),
  );
}
