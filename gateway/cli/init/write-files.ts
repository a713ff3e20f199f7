// Writes new files, all or none: a file that is there stays as it is unless the owner says otherwise.

import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { explainFolder } from '../../kernel/db/explain-folder.ts';
import { StartError } from '../start-errors.ts';
import type { NewFile, Secrets } from './files.ts';

const SECRET_BYTES = 24;

/** Random ones, and those that the settings of an earlier `init` have: a database keeps its password. */
export async function secretsFor(folder: string): Promise<Secrets> {
  const text = await readFile(join(folder, '.env'), 'utf8').catch(() => '');
  const { BELLHOP_ADMIN_KEY, POSTGRES_PASSWORD } = parseEnv(text);
  const random = () => randomBytes(SECRET_BYTES).toString('hex');
  return {
    BELLHOP_ADMIN_KEY: BELLHOP_ADMIN_KEY || random(),
    POSTGRES_PASSWORD: POSTGRES_PASSWORD || random(),
  };
}

/** @throws StartError where one is there and `isForced` is false: then none is written. */
export async function writeFiles(files: readonly NewFile[], isForced: boolean): Promise<void> {
  const there: string[] = [];
  for (const { path } of files) if (await isThere(path)) there.push(path);
  if (there.length > 0 && !isForced) {
    throw new StartError(
      `${there.join(' and ')} ${there.length === 1 ? 'is' : 'are'} there already. Choose another folder with --dir, or replace what is there with --force.`,
    );
  }
  for (const { path, text, mode } of files) {
    try {
      await mkdir(dirname(path), { recursive: true });
      // Before its text, where it is there and others could read it.
      if (there.includes(path)) await chmod(path, mode);
      await writeFile(path, text, { mode, flag: isForced ? 'w' : 'wx' });
    } catch (cause) {
      const why = explainFolder(cause, dirname(path)) ?? String(cause);
      throw new StartError(
        why.replace('the data folder', 'the folder').replace('--data', '--dir'),
        {
          cause,
        },
      );
    }
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
