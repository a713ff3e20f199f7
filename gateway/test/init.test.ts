// `bellhop-gateway init`: which files there are afterwards, what stands in them, and what was asked for that.

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { prepareFolder } from '../../test/doubles/memory-database.ts';
import { OUTER } from '../../test/rings.ts';
import { firstSite, siteLines } from '../cli/first-site.ts';
import { readAnswers } from '../cli/init/answers.ts';
import { runInit } from '../cli/init/init.ts';
import { readSettings } from '../cli.ts';
import { createPrograms } from './program.ts';

const ROOM = join(import.meta.dirname, '..');
const SITE = 'https://shop.example';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-init-'));
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

async function init(name: string, ...args: string[]) {
  const folder = join(directory, name);
  const lines: string[] = [];
  const code = await runInit(['--dir', folder, ...args], {
    env: {},
    isTerminal: false,
    place: { program: ROOM, bin: join(ROOM, 'bin.ts'), node: '/usr/bin/node' },
    print: (line) => lines.push(line),
  });
  const text = (file: string) => readFile(join(folder, file), 'utf8');
  return { folder, code, said: lines.join('\n'), text, env: parseEnv(await text('.env')) };
}

describe('init', () => {
  it('writes settings that a gateway takes, for their owner alone, and makes the first site', async () => {
    await prepareFolder(join(directory, 'here/.data'));
    const { folder, code, said, env } = await init(
      'here',
      '--site',
      `${SITE}/a/page`,
      '--model-key',
      'sk-ant-one',
    );
    expect(code).toBe(0);
    expect(said).toContain(`Wrote ${join(folder, '.env')}`);
    expect(said).toMatch(/The site https:\/\/shop\.example is registered|<script async src=/);
    expect(said).not.toContain(env.BELLHOP_ADMIN_KEY);
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
    expect(env).toMatchObject({ ANTHROPIC_API_KEY: 'sk-ant-one', BELLHOP_FIRST_SITE: SITE });
    expect(readSettings([], env)).toMatchObject({
      host: '127.0.0.1',
      adminKey: expect.stringMatching(/^[0-9a-f]{48}$/),
      allowedOrigins: [SITE],
      firstSite: { origin: SITE, gateway: 'http://localhost:4320' },
    });
  });

  it('touches nothing that is there, unless it is told to, and keeps its secrets then', async () => {
    const first = await init('twice', '--site', SITE, '--run', 'compose');
    await expect(
      init('twice', '--site', 'https://two.example', '--run', 'systemd'),
    ).rejects.toThrow(`${join(first.folder, '.env')} is there already`);
    expect(await readdir(first.folder)).toEqual(['.env', 'compose.yaml']);
    const again = await init(
      'twice',
      '--site',
      'https://two.example',
      '--run',
      'compose',
      '--force',
    );
    expect(again.env).toMatchObject({
      BELLHOP_ADMIN_KEY: first.env.BELLHOP_ADMIN_KEY,
      POSTGRES_PASSWORD: first.env.POSTGRES_PASSWORD,
      BELLHOP_ALLOWED_ORIGINS: 'https://two.example',
    });
    const other = await init('other', '--site', SITE, '--run', 'compose');
    expect(other.env.BELLHOP_ADMIN_KEY).not.toBe(first.env.BELLHOP_ADMIN_KEY);
  });

  it('writes a compose file that passes on every setting that it has written', async () => {
    const url = 'https://chat.shop.example';
    const { text, env } = await init('compose', '--site', SITE, '--url', url, '--run', 'compose');
    const { services } = parse(await text('compose.yaml'));
    expect(services.gateway.build).toEqual({
      context: join(ROOM, '..'),
      dockerfile: 'gateway/deploy/Dockerfile',
    });
    const wanted = JSON.stringify(services);
    expect(Object.keys(env).filter((name) => !wanted.includes(`\${${name}`))).toEqual([]);
    expect(env.BELLHOP_TRUSTED_PROXIES).toBe('172.16.0.0/12');
  });

  it('writes a unit of systemd with the paths of this place', async () => {
    const { text, folder, said } = await init('systemd', '--site', SITE, '--run', 'systemd');
    const unit = await text('bellhop-gateway.service');
    expect(unit).toContain(`\nEnvironmentFile=${join(folder, '.env')}\n`);
    expect(unit).toContain(`\nExecStart=/usr/bin/node ${join(ROOM, 'bin.ts')} --data /var/lib/`);
    expect(said).toContain('systemctl enable --now bellhop-gateway');
  });
});

