// Installs the servers and starts one. They lie in .cache, as package-lock.json beside this file has them.

import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../gateway/test/postgres-server.ts';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { ensureFolder } from '../../scripts/setup.mjs';
import { until } from '../browser/support/visitor.ts';
import type { AppServer } from './servers.ts';

const FOLDER = '.cache/app-servers';
export const INSTALLED = resolve(import.meta.dirname, '../..', FOLDER);

export function install(): void {
  mkdirSync(INSTALLED, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, file), join(INSTALLED, file));
  ensureFolder(FOLDER);
}

export async function start({ bin, args = [] }: Pick<AppServer, 'bin' | 'args'>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const server = spawn(process.execPath, [join('node_modules/.bin', bin), ...args], {
    cwd: INSTALLED,
    env: { ...process.env, PORT: `${port}` },
    stdio: 'ignore',
  });
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until(`${bin} answers`, answers);
  return { url, close: () => void server.kill() };
}
