// `npm run build:create`: create/dist, the package create-bellhop as it is published, and dist/create-bellhop-….tgz, the same packed.
// Its one library is installed beside it, not bundled.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { DIST, ROOT } from './build/paths.ts';
import { chunksOf, sharedConfig } from './build/shared-config.ts';

const SOURCE = join(ROOT, 'create');
const OUT = join(SOURCE, 'dist');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
mkdirSync(DIST, { recursive: true });
const [script, ...more] = chunksOf(
  await build(
    sharedConfig({
      ssr: true,
      target: 'node20',
      // Whoever reads a stack trace finds the names.
      minify: false,
      rolldownOptions: {
        input: { index: join(SOURCE, 'main.ts') },
        external: (id) => id.startsWith('node:') || id === '@clack/prompts',
        output: { entryFileNames: '[name].js' },
      },
    }),
  ),
);
if (script === undefined || more.length > 0) throw new Error('The generator must be one file.');
writeFileSync(join(OUT, script.fileName), `#!/usr/bin/env node\n${script.code}`);
chmodSync(join(OUT, script.fileName), 0o755);
for (const name of ['package.json', 'README.md', 'templates']) {
  cpSync(join(SOURCE, name), join(OUT, name), { recursive: true });
}
cpSync(join(ROOT, 'LICENSE'), join(OUT, 'LICENSE'));
const { version } = JSON.parse(readFileSync(join(OUT, 'package.json'), 'utf8'));
execFileSync('npm', ['pack', '--pack-destination', DIST], { cwd: OUT, stdio: 'pipe' });
console.log(`built create/dist, and dist/create-bellhop-${version}.tgz`);
