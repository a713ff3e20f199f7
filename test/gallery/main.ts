// The gallery for people: every state of the panel at an address to open, and the ten that matter on one page.
// node test/gallery/main.ts [--port N] [--before COMMIT]: beside the ten, what that commit drew

import { parseArgs } from 'node:util';
import { checkOut } from './check-out.ts';
import { serveBuiltGallery, serveGallery } from './serve.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4322' }, before: { type: 'string' } },
});
const before =
  values.before === undefined ? null : await serveBuiltGallery(checkOut(values.before));
const server = await serveGallery(Number(values.port), before?.address);
const address = server.resolvedUrls?.local[0] ?? '';
console.log(`Bellhop gallery: ${address}`);
console.log(`The ten states: ${address}faces.html${before ? '?before' : ''}`);
