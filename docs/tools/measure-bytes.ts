// Measures the built widget for the page on bytes. Telling the rooms apart takes a build of its own, so the answer is kept as
// long as the built files stay the same.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { measureRooms } from '../../scripts/by-room.ts';
import { compress, measureStages } from '../../scripts/stages.ts';
import type { MeasuredBytes } from './live/bytes.ts';
import { DOCS, ROOT } from './paths.ts';

const KEPT = join(DOCS, 'node_modules/.bellhop/bytes.json');

export async function measureBytes(): Promise<MeasuredBytes> {
  const stages = await measureStages();
  // The script names each of its files by the hash of what is in it.
  const build = createHash('sha256')
    .update(readFileSync(join(ROOT, 'dist/bellhop.js')))
    .digest('hex');
  if (existsSync(KEPT)) {
    const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as {
      build: string;
      rooms: MeasuredBytes['rooms'];
    };
    if (kept.build === build) return { stages, rooms: kept.rooms };
  }
  const rooms = await measureRooms((text) => compress(Buffer.from(text)));
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ build, rooms }));
  return { stages, rooms };
}
