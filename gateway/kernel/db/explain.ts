// Why a database can't be used, in words for the terminal.

import { explainFolder } from './explain-folder.ts';
import { explainPostgres } from './explain-postgres.ts';
import type { DatabaseOptions } from './open.ts';

/**
 * @param error as openDatabase, or the first use of what it opened, has thrown it
 * @returns a sentence or two, beginning in lower case; never the password
 */
export function explainDatabase(error: unknown, { url, directory }: DatabaseOptions): string {
  if (url !== undefined) return explainPostgres(error, url);
  const said = directory === undefined ? null : explainFolder(error, directory);
  return said ?? (error instanceof Error ? error.message : String(error));
}
