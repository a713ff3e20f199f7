// What is published, tried as those who get it would: the package from its tarball, the image's folder as the container
// starts it. Needs npm's registry.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../test/rings.ts';
import { findOldNode } from './old-node.ts';

const ROOT = join(import.meta.dirname, '../..');
const ADMIN_KEY = randomBytes(24).toString('hex');

const AGENT = `import type { AgentModule } from 'bellhop-gateway/agent';

export default {
  name: 'hello',
  agent: {
    async *turn({ history }) {
      yield { kind: 'message', blocks: [{ type: 'text', text: \`Heard \${history.length}.\` }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  },
} satisfies AgentModule;
`;

let directory: string;
let started: ChildProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-package-'));
  // Another account runs the image.
  await chmod(directory, 0o755);
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

function run(cwd: string, program: string, args: readonly string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

function must(cwd: string, program: string, args: readonly string[], env = {}): string {
  const { status, stdout, stderr } = run(cwd, program, args, env);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

interface Listening {
  base: string;
  /** Resolves to the exit code. */
  stop(): Promise<number | null>;
}

function listen(
  cwd: string,
  program: string,
  args: readonly string[],
  as = {},
): Promise<Listening> {
  const { PATH = '', HOME = cwd } = process.env;
  const child = spawn(program, [...args], {
    cwd,
    env: { PATH, HOME, BELLHOP_ADMIN_KEY: ADMIN_KEY, NODE_ENV: 'production' },
    ...as,
  });
  started.push(child);
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk;
        const base = /http:\/\/[\w.]+:\d+/.exec(said)?.[0];
        if (base === undefined) return;
        resolve({
          base: base.replace('0.0.0.0', '127.0.0.1'),
          stop: () => {
            child.kill('SIGTERM');
            return exit;
          },
        });
      });
    }
    exit.then(() => reject(new Error(said)));
  });
}

async function post(base: string, path: string, token: string, body: unknown) {
  const reply = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await reply.json()) as Record<string, string>;
}

/** One question to the agent `name`, and its answer as it stands in the log. */
async function ask(base: string, name?: string): Promise<string> {
  const script = [[{ say: 'Good evening!' }]];
  const wish = name === undefined ? { agent: 'scripted', script } : { agent: name };
  const { session_id } = await post(base, '/admin/sessions', ADMIN_KEY, wish);
  const { token = '' } = await post(base, `/admin/sessions/${session_id}/tokens`, ADMIN_KEY, {});
  const path = `/v1/sessions/${session_id}/events`;
  await post(base, path, token, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: 'Hello' }] }],
  });
  for (;;) {
    const reply = await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    const text = await reply.text();
    if (text.includes('session.status_idle')) return text;
    await new Promise((done) => setTimeout(done, 50));
  }
}

