// Chooses the database: a server where DATABASE_URL names one, else the embedded one. Migrated when returned.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory } from './lock-directory.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Db } from './types.ts';

export interface DatabaseOptions {
  /** postgres://… */
  url?: string;
  /** Directory of the embedded database; none: in memory. */
  directory?: string;
}

export async function openDatabase({ url, directory }: DatabaseOptions = {}): Promise<Db> {
  const db = url === undefined ? await openEmbedded(directory) : await openPostgres(url);
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

async function openEmbedded(directory: string | undefined): Promise<Db> {
  if (directory === undefined) return openPglite();
  const path = join(directory, 'postgres');
  await mkdir(path, { recursive: true });
  const unlock = await lockDirectory(directory);
  try {
    const db = await openPglite(path);
    return {
      ...db,
      close: async () => {
        await db.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
