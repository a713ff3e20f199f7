// PHP 7.4, the oldest that the plugin takes and too old for package managers: as WebAssembly, from the npm registry. It runs
// PHP's own code on a folder of this machine; it has no network.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Missing } from './missing.ts';
import { CACHE } from './parts.ts';

export interface Php74 {
  /** Runs code that begins with `<?php`. */
  run(code: string): Promise<PhpReply>;
  /** Answers a request by a script of the folder. */
  request(script: string, asked: PhpRequest): Promise<PhpReply>;
  close(): void;
}

export interface PhpRequest {
  /** Path and query, as in /wp-json/ or /?p=1. */
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface PhpReply {
  status: number;
  text: string;
  headers: Record<string, string[]>;
  /** What PHP has complained about. */
  errors: string;
}

/** The little of the package's own types that is used here. */
interface Runtime {
  mkdir(path: string): void;
  mount(path: string, handler: (php: unknown, fs: Fs, path: string) => () => void): Promise<void>;
  run(request: Record<string, unknown>): Promise<{
    httpStatusCode: number;
    text: string;
    headers: Record<string, string[]>;
    errors: string;
  }>;
  exit(): void;
}
interface Fs {
  filesystems: { NODEFS: unknown };
  mount(kind: unknown, options: { root: string }, path: string): void;
  unmount(path: string): void;
}
interface Universal {
  PHP: new (id: unknown) => Runtime;
  loadPHPRuntime(loader: unknown, options: object): Promise<unknown>;
}

const LOCK = join(import.meta.dirname, 'php-7.4');

/** @param folder Seen by PHP under the same path. @param host As in 127.0.0.1:8080. @throws Missing */
export async function startPhp74(folder: string, host: string): Promise<Php74> {
  const modules = join(ensurePhp74(), 'node_modules/@php-wasm');
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(modules, path)).href);
  const { PHP, loadPHPRuntime } = (await load('universal/index.js')) as Universal;
  const { getPHPLoaderModule } = (await load('node-7-4/index.js')) as {
    getPHPLoaderModule(): Promise<unknown>;
  };
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), {}));
  php.mkdir(folder);
  await php.mount(folder, (_php, fs, path) => {
    fs.mount(fs.filesystems.NODEFS, { root: folder }, path);
    return () => fs.unmount(path);
  });
  const send = async (request: Record<string, unknown>): Promise<PhpReply> => {
    const { httpStatusCode, text, headers, errors } = await php.run(request);
    return { status: httpStatusCode, text, headers, errors };
  };
  return {
    run: (code) => send({ code, $_SERVER: { HTTP_HOST: host } }),
    request: (script, { path, method = 'GET', headers = {}, body }) =>
      send({
        scriptPath: join(folder, script),
        relativeUri: path,
        protocol: 'http',
        method,
        headers: { host, ...headers },
        ...(body === undefined ? {} : { body }),
        $_SERVER: { DOCUMENT_ROOT: folder, SCRIPT_NAME: `/${script}`, PHP_SELF: `/${script}` },
      }),
    close: () => php.exit(),
  };
}

/** Installed once, as the lock file has it: by version and hash. @throws Missing */
export function ensurePhp74(): string {
  const lock = join(LOCK, 'package-lock.json');
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 12);
  const folder = join(CACHE, `php-7.4-${hash}`);
  if (existsSync(folder)) return folder;
  console.log('Fetching PHP 7.4…');
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    cpSync(LOCK, scratch, { recursive: true });
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--silent', '--no-audit'], {
      cwd: scratch,
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Missing('PHP 7.4 could not be fetched from the npm registry.');
    if (!existsSync(folder)) renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}
