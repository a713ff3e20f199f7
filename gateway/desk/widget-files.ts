// The built widget on the disk: bellhop.js and its chunks, which the gateway hands out as well, so that a site needs no other
// server for them. Read once, compressed when it is first asked for.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { DeskFile, DeskFiles } from './desk.ts';

const compress = promisify(brotliCompress);
const SCRIPT = 'bellhop.js';
const CHUNKS = 'bellhop';
const TYPE = 'text/javascript; charset=utf-8';

/** @param folders where the build may be, the first that has the script counts. Null where none has. */
export async function openWidget(folders: readonly string[]): Promise<DeskFiles | null> {
  for (const folder of folders) {
    const script = await readFile(join(folder, SCRIPT)).catch(() => null);
    if (script === null) continue;
    const files = new Map<string, Buffer>([[SCRIPT, script]]);
    for (const name of await readdir(join(folder, CHUNKS)).catch(() => [])) {
      if (!name.endsWith('.js')) continue;
      files.set(`${CHUNKS}/${name}`, await readFile(join(folder, CHUNKS, name)));
    }
    return handOut(files);
  }
  return null;
}

function handOut(files: ReadonlyMap<string, Buffer>): DeskFiles {
  const compressed = new Map<string, Promise<Buffer>>();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return async (path): Promise<DeskFile | null> => {
    const bytes = files.get(path);
    if (bytes === undefined) return null;
    const brotli = compressed.get(path) ?? compress(bytes, { params });
    compressed.set(path, brotli);
    return { bytes, type: TYPE, brotli: await brotli };
  };
}
