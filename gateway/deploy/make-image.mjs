// What the image holds, made in an empty folder: `node gateway/deploy/make-image.mjs FOLDER`. The Dockerfile calls it, and
// so does a test. FOLDER/gateway is the program, FOLDER/node_modules its libraries in the versions of the lock file.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder: make-image.mjs FOLDER');
const target = resolve(folder);
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} isn't empty.`);

run(ROOT, process.execPath, ['scripts/with-setup.mjs', 'scripts/build-gateway.ts']);
mkdirSync(target, { recursive: true });
cpSync(join(ROOT, 'gateway/dist'), join(target, 'gateway'), {
  recursive: true,
  filter: (path) => !/[\\/]dist[\\/](types|deploy)$/.test(path),
});
cpSync(join(ROOT, 'gateway/deploy/healthcheck.mjs'), join(target, 'healthcheck.mjs'));
installLibraries();

/** In a folder of their own, since a workspace's libraries are installed beside everybody else's. */
function installLibraries() {
  const workshop = mkdtempSync(join(tmpdir(), 'bellhop-image-'));
  try {
    for (const path of ['package.json', 'package-lock.json', 'gateway/package.json']) {
      cpSync(join(ROOT, path), join(workshop, path));
    }
    const only = ['--workspace=bellhop-gateway', '--include-workspace-root=false', '--omit=dev'];
    run(workshop, 'npm', ['ci', ...only, '--ignore-scripts', '--no-audit', '--no-fund']);
    rmSync(join(workshop, 'node_modules/bellhop-gateway'), { force: true });
    cpSync(join(workshop, 'node_modules'), join(target, 'node_modules'), { recursive: true });
    const own = join(workshop, 'gateway/node_modules');
    if (existsSync(own)) cpSync(own, join(target, 'gateway/node_modules'), { recursive: true });
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

function run(cwd, program, args) {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`);
}
