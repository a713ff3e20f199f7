// What a person sees who starts a gateway in a terminal.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareFolder } from '../../test/doubles/memory-database.ts';
import { OUTER } from '../../test/rings.ts';
import { readSettings } from '../cli.ts';
import { createPrograms, HAS_TERMINALS, type Program } from './program.ts';

const HAS_DESK = existsSync(join(import.meta.dirname, '../../dist/desk/index.html'));
const LIBRARIAN = join(import.meta.dirname, 'librarian.ts');
/** As it comes from the keyboard. */
const CTRL_C = '\x03';

const programs = createPrograms();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-terminal-'));
});
afterAll(async () => {
  programs.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

async function folder(name: string): Promise<string> {
  const data = join(directory, name);
  await prepareFolder(data);
  return data;
}

const linesOf = (program: Program) =>
  program
    .output()
    .split(/\r?\n/)
    .filter((line) => line !== '');

describe.skipIf(!HAS_TERMINALS)('in a terminal (where there is `script` of util-linux)', () => {
  it('the first three lines are the address, the desk and who answers, and requests have none', async () => {
    const data = await folder('person');
    const program = programs.runInTerminal(['--port', '0', '--data', data, '--agent', LIBRARIAN]);
    const [, base = ''] = await program.said(/(http:\/\/localhost:\d+)\//);
    await program.said(/database/);
    expect((await fetch(`${base}/admin/sites`, { method: 'POST' })).status).toBe(401);
    program.child.stdin?.write(CTRL_C);
    await program.exit;
    const [address, desk, answers, key, database, ...more] = linesOf(program);
    expect(address).toBe(`Bellhop gateway: ${base}/`);
    // A link signs in to a desk that is built; a page that says how to build it needs none.
    const link = `, signed in once and on this machine alone: ${base}/desk#link=bhl_\\S+`;
    expect(desk).toMatch(new RegExp(`^Desk${HAS_DESK ? link : `: ${base}/desk`}$`));
    expect(answers).toBe('Answers: the agent librarian; no model, since no provider’s key is set');
    expect(key).toMatch(/^Admin key.*: bha_\S+$/);
    expect(database).toBe('The database was made.');
    expect(more.join('').replace('^C', '')).toBe('');
  });

  it('lines are JSON where that is asked for', OUTER, async () => {
    const program = programs.runInTerminal(['--port', '0', '--data', await folder('json')], {
      env: { BELLHOP_LOG_FORMAT: 'json' },
    });
    await program.said(/No agent answers yet/);
    program.child.stdin?.write(CTRL_C);
    await program.exit;
    expect(program.output()).toContain('"event":"migration_applied"');
    expect(program.output()).toContain('"event":"gateway_started"');
  });
});

describe('the log', () => {
  const settings = (env: Record<string, string>, isTerminal: boolean) => {
    const { logFormat, logLevel } = readSettings([], env, isTerminal);
    return [logFormat, logLevel];
  };

  it('is words and warnings for a terminal, and all lines as JSON elsewhere', () => {
    expect(settings({}, true)).toEqual(['text', 'warn']);
    expect(settings({}, false)).toEqual(['json', 'info']);
  });

  it('is what the operator says, for either', () => {
    expect(settings({ BELLHOP_LOG_FORMAT: 'json' }, true)).toEqual(['json', 'info']);
    expect(settings({ BELLHOP_LOG_FORMAT: 'text' }, false)).toEqual(['text', 'info']);
    expect(settings({ BELLHOP_LOG_LEVEL: 'info' }, true)).toEqual(['text', 'info']);
  });
});
