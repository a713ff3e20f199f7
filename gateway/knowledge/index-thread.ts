// The thread that cuts documents into passages, indexes these, and searches them. An index is made a slice at a time, so that
// questions about other collections are answered meanwhile.

import { serveJobs } from '../kernel/threads/serve-jobs.ts';
import type { IndexJob } from './indexes.ts';
import { buildKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';
import { type KnownPassage, passagesOf } from './passages.ts';

const indexes = new Map<number, KnowledgeIndex>();

serveJobs<IndexJob>(async (job, handOut) => {
  switch (job.kind) {
    case 'build': {
      const passages: KnownPassage[] = [];
      for (const document of job.documents) {
        // By document, so that nobody waits for the whole collection.
        const cut = passagesOf([document]);
        passages.push(...cut);
        handOut(cut);
        await new Promise((done) => setImmediate(done));
      }
      indexes.set(job.key, await buildKnowledgeIndex(passages, job.synonyms));
      return null;
    }
    case 'search':
      return indexes.get(job.key)?.search(job.query, job.limit) ?? null;
    case 'drop':
      return indexes.delete(job.key);
  }
});
