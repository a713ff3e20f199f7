// The command on a Node that is too old for the gateway.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error it is plain JavaScript and has no types
import { OLDEST_NODE } from '../../scripts/setup.mjs';
import { refuseOldNode } from '../cli/node-version.ts';
import { findOldNode } from './old-node.ts';

const ROOM = join(import.meta.dirname, '..');

describe('a Node', () => {
  it.each(['12.22.12', '18.20.8', '20.20.2', '22.18.0', '21.7.3'])('%s is refused', (version) => {
    const said = refuseOldNode(version);
    expect(said).toContain(`this is Node ${version}`);
    expect(said).toContain('Node 22.19 or later');
  });

  it.each(['22.19.0', '22.20.1', '24.0.0', '100.1.2'])('%s is taken', (version) => {
    expect(refuseOldNode(version)).toBe(null);
  });

  it('as old as the one that the package names is the oldest', () => {
    const [major, minor] = String(OLDEST_NODE).split('.').map(Number);
    expect(refuseOldNode(`${major}.${minor}.0`)).toBe(null);
    expect(refuseOldNode(`${major}.${(minor ?? 0) - 1}.9`)).not.toBe(null);
  });
});

const old = findOldNode();

describe.skipIf(old === null)('an old Node (where this machine has one below 22.19)', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bellhop-old-node-'));
    // As plain JavaScript, which the package has it in; the rest of the gateway is not there.
    for (const file of ['bin', 'cli/node-version']) {
      const source = await readFile(join(ROOM, `${file}.ts`), 'utf8');
      const target = join(directory, `${file}.mjs`);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, stripTypeScriptTypes(source).replaceAll(".ts'", ".mjs'"));
    }
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each([[[]], [['--help']], [['doctor']]])(
    'gets one sentence for %j, and exit code 1',
    (args) => {
      const { status, stdout, stderr } = spawnSync(
        old ?? '',
        [join(directory, 'bin.mjs'), ...args],
        {
          encoding: 'utf8',
          env: { PATH: [dirname(old ?? ''), process.env.PATH].join(delimiter) },
        },
      );
      expect(stdout).toBe('');
      expect(stderr).toMatch(
        /^bellhop-gateway needs Node 22\.19 or later, and this is Node \S+\. .*\n$/,
      );
      expect(status).toBe(1);
    },
  );
});
