// Reads what owners import in a thread of its own, one file after the other: each may take so long and so much memory.

import {
  createWorkThread,
  Overrun,
  type OverrunReason,
  ThreadLost,
} from '../kernel/threads/work-thread.ts';
import type { ImportedType } from './file-kind.ts';
import type { ImportedText } from './import-text.ts';
import type { Sitemap } from './sitemap.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type ReadingJob =
  | { kind: 'file'; bytes: Uint8Array; type: ImportedType }
  | { kind: 'sitemap'; xml: string };

/** Reads the files that owners import. */
export interface Reader {
  /** @throws UnreadableFile, also where reading took too much. */
  readFile(bytes: Uint8Array, type: ImportedType): Promise<ImportedText>;
  readSitemap(xml: string): Promise<Sitemap>;
  close(): Promise<void>;
}

const LIMITS = { heapMb: 256, memoryMb: 512 };

const REASONS: Readonly<Record<OverrunReason, string>> = {
  time: 'takes too long to read',
  memory: 'takes too much memory to read',
  depth: 'is nested too deeply to be read',
};

/** @param deadlineMs of one file. */
export function createReader({ deadlineMs }: { deadlineMs: number }): Reader {
  const thread = createWorkThread({ name: 'reading-thread', folder: import.meta.dirname }, LIMITS);
  let last: Promise<unknown> = Promise.resolve();

  return {
    readFile: (bytes, type) => inTurn({ kind: 'file', bytes, type }) as Promise<ImportedText>,
    readSitemap: (xml) => inTurn({ kind: 'sitemap', xml }) as Promise<Sitemap>,
    close: () => thread.close(),
  };

  /** So that the time that counts is the file's own. */
  function inTurn(job: ReadingJob): Promise<unknown> {
    const read = last.then(() => ask(job));
    last = read.catch(() => {});
    return read;
  }

  async function ask(job: ReadingJob): Promise<unknown> {
    try {
      return await thread.ask(job, { deadlineMs });
    } catch (error) {
      if (error instanceof Overrun) throw new UnreadableFile(REASONS[error.reason]);
      if (error instanceof ThreadLost)
        throw new UnreadableFile('was being read as the gateway ended');
      if (error instanceof Error && error.name === 'UnreadableFile') {
        throw new UnreadableFile(error.message);
      }
      throw error;
    }
  }
}
