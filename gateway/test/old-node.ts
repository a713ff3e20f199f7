// A Node of this machine on which the gateway can't run.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { refuseOldNode } from '../cli/node-version.ts';

/** Its path; null where every Node here is new enough. */
export function findOldNode(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return (
    folders
      .map((folder) => join(folder, 'node'))
      .filter((path) => existsSync(path))
      .find((path) => {
        const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
        return /^v\d/.test(stdout) && refuseOldNode(stdout.trim().slice(1)) !== null;
      }) ?? null
  );
}
