// `backup` and `restore` on the command line: between a file, or a pipe, and the database that the settings name.

import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { type DatabaseOptions, openUnmigrated } from '../kernel/db/open.ts';
import type { Db } from '../kernel/db/types.ts';
import { ArchiveError } from './format.ts';
import { readArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

const ARCHIVE_USAGE = `Usage: bellhop-gateway backup FILE [--data DIR]
       bellhop-gateway restore FILE [--data DIR]

  backup writes everything that the gateway stores to FILE, compressed: sessions, events, keys' digests, secrets.
  restore fills a new, empty database from it. FILE may be -, for a pipe.
  The database is the embedded one in --data (.data), or the server that DATABASE_URL names. The embedded one can be
  backed up while no gateway has it open; a server at any time.

From the embedded database to a server:
  bellhop-gateway backup - | DATABASE_URL=postgres://… bellhop-gateway restore -`;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * @param args what follows the command's name
 * @param say one line for the terminal; never stdout, which may be the archive
 */
export async function runArchiveCommand(
  command: 'backup' | 'restore',
  args: readonly string[],
  env: Env,
  say: (line: string) => void,
): Promise<void> {
  const { file, options } = readArguments(args, env);
  if (command === 'restore' && file !== '-')
    await stat(file).catch(() => refuse(`There is no file ${file}.`));
  if (command === 'backup' && options.url === undefined) await refuseWithoutData(options.directory);
  const db = await openUnmigrated(options);
  try {
    const counts = command === 'backup' ? await backUp(db, file) : await restore(db, file);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const { sessions = 0, events = 0 } = counts;
    const done = command === 'backup' ? 'Backed up' : 'Restored';
    say(
      `${done} ${rows} rows: ${sessions} sessions with ${events} events, and what belongs to them.`,
    );
  } finally {
    await db.close();
  }
}

function readArguments(
  args: readonly string[],
  env: Env,
): { file: string; options: DatabaseOptions } {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    refuse(`Name one file, or - for a pipe.\n\n${ARCHIVE_USAGE}`);
  const url = env.DATABASE_URL?.trim();
  return {
    file,
    options: url ? { url } : { directory: values.data ?? '.data' },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { data: { type: 'string' } },
    });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\n\n${ARCHIVE_USAGE}`);
  }
}

/** A mistyped folder would be made, and backed up empty. */
async function refuseWithoutData(directory = '.data'): Promise<void> {
  await stat(directory).catch(() =>
    refuse(`There is no folder ${directory}. Name it with --data.`),
  );
}

/** Into a file beside it first, so that FILE is never half an archive. */
async function backUp(db: Db, file: string) {
  if (file === '-') return writeTo(db, process.stdout);
  const half = `${file}.part`;
  try {
    // It holds secrets: for its owner alone.
    const counts = await writeTo(db, createWriteStream(half, { mode: 0o600 }));
    await rename(half, file);
    return counts;
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

async function writeTo(db: Db, target: Writable) {
  const gzip = createGzip();
  const written = pipeline(gzip, target);
  // Heard at the end; a disk that is full must not end the process before that.
  written.catch(() => {});
  const counts = await writeArchive(db, async (text) => {
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
  });
  gzip.end();
  await written;
  return counts;
}

function once(stream: Writable, event: string): Promise<void> {
  return new Promise((resolve) => stream.once(event, resolve));
}

async function restore(db: Db, file: string) {
  const source = file === '-' ? process.stdin : createReadStream(file);
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.once('error', (error) => text.destroy(error));
  try {
    return await readArchive(db, linesOf(text));
  } catch (error) {
    if (isZlib(error)) refuse('The archive is damaged, or was cut off: it can’t be decompressed.');
    throw error;
  } finally {
    source.destroy();
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function isZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function refuse(words: string): never {
  throw new ArchiveError(words);
}
