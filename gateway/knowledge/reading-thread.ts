// The thread that reads files, pages and sitemaps: what of them is hostile costs nobody but their owner.

import { serveJobs } from '../kernel/threads/serve-jobs.ts';
import { readFile } from './import-text.ts';
import type { ReadingJob } from './reader.ts';
import { parseSitemap } from './sitemap.ts';

serveJobs<ReadingJob>(async (job) =>
  job.kind === 'file' ? readFile(job.bytes, job.type) : parseSitemap(job.xml),
);
