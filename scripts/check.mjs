// Seconds, for while one works: format, lint, types, and the tests that hold the house together.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePackages, entry, ROOT, scriptEnv } from './setup.mjs';

await entry(async () => {
  ensurePackages();
  const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
  const steps = [
    [bin('biome'), ['check', '.']],
    [bin('tsc'), []],
    [bin('vitest'), ['run', '--project', 'unit', 'test/house', 'src/test/session/spec.test.ts']],
  ];
  for (const [command, args] of steps) {
    const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: scriptEnv() });
    if (status !== 0) process.exitCode = 1;
  }
});
