// The gallery for people: every state of the panel, at an address to open.
// node test/gallery/main.ts [--port N]

import { parseArgs } from 'node:util';
import { serveGallery } from './serve.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4322' } } });
const server = await serveGallery(Number(values.port));
console.log(`Bellhop gallery: ${server.resolvedUrls?.local[0]}`);
