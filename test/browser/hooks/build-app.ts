// Builds an app of apps.ts for a page, and draws it as a server would, with the package from dist/ and each framework's own compiler.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { DIST } from '../support/world.ts';
import { type App, CHAT } from './apps.ts';

const ROOT = join(import.meta.dirname, '../../..');

function compilers(generate: 'client' | 'server'): Plugin {
  return {
    name: 'compilers',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('.svelte')) {
        return { code: compile(code, { filename: id, generate, dev: true }).js.code, map: null };
      }
      if (!id.endsWith('.vue')) return null;
      const { descriptor } = parse(code, { filename: id });
      const { content } = compileScript(descriptor, { id, inlineTemplate: true });
      return { code: content, map: null };
    },
  };
}

async function bundle(folder: string, entry: string, generate: 'client' | 'server'): Promise<void> {
  const packages = ['react-dom', 'react', 'vue', 'svelte', '@preact/signals-core'];
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [compilers(generate)],
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
    },
    resolve: {
      alias: [
        { find: /^bellhop\/(\w+)$/, replacement: join(DIST, 'npm/$1.js') },
        { find: /^bellhop$/, replacement: join(DIST, 'npm/index.js') },
      ],
      dedupe: packages,
      ...(generate === 'server' ? { conditions: ['node', 'development'] } : {}),
    },
    ...(generate === 'server' ? { ssr: { noExternal: true, target: 'node' as const } } : {}),
    build: {
      outDir: join(folder, 'out'),
      emptyOutDir: false,
      minify: false,
      ...(generate === 'server' ? { ssr: true } : {}),
      rolldownOptions: {
        input: join(folder, entry),
        output: { entryFileNames: `${generate}.js`, codeSplitting: false },
      },
    },
  });
}

/** @param folder below this repository, where packages are found. @returns the page's script, and what the server sends */
export async function buildApp(
  folder: string,
  { name, files, client, server }: App,
): Promise<{ script: string; drawn: string }> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const hasChat = !client.includes('createHeadlessChat');
  for (const [path, code] of Object.entries(files)) writeFileSync(join(own, path), code);
  // A project of its own: this repository's says that its scripts do nothing by themselves.
  writeFileSync(join(own, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(own, 'client.js'), client);
  writeFileSync(join(own, 'chat.js'), CHAT);
  writeFileSync(
    join(own, 'page.js'),
    `${hasChat ? "import './chat.js';\n" : ''}import './client.js';\n`,
  );
  await bundle(own, 'page.js', 'client');
  let drawn = '';
  if (server !== null) {
    writeFileSync(join(own, 'server.js'), server);
    await bundle(own, 'server.js', 'server');
    ({ drawn } = await import(pathToFileURL(join(own, 'out/server.js')).href));
  }
  return { script: readFileSync(join(own, 'out/client.js'), 'utf8'), drawn };
}

/** Where a build of apps finds this repository's packages. */
export const CACHE = join(ROOT, '.cache/hooks');
