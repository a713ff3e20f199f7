// Chooses the database: a server where DATABASE_URL names one, else the embedded one.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory } from './lock-directory.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Db } from './types.ts';

/** Where the data are: `url` names a server; without it the embedded database is opened. */
export interface DatabaseOptions {
  /** postgres://… */
  url?: string;
  /** Directory of the embedded database; none: in memory. */
  directory?: string;
  /** The files that a database in memory begins from: see openPglite. */
  image?: Blob;
}

/**
 * Migrated to this version's schema.
 * @param onMigrated told the name of each step of the schema that was missing.
 */
export async function openDatabase(
  options: DatabaseOptions = {},
  onMigrated: (id: string) => void = () => {},
): Promise<Db> {
  const db = await openUnmigrated(options);
  try {
    for (const id of await migrate(db)) onMigrated(id);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** A few connections for what reads much: it waits for itself, and never takes one from a visitor. */
export function openReports(url: string): Promise<Db> {
  return openPostgres(url, {
    max: 2,
    connectMs: 10_000,
    statementMs: 15_000,
    // Compiling what adds up a few thousand rows takes longer than adding them up.
    setting: 'SET jit = off',
  });
}

/** Opens a database without migrating it: for the archive, which copies it as it is. */
export function openUnmigrated({ url, ...embedded }: DatabaseOptions): Promise<Db> {
  return url === undefined ? openEmbedded(embedded) : openPostgres(url);
}

async function openEmbedded({ directory, image }: Omit<DatabaseOptions, 'url'>): Promise<Db> {
  if (directory === undefined) return openPglite(undefined, image === undefined ? {} : { image });
  const path = join(directory, 'postgres');
  await mkdir(path, { recursive: true });
  const unlock = lockDirectory(directory);
  try {
    const db = await openPglite(path);
    return {
      ...db,
      close: async () => {
        await db.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
