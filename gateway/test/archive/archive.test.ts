import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyImage, openMemoryDatabase } from '../../../test/doubles/memory-database.ts';
import { OUTER } from '../../../test/rings.ts';
import { runArchiveCommand } from '../../archive/commands.ts';
import { readArchive } from '../../archive/read-archive.ts';
import { writeArchive } from '../../archive/write-archive.ts';
import { openDatabase, openUnmigrated } from '../../kernel/db/open.ts';
import type { Db } from '../../kernel/db/types.ts';
import { createHarness, type Harness } from '../harness.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

/** Above 2^53, where JavaScript's numbers have gaps. */
const CREDITS = '9007199254740993001';

let source: Harness;
let directory: string;
let text: string;
/** Stays empty. */
let refusing: Db;
/** Filled from the archive. */
let filled: Db;
const open: Db[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-archive-'));
  source = await createHarness();
  await source.admin('PATCH', '/admin/projects/default', `{"credits_nano": ${CREDITS}}`);
  const site = await source.admin('POST', '/admin/sites', { name: 'Shop “am Eck”' });
  const session = await source.session({
    client_id: site.body.client_id,
    script: [[{ say: 'zwei\u2028Zeilen \\ "und" 🛎' }], [{ call: [{ name: 'cart' }] }]],
  });
  await session.say('line\nbreak \0 NUL');
  await source.settled();
  await session.say('buy');
  await source.settled();
  text = await archiveOf(source.db);
  refusing = await openMemoryDatabase();
  filled = await openUnmigrated({ image: await emptyImage() });
  open.push(refusing, filled);
});
afterAll(async () => {
  await source.close();
  for (const db of open) await db.close();
  await rm(directory, { recursive: true, force: true });
});

async function archiveOf(db: Db): Promise<string> {
  let written = '';
  await writeArchive(db, async (more) => {
    written += more;
  });
  return written;
}

async function* linesOf(archive: string) {
  yield* archive.split('\n');
}

async function emptyDatabase(): Promise<Db> {
  const db = await openUnmigrated({ image: await emptyImage() });
  open.push(db);
  return db;
}

/** Row by row, in no particular order. */
const rowsOf = (archive: string) => archive.trim().split('\n').sort();

