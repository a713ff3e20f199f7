// A project of its own in a temporary folder, as a user of Bellhop has one: with the package from its tarball, and everything
// else from the registry.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const BY_TEST_RUNNER = /^(VITEST|NODE_ENV|BASE_URL|MODE|DEV|PROD|SSR|TEST)/;
const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];

/** The environment of a terminal: without what the test runner has set, which builds and servers would read. */
export const terminalEnv = (own: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !BY_TEST_RUNNER.test(name))),
  ...own,
});

/** Runs a command to its end. @throws Error with all that it said */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): string {
  const options = { cwd, encoding: 'utf8', env: terminalEnv(env), maxBuffer: 64 << 20 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}\n${error ?? ''}`);
}

/** Packs the package of this folder as it would be published. @returns the tarball's path */
export function packTarball(destination: string, from = ROOT): string {
  const into = mkdtempSync(join(destination, 'packed-'));
  run('npm', ['pack', '--ignore-scripts', `--pack-destination=${into}`], from);
  const [name = ''] = readdirSync(into);
  return join(into, name);
}

export interface Project {
  folder: string;
  write(path: string, text: string): void;
  run(command: string, args: readonly string[], env?: Record<string, string>): string;
  /** Starts a server and waits for this line of its output. @returns what of it matched */
  start(
    command: string,
    args: readonly string[],
    line: RegExp,
    env?: Record<string, string>,
  ): Promise<string>;
  close(): Promise<void>;
}

/** @param packages names for npm, and paths of tarballs */
export function createProject(packages: readonly string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-project-'));
  const ends: (() => Promise<void>)[] = [];
  const project: Project = {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    run: (command, args, env) => run(command, args, folder, env),
    start(command, args, line, env) {
      // A group of its own: a server's command may start others, and all of them must end.
      const child = spawn(command, args, { cwd: folder, env: terminalEnv(env), detached: true });
      const gone = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
      ends.push(async () => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
        await gone;
      });
      return new Promise((resolve, reject) => {
        let said = '';
        const hear = (piece: Buffer) => {
          said += piece;
          const [found] = line.exec(said) ?? [];
          if (found !== undefined) resolve(found);
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.once('error', reject);
        child.once('exit', () => reject(new Error(`${command} ${args.join(' ')} ended:\n${said}`)));
      });
    },
    async close() {
      await Promise.all(ends.map((end) => end()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    project.write('package.json', '{"private":true,"type":"module"}');
    project.run('npm', ['install', ...QUIET, ...packages]);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return project;
}
