// Fills an empty database from an archive, in one transaction: all of it or nothing.

import { migrate } from '../kernel/db/migrate.ts';
import { MIGRATIONS } from '../kernel/db/migrations/index.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { isRecord } from '../wire.ts';
import { ArchiveError, FORMAT, type Head, KEPT_APART, type Tail } from './format.ts';
import { readTables, type Table } from './tables.ts';

const ROWS_AT_ONCE = 500;

/**
 * Brings the schema to where the archive was made, fills it, and goes on to this version's.
 * @param db Not migrated yet, or just migrated and empty.
 * @param lines Of the archive, without their line feeds.
 * @throws ArchiveError where it can't be used; the database is as it was, but for its schema.
 */
export async function readArchive(
  db: Db,
  lines: AsyncIterable<string>,
): Promise<Readonly<Record<string, number>>> {
  const iterator = lines[Symbol.asyncIterator]();
  const head = readHead((await iterator.next()).value);
  await migrate(db, head.migrations);
  const counts = await db.transaction(
    async (tx) => {
      const tables = await readTables(tx);
      await refuseUnlessEmpty(tx, tables);
      return fill(tx, tables, iterator);
    },
    { isLong: true },
  );
  await migrate(db);
  return counts;
}

function readHead(line: unknown): Head {
  const head = typeof line === 'string' ? parse(line) : undefined;
  if (!isRecord(head) || head.format !== FORMAT || !Array.isArray(head.migrations)) {
    throw new ArchiveError('This is no archive of a gateway, or one of another format.');
  }
  const known = new Set(MIGRATIONS.map(({ id }) => id));
  const unknown = head.migrations.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new ArchiveError(
      `The archive was made by a newer gateway (it knows ${unknown.join(', ')}). Restore it with that version or a later one.`,
    );
  }
  return { format: FORMAT, migrations: head.migrations };
}

async function refuseUnlessEmpty(tx: Queryable, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (KEPT_APART.has(name)) continue;
    const [row] = await tx.query(`SELECT 1 FROM "${name}" LIMIT 1`);
    if (row !== undefined) {
      throw new ArchiveError(
        `The database isn't empty: its table ${name} has rows. Restore into a new one.`,
      );
    }
  }
}

async function fill(
  tx: Queryable,
  tables: readonly Table[],
  lines: AsyncIterator<string>,
): Promise<Readonly<Record<string, number>>> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const counts: Record<string, number> = {};
  let tail: Tail | undefined;
  let table: Table | undefined;
  let rows: string[] = [];
  const flush = async () => {
    if (table === undefined || rows.length === 0) return;
    counts[table.name] = (counts[table.name] ?? 0) + rows.length;
    await insert(tx, table, rows);
    rows = [];
  };
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (next.value === '') continue;
    if (tail !== undefined) throw new ArchiveError('The archive goes on behind its end.');
    const row = readRow(next.value);
    if (row === null) {
      tail = readTail(next.value);
      continue;
    }
    if (row.table !== table?.name || rows.length >= ROWS_AT_ONCE) await flush();
    table = byName.get(row.table);
    if (table === undefined || KEPT_APART.has(row.table)) {
      throw new ArchiveError(`The archive has rows of “${row.table}”, which is no table here.`);
    }
    rows.push(row.json);
  }
  await flush();
  if (tail === undefined)
    throw new ArchiveError('The archive was cut off: its last line is missing.');
  for (const [name, count] of Object.entries(tail.rows)) {
    if ((counts[name] ?? 0) !== count) {
      throw new ArchiveError(
        `The archive is damaged: ${count} rows of ${name} were written, ${counts[name] ?? 0} came.`,
      );
    }
  }
  await setCounters(tx, tables);
  return tail.rows;
}

const ROW = /^\{"table":"([a-z0-9_]+)","row":(\{.*\})\}$/s;

/** The row as it was written, since parsing would round large numbers. Null: another kind of line. */
function readRow(line: string): { table: string; json: string } | null {
  const [, table, json] = ROW.exec(line) ?? [];
  return table === undefined || json === undefined ? null : { table, json };
}

function readTail(line: string): Tail {
  const tail = parse(line);
  if (isRecord(tail) && isRecord(tail.rows)) return { rows: tail.rows as Tail['rows'] };
  throw new ArchiveError('The archive is damaged: a line is neither a row nor the end.');
}

async function insert(tx: Queryable, { name, columns }: Table, rows: readonly string[]) {
  const list = columns.map((column) => `"${column}"`).join(', ');
  await tx.query(
    `INSERT INTO "${name}" (${list}) OVERRIDING SYSTEM VALUE
     SELECT ${list} FROM json_populate_recordset(NULL::"${name}", $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

/** The database's own numbers go on behind the highest that has come in. */
async function setCounters(tx: Queryable, tables: readonly Table[]): Promise<void> {
  for (const { name, counters } of tables) {
    for (const column of counters) {
      await tx.query(
        `SELECT setval(pg_get_serial_sequence($1, $2), max("${column}")) FROM "${name}"
          HAVING max("${column}") IS NOT NULL`,
        [`"${name}"`, column],
      );
    }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
