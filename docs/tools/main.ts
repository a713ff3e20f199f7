// `npm run docs`: makes the site and serves it. `-- build` only makes it, `-- dev` follows changes (without the search, which
// is an index of the built pages), `-- film` plays the README's moving picture anew. `--base /docs/` is the path below which it will stand, `--port N` (or PORT) where it is served; `--no-pictures`
// leaves out the pictures of the panel, which the gallery draws in a browser. `--versions /docs/versions.json` names a list
// of the versions that stand side by side, from which readers choose.

import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFilm } from './film.ts';
import { setBytes } from './live/bytes.ts';
import { measureBytes } from './measure-bytes.ts';
import { DOCS, ROOT } from './paths.ts';
import { takePictures } from './pictures.ts';
import { prepare } from './prepare.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: '/' },
    port: { type: 'string', default: process.env.PORT ?? '4330' },
    host: { type: 'string', default: '127.0.0.1' },
    versions: { type: 'string', default: '' },
    'no-pictures': { type: 'boolean', default: false },
  },
});
const [command = 'serve'] = positionals;
const base = `/${values.base.replace(/^\/|\/$/g, '')}/`.replace('//', '/');

if (!['serve', 'build', 'dev', 'film'].includes(command)) {
  console.error(
    `There is no “${command}”. Use: npm run docs [-- build | dev | film] [--base PATH] [--port N]`,
  );
  process.exit(1);
}

/** Runs the site's tool to its end. */
function astro(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(DOCS, 'node_modules/astro/bin/astro.mjs'), ...args],
      {
        cwd: DOCS,
        stdio: 'inherit',
        env: {
          ...process.env,
          // Other tools set this variable, too: Astro would take it for the path instead of `--base`.
          BASE_URL: base,
          DOCS_BASE: base,
          DOCS_VERSIONS: values.versions,
          ASTRO_TELEMETRY_DISABLED: '1',
        },
      },
    );
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 || signal !== null ? resolve() : reject(new Error(`astro ${args[0]} failed.`)),
    );
    for (const end of ['SIGINT', 'SIGTERM'] as const) process.once(end, () => child.kill(end));
  });
}

try {
  if (command === 'film') {
    await makeFilm();
    process.exit();
  }
  if (!values['no-pictures']) await takePictures();
  setBytes(await measureBytes());
  const pages = await prepare(base);
  const where = ['--port', values.port, '--host', values.host];
  if (command === 'dev') {
    let timer: NodeJS.Timeout | undefined;
    for (const folder of ['docs', 'src', 'gateway', 'wordpress']) {
      watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
        if (
          name === null ||
          !/\.md$/.test(name) ||
          /node_modules|site\/content|\.public|dist/.test(name)
        )
          return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          prepare(base).catch((error: unknown) => console.error(error));
        }, 200);
      }).unref();
    }
    await astro('dev', ...where);
  } else {
    await astro('build');
    console.log(`${pages.length} pages in docs/dist`);
    if (command === 'serve') {
      console.log(`Documents: http://localhost:${values.port}${base}`);
      await astro('preview', ...where);
    }
  }
  // The embedded database of the recorded conversation leaves a timer behind, which would keep this process for ever.
  process.exit();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
