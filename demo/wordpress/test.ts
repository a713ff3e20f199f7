// `npm run test:wordpress`: builds the plugin, then runs every test of it; arguments go to vitest.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { buildPlugin } from './run/build.ts';

await buildPlugin();
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'demo/wordpress/vitest.config.ts'],
    ...process.argv.slice(2),
  ],
  { cwd: resolve(import.meta.dirname, '../..'), stdio: 'inherit' },
);
process.exitCode = status ?? 1;
