// bellhop.js and its chunks, for pages of any origin: the snippet of the desk's page “Sites” can name this gateway.

import type { Routes } from '../kernel/http/route-module.ts';
import { encodedFile } from './app-routes.ts';
import type { Desk } from './desk.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // A module script and a preload with an integrity hash are read with CORS.
  'Access-Control-Allow-Origin': '*',
};
/** Short for the script, whose name stays with each build; chunks have hashes in their names. */
const SCRIPT_CACHE = 'public, max-age=300';
const CHUNK_CACHE = 'public, max-age=31536000, immutable';
const NOT_BUILT =
  'The widget isn’t built. Run “npm run build” in the project’s folder, then start the gateway again.\n';

interface Needs {
  desk: Pick<Desk, 'widget'>;
}

export const widgetFiles: Routes<Needs> = (app, { desk }) => {
  for (const path of ['/bellhop.js', '/bellhop/*']) {
    app.get(path, async (c) => {
      const file = await desk.widget?.(c.req.path.slice(1));
      if (file === null || file === undefined) {
        const text = desk.widget === null ? NOT_BUILT : 'There is no such file of the widget.\n';
        return c.body(text, 404, {
          ...HEADERS,
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'no-store',
        });
      }
      const { bytes, encoding } = encodedFile(file, c.req.header('accept-encoding') ?? '');
      return c.body(Buffer.from(bytes), 200, {
        ...HEADERS,
        ...encoding,
        'Content-Type': file.type,
        'Cache-Control': path === '/bellhop.js' ? SCRIPT_CACHE : CHUNK_CACHE,
        Vary: 'Accept-Encoding',
      });
    });
  }
};