describe('an archive of a gateway’s data', () => {
  it('fills an empty database with the same rows, every digit and character of them', async () => {
    await readArchive(filled, linesOf(text));
    expect(rowsOf(await archiveOf(filled))).toEqual(rowsOf(text));
    // What two turns have cost is gone from it.
    expect(text).toContain(`"credits_nano":${BigInt(CREDITS) - 6300n}`);
  });

  it('goes on as the same gateway: its tokens hold, a paused run takes its results', async () => {
    const restored = await createHarness({ db: filled, clock: source.clock });
    const [first] = (await source.admin('GET', '/admin/sessions')).body.data;
    const id = String((first as unknown as { session_id: string }).session_id);
    const { token } = (await source.admin('POST', `/admin/sessions/${id}/tokens`, {})).body;
    const path = `/v1/sessions/${id}/events`;
    const { data } = (await restored.call('GET', path, undefined, token)).body;
    const [pending] = (data.at(-1)?.content.tool_use_ids ?? []) as string[];
    const sent = await restored.call(
      'POST',
      path,
      {
        events: [
          {
            type: 'user.tool_result',
            content: [{ type: 'tool_result', tool_use_id: pending, content: 'empty' }],
          },
        ],
      },
      token,
    );
    expect(sent.status).toBe(200);
    await restored.settled();
    const after = (await restored.call('GET', `${path}?limit=100`, undefined, token)).body.data;
    expect(after.at(-1)?.type).toBe('session.status_idle');
    expect(after.length).toBeGreaterThan(data.length);
    await restored.close();
  });

  it('that an earlier version made is brought to this one’s schema', async () => {
    const head = JSON.stringify({ format: 'bellhop-gateway-archive-1', migrations: ['001-core'] });
    const row = `{"table":"projects","row":{"project_id":"old","agent_execution":true,"credits_nano":null,"created_at":1}}`;
    const db = await emptyDatabase();
    await readArchive(db, linesOf(`${head}\n${row}\n{"rows":{"projects":1}}\n`));
    expect(await db.query('SELECT project_id FROM projects')).toEqual([{ project_id: 'old' }]);
    // A column that a later step has added.
    expect(await db.query('SELECT context_window FROM sessions')).toEqual([]);
  });

  it.each([
    ['is none', () => 'hello', /no archive of a gateway/],
    ['was cut off', () => text.split('\n').slice(0, -2).join('\n'), /cut off/],
    ['has lost a row', () => text.replace(/\n\{"table":"events".*/, ''), /\d+ rows of events/],
    ['has a broken line', () => text.replace('\n{"table":"events"', '\n{"tab'), /neither a row/],
    [
      'knows a step of the schema that is to come',
      () => text.replace('001-core', '999-x'),
      /newer/,
    ],
    [
      'names another table',
      () => text.replace('{"table":"runs"', '{"table":"pg_class"'),
      /pg_class/,
    ],
  ])('that %s is refused, and nothing of it stays', async (_, archive, words) => {
    await expect(readArchive(refusing, linesOf(archive()))).rejects.toThrow(words);
    expect(await refusing.query('SELECT project_id FROM projects')).toEqual([]);
  });

  it('never goes into a database that holds something', async () => {
    const before = await archiveOf(source.db);
    await expect(readArchive(source.db, linesOf(text))).rejects.toThrow(/isn't empty/);
    expect(rowsOf(await archiveOf(source.db))).toEqual(rowsOf(before));
  });
});

describe('on the command line', () => {
  const said: string[] = [];
  const run = (command: 'backup' | 'restore', args: string[], env = {}) =>
    runArchiveCommand(command, args, env, (line) => said.push(line));
  const data = () => join(directory, 'data');
  const file = () => join(directory, 'all.gz');

  it('backup and restore say what they moved, and keep the file to its owner', OUTER, async () => {
    const db = await openDatabase({ directory: data() });
    await db.query(`INSERT INTO projects (project_id, created_at) VALUES ('p', 1)`);
    await db.close();
    await run('backup', [file(), '--data', data()]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    await run('restore', [file(), '--data', join(directory, 'other')]);
    expect(said[0]).toMatch(/^Backed up 1 rows/);
    expect(said[1]).toMatch(/^Restored 1 rows/);
    const other = await openDatabase({ directory: join(directory, 'other') });
    expect(await other.query('SELECT project_id FROM projects')).toEqual([{ project_id: 'p' }]);
    await other.close();
  });

  it.each([
    ['backup', [], /Name one file/],
    ['backup', ['a', 'b'], /Name one file/],
    ['backup', ['a', '--dta', 'x'], /--dta/],
    ['backup', ['a', '--data', '/nowhere/at/all'], /no folder/],
    ['restore', ['/nowhere.gz'], /no file/],
  ] as const)('%s %j says what is wrong', async (command, args, words) => {
    await expect(run(command, [...args])).rejects.toThrow(words);
  });

  it('a file that is damaged is refused with words', OUTER, async () => {
    const half = join(directory, 'half.gz');
    await writeFile(half, (await readFile(file())).subarray(0, -12));
    const to = ['--data', join(directory, 'third')];
    await expect(run('restore', [half, ...to])).rejects.toThrow(/damaged|cut off/);
    await writeFile(half, 'no archive');
    await expect(run('restore', [half, ...to])).rejects.toThrow(/damaged/);
  });
});

const bin = findPostgres();

describe.runIf(bin !== null)('between the embedded database and a server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(async () => {
    await server.close();
  });

  it('moves there and back without a difference', async () => {
    const there = await openUnmigrated({ url: await server.newDatabase() });
    open.push(there);
    await readArchive(there, linesOf(text));
    const moved = await archiveOf(there);
    expect(rowsOf(moved)).toEqual(rowsOf(text));
    const back = await emptyDatabase();
    await readArchive(back, linesOf(moved));
    expect(rowsOf(await archiveOf(back))).toEqual(rowsOf(text));
  });
});
