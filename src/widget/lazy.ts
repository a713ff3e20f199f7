// Checks the hash of each lazy chunk of the drop-in build before it is imported. The build puts `lazy` around every
// `import()` of the engine; in a page's own bundle nothing here runs.

import { secureFile } from '../loader/secure-file.ts';

type File = readonly [file: string, integrity: string];
type ChunkList = Readonly<Record<string, readonly File[]>>;

/**
 * The build puts this in. `known`: the files of the chunks that every conversation needs, or one with a tool; `languages`
 * and `list`: the files that list those of the languages and of all other chunks.
 */
declare const BELLHOP_CHUNKS: {
  readonly known: ChunkList;
  readonly list: File;
  readonly languages: File;
};

const lists = new Map<File, Promise<ChunkList>>();
let nonce: unknown;

/** Sets the nonce that the page's Content Security Policy wants on the preload links. */
export function setNonce(value: unknown): void {
  nonce = value;
}

/**
 * Loads a chunk. Rejects if one of its files can't be fetched or is not the built one; it may be called again then.
 * @param load imports the chunk. Absent for a language, which is imported by the address in the list.
 */
export async function lazy<T>(chunk: string, load?: () => Promise<T>): Promise<T> {
  // Read it here only, in the function: outside the drop-in build this name doesn't exist.
  const { known, list, languages } = BELLHOP_CHUNKS;
  const files = known[chunk] ?? (await getList(load ? list : languages))[chunk] ?? [];
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
