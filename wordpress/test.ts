// `npm run test:wordpress`: builds the plugin, then runs every test of it; arguments go to vitest.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { buildPlugin } from './run/build.ts';
import { Missing } from './run/missing.ts';
import { ensureParts } from './run/parts.ts';
import { ensureCodeSniffer, ensurePhp } from './run/php.ts';
import { ensurePhp74 } from './run/php-7.4.ts';

// Other runs skip these tests where PHP is missing. This command was asked for by name, so it fails instead of skipping.
try {
  ensurePhp();
  ensureCodeSniffer();
  ensureParts();
  ensureParts('6.5');
  ensurePhp74();
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  console.error(`WordPress can't be tested here: ${error.message}`);
  process.exit(1);
}

await buildPlugin();
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'wordpress/vitest.config.ts'],
    ...process.argv.slice(2),
  ],
  { cwd: resolve(import.meta.dirname, '..'), stdio: 'inherit' },
);
process.exitCode = status ?? 1;
