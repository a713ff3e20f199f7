// Embedded databases for tests. PGlite takes seconds of processor time to make a new cluster, so the first test of a
// checkout makes one and keeps its image, and every other one begins from that. Each gets a copy of its own.

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Db, openDatabase } from '../../gateway/index.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/bellhop-test-databases');

/** In memory, empty, migrated. */
export async function openMemoryDatabase(): Promise<Db> {
  return openDatabase({ image: await emptyImage() });
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
