// Lets one process open an embedded database, since two would overwrite each other's files. The lock is a file with the
// owner's process id: if that process no longer runs, the lock was left by a crash and is taken over.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns a function that releases the lock. @throws Error that names the process which holds the directory. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'gateway.lock');
  const mine = String(process.pid);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeFile(path, mine, { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (attempt > 1 || (owner !== process.pid && isAlive(owner))) {
        throw new Error(
          `${directory} is in use by another gateway (process ${owner}). Stop it, or choose another directory with --data.`,
        );
      }
      await rm(path, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive all the same.
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
