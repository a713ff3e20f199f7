// Embedded databases for tests. PGlite takes seconds of processor time to make a new cluster, so the first test of a
// checkout makes one and keeps its image, and the others begin from that. Opening a copy takes seconds as well: a database that
// its test has closed is emptied and lent to the next test of the same thread.

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { type Db, openDatabase } from '../../gateway/index.ts';
import { readRows } from '../../gateway/kernel/db/rows.ts';
import { DatabaseUnavailable } from '../../gateway/kernel/db/types.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/bellhop-test-databases');

/** How many wait for the next test of this thread: some tests open a second one beside the first. */
const MAX_IDLE = 2;
const idle: Db[] = [];

/** Changes with every column, index, function, trigger and rule that a test adds or drops. */
const SCHEMA = `SELECT concat_ws(' ',
  (SELECT count(*) FROM pg_attribute), (SELECT concat(count(*), ' ', max(oid)) FROM pg_class),
  (SELECT concat(count(*), ' ', max(oid)) FROM pg_proc), (SELECT concat(count(*), ' ', max(oid)) FROM pg_trigger),
  (SELECT concat(count(*), ' ', max(oid)) FROM pg_constraint)) AS name`;
let migrated: string | null = null;

/** In memory, empty, migrated. */
export async function openMemoryDatabase(): Promise<Db> {
  const waiting = idle.pop();
  if (waiting !== undefined) return lend(waiting);
  const db = await openDatabase({ image: await emptyImage() });
  migrated ??= await schemaOf(db);
  return lend(db);
}

/** A handle of `db` for one test. After its `close` each call is refused, so a late timer of that test disturbs no later one. */
function lend(db: Db): Db {
  let isClosed = false;
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new DatabaseUnavailable(new Error('This test has closed its database.'));
    return work();
  };
  return {
    ...db,
    query: (sql, params) => whileOpen(() => db.query(sql, params)),
    transaction: (work, options) => whileOpen(() => db.transaction(work, options)),
    alone: (work) => whileOpen(() => db.alone(work)),
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (idle.length < MAX_IDLE && (await isEmptied(db))) idle.push(db);
      else await db.close();
    },
  };
}

const named = z.object({ name: z.string() });

/** Waits for what is under way. @returns false where the database can't be as new. */
async function isEmptied(db: Db): Promise<boolean> {
  try {
    const tables = await readRows(
      db,
      named,
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND relname <> 'migrations'`,
    );
    const used = await readRows(
      db,
      named,
      tables
        .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
        .join(' UNION ALL '),
    );
    const names = used.map(({ name }) => name).join(', ');
    if (names !== '') await db.query(`TRUNCATE ${names} RESTART IDENTITY CASCADE`);
    const sequences = await readRows(
      db,
      named,
      `SELECT format('%I', sequencename) AS name FROM pg_sequences WHERE last_value IS NOT NULL`,
    );
    for (const { name } of sequences) await db.query(`ALTER SEQUENCE ${name} RESTART`);
    await db.query('RESET ALL');
    return (await schemaOf(db)) === migrated;
  } catch {
    return false;
  }
}

async function schemaOf(db: Db): Promise<string> {
  const [row] = await readRows(db, named, SCHEMA);
  return row?.name ?? '';
}

/** Puts an empty cluster into a gateway's folder of data, for a program that is started on it. */
export async function prepareFolder(directory: string): Promise<void> {
  const into = join(directory, 'postgres');
  await mkdir(into, { recursive: true });
  await emptyImage();
  const { status, stderr } = spawnSync('tar', ['-xf', imagePath(), '-C', into], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
}

/** Of a cluster without any table. */
export async function emptyImage(): Promise<Blob> {
  const known = await readFile(imagePath()).catch(() => null);
  if (known !== null) return new Blob([known]);
  const pglite = await PGlite.create();
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(CACHE, { recursive: true });
  // Several tests may make it at once: each gives a whole file its name.
  const mine = `${imagePath()}.${randomUUID()}`;
  await writeFile(mine, Buffer.from(await image.arrayBuffer()));
  await rename(mine, imagePath());
  return image;
}

/** One for each version, since a newer one may write its files otherwise. */
function imagePath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = createRequire(import.meta.url)(join(dirname(entry), '../package.json')) as {
    version: string;
  };
  return join(CACHE, `pglite-${version}.tar`);
}
