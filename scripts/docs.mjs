// The documents' site, from a bare clone: installs the site's own packages, which nothing else needs, builds the widget that
// its playground shows, and runs docs/tools/main.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureFolder,
  ensurePackages,
  entry,
  nodePath,
  ROOT,
  run,
  scriptEnv,
  spawnScript,
} from './setup.mjs';

await entry(async () => {
  ensurePackages();
  ensureFolder('docs');
  if (!existsSync(join(ROOT, 'dist/bellhop.js'))) {
    run(nodePath(), ['scripts/build.ts', '--only=drop-in'], {
      env: scriptEnv(),
      hint: 'The widget could not be built. The lines above say why.',
    });
  }
  const child = spawnScript('docs/tools/main.ts', process.argv.slice(2));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
});
