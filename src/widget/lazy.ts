// The lazy chunks of the drop-in build: each is made sure of before it is imported. The build puts `lazy` around
// every `import()` of the engine; a bundler's own build doesn't, and nothing here runs then.

import { secureFile } from '../loader/secure-file.ts';

/** Written by the build: file name and hash of the list that names the files and hashes of every lazy chunk. */
declare const BELLHOP_CHUNKS: string;

type ChunkList = Readonly<Record<string, readonly (readonly [file: string, integrity: string])[]>>;

let list: Promise<ChunkList> | undefined;
let nonce: unknown;

/** The nonce of the page's policy, for the preload links. */
export function setNonce(value: unknown): void {
  nonce = value;
}

/** Rejects where a file of the chunk's graph can't be had, or is not the one that was built; ask again then. */
export async function lazy<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  list ??= fetchList();
  list.catch(() => {
    list = undefined;
  });
  const files = (await list)[chunk] ?? [];
  await Promise.all(files.map(([file, integrity]) => secureFile(urlOf(file), integrity, nonce)));
  return load();
}

async function fetchList(): Promise<ChunkList> {
  const [file = '', integrity = ''] = BELLHOP_CHUNKS.split(' ');
  await secureFile(urlOf(file), integrity, nonce);
  return (await import(/* @vite-ignore */ urlOf(file))).default;
}

const urlOf = (file: string): string => new URL(file, import.meta.url).href;
