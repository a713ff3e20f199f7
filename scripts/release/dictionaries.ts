// What a returning visitor downloads after an upgrade: the difference to the file of the earlier version that their browser
// still has (RFC 9842, Compression Dictionary Transport; Chromium has it since version 130, other browsers take the whole
// file). The difference is Zstandard with the earlier file as a raw dictionary, which Node writes itself.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';

/** The files that most visitors have, by their names without the hash: each is made anew with nearly every version. */
export const KEPT = ['panel', 'core', 'tools'] as const;

/** Of RFC 9842, section 5: it precedes the hash of the dictionary. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);
/** Of the highest level; slow, but a release is made once. */
const LEVEL = 22;

/** The body of a response with `Content-Encoding: dcz`. */
export function encodeDcz(dictionary: Buffer, bytes: Buffer): Buffer {
  const compressed = zstdCompressSync(bytes, {
    dictionary,
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      // The window must reach back over the whole dictionary.
      [constants.ZSTD_c_windowLog]: Math.ceil(Math.log2(dictionary.length + bytes.length)) + 1,
    },
  });
  return Buffer.concat([MAGIC, sha256(dictionary), compressed]);
}

/** "core-abc.js" and the earlier file that a browser has → "core-abc.js.0123456789abcdef.dcz" */
export function deltaName(file: string, dictionary: Buffer): string {
  return `${file}.${sha256(dictionary).toString('hex').slice(0, 16)}.dcz`;
}

export interface Delta {
  /** Name of the new file. */
  file: string;
  /** Bytes of the difference. */
  bytes: number;
}

/**
 * Writes the differences from an earlier version beside the new files.
 * @param chunks the new folder `bellhop/`; @param earlier that of the earlier version
 */
export function writeDeltas(chunks: string, earlier: string): Delta[] {
  if (!existsSync(earlier)) {
    throw new Error(`${earlier} is not there. Name the folder of an earlier version's CDN files.`);
  }
  return KEPT.map((name) => {
    const [file, before] = [chunks, earlier].map((folder) => only(folder, name)) as [
      string,
      string,
    ];
    const dictionary = readFileSync(join(earlier, before));
    const delta = encodeDcz(dictionary, readFileSync(join(chunks, file)));
    writeFileSync(join(chunks, deltaName(file, dictionary)), delta);
    return { file, bytes: delta.length };
  });
}

function only(folder: string, name: string): string {
  const files = readdirSync(folder).filter((file) => new RegExp(`^${name}-\\w+\\.js$`).test(file));
  if (files.length !== 1) throw new Error(`${folder} must have one ${name}-*.js.`);
  return files[0] as string;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
