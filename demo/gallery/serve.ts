// Serves the gallery page from its sources.

import { createServer, type ViteDevServer } from 'vite';

/** Port 0 is any free one. Listens when it resolves; close it afterwards. */
export async function serveGallery(port: number): Promise<ViteDevServer> {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    cacheDir: '../../node_modules/.cache/gallery',
    server: { port, hmr: false, watch: null, fs: { allow: ['../..'] } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    optimizeDeps: {
      include: [
        'preact',
        'preact/hooks',
        'preact/jsx-runtime',
        '@preact/signals',
        'marked',
        'dompurify',
      ],
    },
  });
  return server.listen();
}
