// Where the build reads and writes.

import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const DIST = join(ROOT, 'dist');
/** Chunks of the drop-in script. */
export const CHUNKS = join(DIST, 'bellhop');
export const NPM = join(DIST, 'npm');
