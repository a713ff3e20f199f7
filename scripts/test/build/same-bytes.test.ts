// The build is a function of the sources: where they lie, what the environment says and what else the machine does
// change nothing.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../../test/rings.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What a build reads. */
const SOURCES = ['src', 'desk', 'scripts', 'public', 'wordpress/admin-app', 'wordpress/bellhop'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'];

const scratch = mkdtempSync(join(tmpdir(), 'bellhop-build-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Builds a copy of the sources. @returns what integrity.json says: the hash of every other file. */
async function buildIn(folder: string, nodeEnv: string): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true });
  for (const path of [...SOURCES, ...FILES].filter((it) => existsSync(join(ROOT, it)))) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, force: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], {
    cwd: folder,
    env: { ...process.env, BELLHOP_DIST: 'dist', NODE_ENV: nodeEnv },
  });
  return JSON.parse(readFileSync(join(folder, 'dist/integrity.json'), 'utf8'));
}

/** Of a process that is busy until it is killed, or until the process that started it is gone. */
const BUSY = 'for (const parent = process.ppid; process.ppid === parent; );';

/** Keeps every processor busy until it is ended. */
function burden(): { end(): void } {
  const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
  return {
    end() {
      for (const process of busy) process.kill();
    },
  };
}

describe('the build', OUTER, () => {
  let quiet: Record<string, string> = {};
  let load: ReturnType<typeof burden> | undefined;
  beforeAll(async () => {
    quiet = await buildIn(join(scratch, 'a'), 'production');
  });
  afterEach(() => load?.end());

  it('makes the same bytes in a folder of another length, in another environment and on a busy machine', async () => {
    load = burden();
    const folder = join(scratch, 'a', 'folder', 'with', 'a', 'much-longer-name');
    expect(await buildIn(folder, 'development')).toEqual(quiet);
    expect(Object.keys(quiet).length).toBeGreaterThan(50);
  });
});