describe('the package', OUTER, () => {
  let folder: string;
  let packed: string;
  /** Where npx finds it. */
  const bin = () => join(folder, 'node_modules/.bin/bellhop-gateway');

  beforeAll(async () => {
    folder = join(directory, 'project');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    must(ROOT, 'npm', ['run', '--silent', 'build:gateway']);
    const [tarball = ''] = must(join(ROOT, 'gateway/dist'), 'npm', [
      'pack',
      '--silent',
      '--pack-destination',
      directory,
    ]).split('\n');
    packed = join(directory, tarball.trim());
    must(folder, 'npm', ['install', '--no-audit', '--no-fund', packed]);
  });

  it('teaches by --help, and by its refusals', () => {
    const help = must(folder, process.execPath, [bin(), '--help']);
    expect(help).toMatch(/Usage: bellhop-gateway/);
    expect(help).toMatch(/backup FILE/);
    const refused = run(folder, process.execPath, [bin(), '--prot', '1']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('--prot');
  });

  it.skipIf(findOldNode() === null)(
    'says in one sentence that a Node is too old, also for --help (where this machine has one below 22.19)',
    () => {
      const said = run(folder, findOldNode() ?? '', [bin(), '--help']);
      expect(said).toMatchObject({ status: 1, stdout: '' });
      expect(said.stderr).toMatch(/^bellhop-gateway needs Node 22\.19 or later.*\n$/);
    },
  );

  it('answers with an agent of one’s own, and its data can be backed up and moved', async () => {
    await writeFile(
      join(folder, 'hello.mjs'),
      AGENT.replace(/import type.*\n/, '').replace(' satisfies AgentModule', ''),
    );
    const args = [bin(), '--port', '0', '--data', 'data', '--agent', './hello.mjs'];
    const gateway = await listen(folder, process.execPath, args);
    expect(await ask(gateway.base, 'hello')).toMatch(/Heard \d/);
    expect(await gateway.stop()).toBe(0);
    const saved = run(folder, process.execPath, [bin(), 'backup', 'all.gz', '--data', 'data']);
    expect(saved.stderr).toMatch(/Backed up \d+ rows: 1 sessions/);
    const restored = run(folder, process.execPath, [bin(), 'restore', 'all.gz', '--data', 'moved']);
    expect(restored.stderr).toMatch(/Restored \d+ rows: 1 sessions/);
    const again = await listen(folder, process.execPath, [bin(), '--port', '0', '--data', 'moved']);
    expect(await ask(again.base)).toContain('Good evening!');
    expect(await again.stop()).toBe(0);
  });

  it('has types for an agent and for a program around it, for a strict project', async () => {
    await writeFile(join(folder, 'agent.ts'), AGENT);
    await writeFile(
      join(folder, 'program.ts'),
      `import { createGateway, openDatabase } from 'bellhop-gateway';
const gateway = await createGateway({ db: await openDatabase(), options: { adminKey: 'x' } });
export const reply: Response = await gateway.request('/healthz');
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
    const checks = [
      '--skipLibCheck',
      '--types',
      'node',
      '--typeRoots',
      join(ROOT, 'node_modules/@types'),
    ];
    must(folder, join(ROOT, 'node_modules/.bin/tsc'), [
      ...options,
      ...checks,
      'agent.ts',
      'program.ts',
    ]);
  });

  it('has nothing that publint or are-the-types-wrong complain of', async () => {
    const tarball = await readFile(packed);
    const { messages } = await publint({
      pack: { tarball: Uint8Array.from(tarball).buffer },
      strict: true,
    });
    expect(messages).toEqual([]);
    const result = await checkPackage(createPackageFromTarballData(tarball));
    expect(result.types).toMatchObject({ kind: 'included' });
    // ES modules alone: Node 22 and later take them by require(), too. Older rules of resolution know no `exports`.
    const problems = ('problems' in result ? result.problems : []).filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems).toEqual([]);
  });

  it('brings its licence, can be found by its words, and names no script that an install would run', async () => {
    const at = join(folder, 'node_modules/bellhop-gateway');
    const manifest = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
    expect(manifest.scripts).toBeUndefined();
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest.keywords).toContain('ai-agent');
    expect(existsSync(join(at, 'LICENSE'))).toBe(true);
    expect(existsSync(join(at, 'deploy/compose.yaml'))).toBe(true);
  });
});

describe('the image', OUTER, () => {
  const folder = () => join(directory, 'app');
  /** Whoever starts this as root tries it as nobody, like the container. */
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  beforeAll(() => {
    must(ROOT, process.execPath, ['gateway/deploy/make-image.mjs', folder()]);
  });

  it('starts as the Dockerfile says, without rights of root, and is found healthy', async () => {
    const dockerfile = await readFile(join(ROOT, 'gateway/deploy/Dockerfile'), 'utf8');
    const [, entry = '[]'] = /ENTRYPOINT (\[.*\])/.exec(dockerfile) ?? [];
    const data = join(directory, 'data');
    await mkdir(data, { mode: 0o777 });
    await chmod(data, 0o777);
    const here = (text: string) => text.replace(/^\/app/, folder()).replace(/^\/data$/, data);
    const [, ...args] = (JSON.parse(entry) as string[]).map(here);
    const gateway = await listen(data, process.execPath, [...args, '--port', '0'], nobody);
    expect(await ask(gateway.base)).toContain('Good evening!');
    const look = (port: string) =>
      run(data, process.execPath, [join(folder(), 'healthcheck.mjs')], { GATEWAY_PORT: port });
    const { port } = new URL(gateway.base);
    expect(look(port).status).toBe(0);
    expect(await gateway.stop()).toBe(0);
    expect(look(port)).toMatchObject({ status: 1, stderr: expect.stringContaining('not well') });
  });

  it('holds nothing that only the work on it needs', () => {
    for (const name of ['vite', 'typescript', 'vitest', 'playwright-core', 'bellhop-gateway']) {
      expect(existsSync(join(folder(), 'node_modules', name)), name).toBe(false);
    }
  });
});
