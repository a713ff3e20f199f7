// Where the data are kept: a server that answers, or a folder that can be written.

import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../cli.ts';
import { explainDatabase } from '../../kernel/db/explain.ts';
import { explainFolder } from '../../kernel/db/explain-folder.ts';
import { isInUse, lockDirectory } from '../../kernel/db/lock-directory.ts';
import { MIGRATIONS } from '../../kernel/db/migrations/index.ts';
import { openUnmigrated } from '../../kernel/db/open.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import { asSentence, type Finding, ok, problem, warning } from './finding.ts';

const MIB = 1024 * 1024;
/** A new embedded database takes some 40 MiB, and its log of writes as much again. */
const NEEDED_MIB = 200;
const PLENTY_MIB = 1024;

export async function checkData({ databaseUrl, data }: Settings): Promise<Finding[]> {
  return databaseUrl === undefined ? checkFolder(resolve(data)) : [await checkServer(databaseUrl)];
}

const serverRow = z.object({
  version: z.string(),
  may_create: z.boolean(),
  is_encrypted: z.boolean(),
  is_local: z.boolean(),
});

async function checkServer(url: string): Promise<Finding> {
  const check = 'database';
  try {
    const db = await openUnmigrated({ url });
    try {
      const [row] = await readRows(
        db,
        serverRow,
        `SELECT current_setting('server_version') AS version,
                has_schema_privilege(current_user, 'public', 'CREATE') AS may_create,
                COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
                COALESCE(inet_server_addr() <<= ANY (ARRAY['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12',
                  '192.168.0.0/16', '::1/128', 'fc00::/7']::inet[]), true) AS is_local`,
      );
      const missing = await missingSteps(db);
      if (row?.may_create === false && missing > 0) {
        return problem(
          check,
          'Its user may not make tables.',
          'As its owner: GRANT CREATE ON SCHEMA public TO that user.',
        );
      }
      if (row?.is_encrypted === false && !row.is_local) {
        return warning(
          check,
          `PostgreSQL ${row.version} answers, without TLS and from another network.`,
          'Add ?sslmode=require to DATABASE_URL, so that nobody on the way reads conversations.',
        );
      }
      return ok(check, `PostgreSQL ${row?.version} answers; ${changes(missing)}.`);
    } finally {
      await db.close();
    }
  } catch (error) {
    return problem(check, asSentence(explainDatabase(error, { url })));
  }
}

const nameRow = z.object({ name: z.string().nullable() });
const countRow = z.object({ count: z.number() });

/** Steps of the schema that the next start will bring. */
async function missingSteps(db: Db): Promise<number> {
  const [there] = await readRows(db, nameRow, `SELECT to_regclass('migrations')::text AS name`);
  if (there?.name == null) return MIGRATIONS.length;
  const [applied] = await readRows(db, countRow, 'SELECT count(*)::int AS count FROM migrations');
  return Math.max(0, MIGRATIONS.length - (applied?.count ?? 0));
}

function changes(missing: number): string {
  if (missing === 0) return 'its tables are up to date';
  return missing === MIGRATIONS.length
    ? 'the next start makes its tables'
    : `the next start makes ${missing} changes to its tables`;
}

async function checkFolder(folder: string): Promise<Finding[]> {
  const check = 'data folder';
  const existing = await nearest(folder);
  try {
    if (!(await stat(existing)).isDirectory()) {
      throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    }
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return [problem(check, asSentence(explainFolder(error, folder) ?? String(error)))];
  }
  const findings = [await checkRoom(existing)];
  if (existing !== folder) return [ok(check, `${folder} is made by the first start.`), ...findings];
  return [await checkOpening(check, folder), ...findings];
}

async function checkOpening(check: string, folder: string): Promise<Finding> {
  try {
    lockDirectory(folder)();
  } catch (error) {
    return isInUse(error)
      ? ok(check, `${folder} is in use by a gateway that runs.`)
      : problem(check, asSentence(explainDatabase(error, { directory: folder })));
  }
  const isNew = await stat(join(folder, 'postgres/PG_VERSION')).then(
    () => false,
    () => true,
  );
  if (isNew)
    return ok(check, `${folder} can be written; the first start makes the database in it.`);
  try {
    const db = await openUnmigrated({ directory: folder });
    const missing = await missingSteps(db).finally(() => db.close());
    return ok(check, `The database in ${folder} opens; ${changes(missing)}.`);
  } catch (error) {
    return problem(check, asSentence(explainDatabase(error, { directory: folder })));
  }
}

async function checkRoom(folder: string): Promise<Finding> {
  const check = 'disk';
  const { bavail, bsize } = await statfs(folder);
  const mib = Math.floor((bavail * bsize) / MIB);
  if (mib < NEEDED_MIB) {
    return problem(check, `${mib} MiB are free.`, `Make room: ${NEEDED_MIB} MiB at least.`);
  }
  return mib < PLENTY_MIB
    ? warning(check, `${mib} MiB are free.`, 'Make room before conversations fill it.')
    : ok(check, `${Math.floor(mib / 1024)} GiB are free.`);
}

/** The folder itself, or the first above it that is there. */
async function nearest(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  return isThere || dirname(path) === path ? path : nearest(dirname(path));
}
