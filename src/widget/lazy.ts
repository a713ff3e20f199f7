// The lazy chunks of the drop-in build: each is made sure of before it is imported. The build puts `lazy` around
// every `import()` of the engine; a bundler's own build doesn't, and nothing here runs then.

import { secureFile } from '../loader/secure-file.ts';

type File = readonly [file: string, integrity: string];
type ChunkList = Readonly<Record<string, readonly File[]>>;

/** Written by the build: the files of the chunks that every conversation needs, the list of languages, and of all others. */
declare const BELLHOP_CHUNKS: {
  readonly soon: ChunkList;
  readonly list: File;
  readonly languages: File;
};

const lists = new Map<File, Promise<ChunkList>>();
let nonce: unknown;

/** The nonce of the page's policy, for the preload links. */
export function setNonce(value: unknown): void {
  nonce = value;
}

/**
 * Rejects where a file of the chunk's graph can't be had, or is not the one that was built; ask again then.
 * @param load imports it; of a language, nothing but the name is known here.
 */
export async function lazy<T>(chunk: string, load?: () => Promise<T>): Promise<T> {
  // Named here alone: outside of the drop-in build there is no such thing.
  const { soon, list, languages } = BELLHOP_CHUNKS;
  const files = soon[chunk] ?? (await getList(load ? list : languages))[chunk] ?? [];
  await Promise.all(files.map(secure));
  return load ? load() : import(/* @vite-ignore */ urlOf(files.at(-1)?.[0] ?? ''));
}

function getList(file: File): Promise<ChunkList> {
  const known = lists.get(file);
  if (known) return known;
  const list = fetchList(file);
  lists.set(file, list);
  list.catch(() => lists.delete(file));
  return list;
}

async function fetchList(file: File): Promise<ChunkList> {
  await secure(file);
  return (await import(/* @vite-ignore */ urlOf(file[0]))).default;
}

const secure = ([file, integrity]: File): Promise<unknown> =>
  secureFile(urlOf(file), integrity, nonce);

const urlOf = (file: string): string => new URL(file, import.meta.url).href;