describe('what init has to know', () => {
  const answers = (args: string[], said: string[] | null) => {
    const asked: string[] = [];
    const told: string[] = [];
    const ask = async (text: string) => {
      asked.push(text);
      return said?.shift() ?? '';
    };
    const read = readAnswers(args, {}, said === null ? null : ask, (line) => told.push(line));
    return { read, asked, told };
  };

  it('is asked in four questions, and again where an answer can’t be used', async () => {
    const { read, asked, told } = answers([], ['shop', SITE, '', 'compose', 'sk-proj-two']);
    expect(await read).toMatchObject({
      site: SITE,
      url: 'http://localhost:4320',
      way: 'compose',
      model: { variable: 'OPENAI_API_KEY', key: 'sk-proj-two' },
    });
    expect(asked).toHaveLength(5);
    expect(new Set(asked).size).toBe(4);
    expect(told).toEqual(['--site must be an address like https://shop.example, not “shop”.']);
  });

  it('is asked for no more than what no option says', async () => {
    const { read, asked } = answers(['--site', SITE, '--run', 'here', '--model-key', 'none'], []);
    expect(await read).toMatchObject({ way: 'here', model: null });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [[], '--site must be'],
    [['--site', SITE, '--run', 'docker'], '--run must be one of here, compose, systemd'],
    [['--site', SITE, '--model-key', 'a\nb=c'], 'no key of a provider'],
    [['--sight', SITE], '--sight'],
  ])('is refused in words where nobody can be asked: %j', async (args, words) => {
    await expect(answers(args, null).read).rejects.toThrow(words);
  });
});

describe('the first site', () => {
  const make = async (replies: Record<string, unknown>) => {
    const asked: string[] = [];
    const made = await firstSite({
      adminKey: 'key',
      origin: SITE,
      gateway: 'https://chat.example',
      async ask(path, { method, body }) {
        asked.push(`${method} ${path} ${body ?? ''}`.trim());
        return Response.json(replies[`${method} ${path}`] ?? {});
      },
    });
    return { made, asked };
  };

  it('has the tag with its public id, and takes the pages of its origin alone', async () => {
    const { made, asked } = await make({
      'GET /admin/sites?limit=1': { data: [] },
      'POST /admin/sites': { client_id: 'client_1', public_id: 'pub_1' },
    });
    expect(made === null ? [] : siteLines(made, SITE)).toEqual([
      'Put this into the pages of https://shop.example:',
      '  <script async src="https://chat.example/bellhop.js" data-site="pub_1"></script>',
    ]);
    expect(asked.at(-1)).toBe(
      'POST /admin/sites {"name":"shop.example","allowed_origins":["https://shop.example"]}',
    );
  });

  it('is not made where there is a site', async () => {
    const { made, asked } = await make({ 'GET /admin/sites?limit=1': { data: [{}] } });
    expect(made).toBe(null);
    expect(asked).toHaveLength(1);
  });

  it('is made by a first start, where the settings name it', OUTER, async () => {
    const programs = createPrograms();
    const data = join(directory, 'first-start');
    await prepareFolder(data);
    const program = programs.run(['--port', '0', '--data', data], {
      env: { BELLHOP_FIRST_SITE: SITE },
    });
    await program.said(/data-site="site_pk_/);
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    programs.close();
  });
});
