// The thread that reads files, pages and sitemaps: what of them is hostile costs nobody but their owner.

import { readFile } from '../knowledge/import-text.ts';
import type { ReadingJob } from '../knowledge/reader.ts';
import { parseSitemap } from '../knowledge/sitemap.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs<ReadingJob>(async (job) =>
  job.kind === 'file' ? readFile(job.bytes, job.type) : parseSitemap(job.xml),
);
