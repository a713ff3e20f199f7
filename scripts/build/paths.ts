// Where the build reads and writes.

import { join, resolve } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
/** `BELLHOP_DIST` names another folder, for a build beside the one in use. */
export const DIST = resolve(ROOT, process.env.BELLHOP_DIST ?? 'dist');
/** Chunks of the drop-in script. */
export const CHUNKS = join(DIST, 'bellhop');
export const NPM = join(DIST, 'npm');
