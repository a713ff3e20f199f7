// Lets one process open an embedded database, since two would overwrite each other's files. The lock is the operating
// system's, on a file in the directory: the system releases it when its owner dies, however it dies, and knows the owner
// also from inside of another container. (A process id says nothing there: in a container everybody is process 1.)

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FILE = 'data.lock';
/** SQLite's answers where another process has the lock: SQLITE_BUSY and SQLITE_LOCKED. */
const TAKEN = new Set([5, 6]);

class DirectoryInUse extends Error {}

/** Whether lockDirectory has found that another process holds the lock. */
export const isInUse = (error: unknown): boolean => error instanceof DirectoryInUse;

/**
 * Node itself has no call for a lock on a file, but its SQLite takes one: an exclusive transaction that is never ended, on a
 * database that stays empty.
 * @returns a function that releases the lock. @throws DirectoryInUse, in words for the terminal, where another process holds it.
 */
export function lockDirectory(directory: string): () => void {
  const file = new DatabaseSync(join(directory, FILE), { timeout: 0 });
  try {
    // In memory: a journal beside the file would be one more thing to clean up.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isTaken(error)) throw error;
    throw new DirectoryInUse(
      `${directory} is in use by another gateway, perhaps in another container. Stop it, or choose another directory with --data.`,
    );
  }
  return () => file.close();
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    TAKEN.has(error.errcode & 0xff)
  );
}
