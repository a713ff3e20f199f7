// The embedded database's files on disk, with fsync: what was answered survives a power cut. PGlite leaves it out by itself:
// its start parameters turn it off, and its file system has no call for it.

import { fsyncSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The argument by which PGlite turns fsync off. */
const NO_FSYNC = '-F';
/** The one way of writing through that reaches the file system here; the default, fdatasync, ends in nothing. */
const WITH_FSYNC = ['-c', 'wal_sync_method=fsync'];
/** Old pieces of the write-ahead log are deleted: kept for later use, they would hold what was deleted since. */
const WITHOUT_RECYCLING = ['-c', 'wal_recycle=off'];

interface OpenFile {
  /** Descriptor of the file. */
  nfd: number;
}

type Instance = Parameters<NodeFS['init']>[0];
type ModuleOptions = Parameters<NodeFS['init']>[1];
type PreRun = NonNullable<ModuleOptions['preRun']>;

class DurableFiles extends NodeFS {
  override async init(pglite: Instance, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, addFsync] as PreRun } };
  }
}

/** Before the database starts: from now on its fsync is the system's. */
function addFsync(module: object): void {
  const operations = streamOperations(module);
  if (operations === null)
    throw new Error('This version of PGlite keeps its files in another way.');
  operations.fsync = ({ nfd }) => {
    fsyncSync(nfd);
    return 0;
  };
}

function streamOperations(module: object): { fsync?: (file: OpenFile) => number } | null {
  const files = 'NODEFS' in module ? module.NODEFS : null;
  if (typeof files !== 'object' || files === null || !('stream_ops' in files)) return null;
  return files.stream_ops as { fsync?: (file: OpenFile) => number };
}

export function durableFiles(directory: string): PGliteOptions {
  return {
    fs: new DurableFiles(directory),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== NO_FSYNC),
      ...WITH_FSYNC,
      ...WITHOUT_RECYCLING,
    ],
  };
}
