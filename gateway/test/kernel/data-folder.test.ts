// One directory of data, several processes that want it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareFolder } from '../../../test/doubles/memory-database.ts';
import { OUTER } from '../../../test/rings.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
/** Runs a program as the first process of a process namespace, as a container does; [] where this machine lets nobody. */
const CONTAINER =
  [['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']].find(
    ([command = '', ...flags]) => spawnSync(command, [...flags, 'true']).status === 0,
  ) ?? [];

let directory: string;
let started: ChildProcess[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-folder-'));
  await prepareFolder(directory);
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** A gateway on the directory, in what counts as a container here. `said`: resolves once it answers or has exited. */
function start() {
  const [command = '', ...args] = [...CONTAINER, process.execPath, MAIN, '--port', '0'];
  const child = spawn(command, [...args, '--data', directory], {
    env: { PATH: process.env.PATH ?? '' },
  });
  started.push(child);
  let output = '';
  const said = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('http://localhost')) resolve(output);
      });
    }
    child.once('close', () => resolve(output));
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, said, gone };
}

// main.test.ts has the plain case, two programs on one directory, in each change.
describe('a directory of data', OUTER, () => {
  it('is refused to a second container, in which every gateway is process 1 as well', async () => {
    const first = start();
    expect(await first.said).toContain('http://localhost');
    const second = start();
    expect(await second.said).toContain('in use by another gateway');
    expect(second.child.exitCode).not.toBe(null);
    expect(first.child.exitCode).toBe(null);
  });

  it('is free at once when its gateway was killed', async () => {
    const first = start();
    await first.said;
    first.child.kill('SIGKILL');
    await first.gone;
    expect(await start().said).toContain('http://localhost');
  });

  it('is free where an older version has left its lock', async () => {
    await writeFile(join(directory, 'gateway.lock'), String(process.ppid));
    expect(await start().said).toContain('http://localhost');
  });
});
