// Builds the plugin for a WordPress that is about to start, in a folder of its own: what stands in dist/ is somebody else's.

import { join } from 'node:path';
import { run } from '../../scripts/build/run.ts';
import { CACHE } from './parts.ts';

/** Names the folder for this process and its children, as BELLHOP_DIST; one that is named already is used as it is. */
export async function buildPlugin(): Promise<void> {
  if (process.env.BELLHOP_DIST !== undefined) return;
  console.log('Building the plugin…');
  process.env.BELLHOP_DIST = join(CACHE, 'dist');
  await run(process.execPath, ['scripts/build.ts', '--only=drop-in']);
}
