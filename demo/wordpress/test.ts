// `npm run test:wordpress`: builds the plugin, then runs every test of it; arguments go to vitest.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const step = (...args: string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

step('scripts/build.ts', '--only=drop-in');
step(
  ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'demo/wordpress/vitest.config.ts'],
  ...process.argv.slice(2),
);
