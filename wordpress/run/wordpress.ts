// A real WordPress on a free port: a copy of its own, SQLite, PHP's server, and wp-cli to drive it. Knows nothing of the plugin.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApacheOptions, startApache } from './apache.ts';
import { type NginxOptions, startNginx } from './nginx.ts';
import { ensureParts, type WordPressVersion } from './parts.ts';
import { ensurePhp } from './php.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';

export interface WordPressOptions {
  version?: WordPressVersion;
  /** 0: any free one. */
  port?: number;
  /** '' or as in '/blog'. */
  base?: string;
  /** Addresses like ?page_id=2 instead of /sample-page/. */
  hasPlainAddresses?: boolean;
  isMultisite?: boolean;
  title?: string;
  /** DB_HOST of a MySQL or MariaDB with an empty database `wordpress`; without it SQLite. */
  databaseHost?: string;
  /** Processes of PHP: 4 unless told. */
  workers?: number;
  /** nginx and php-fpm in place of PHP's own server. Without a subfolder, a network or a page cache. */
  nginx?: NginxOptions;
  /** Apache and php-cgi, likewise. */
  apache?: ApacheOptions;
}

export interface WordPress {
  /** The home address, without a slash at the end. */
  url: string;
  /** Where wp-config.php lies. */
  dir: string;
  admin: { user: string; password: string };
  wp(...args: string[]): Promise<string>;
  /** Runs PHP inside WordPress and gives what it prints. */
  run(php: string): Promise<string>;
  /** A must-use plugin, at work from the next request on. Null takes it away. */
  putPlugin(name: string, php: string | null): void;
  /** What a page cache serves for a path from now on; null: nothing. */
  cachePage(path: string, html: string | null): void;
  /** Everything that PHP and WordPress have complained about. */
  debugLog(): string;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 300_000;
const WP_CLI_TIMEOUT_MS = 300_000;

/** @throws Missing where this machine can't have it. */
export async function startWordPress(options: WordPressOptions = {}): Promise<WordPress> {
  const { version, base = '', isMultisite = false, title = 'A real WordPress' } = options;
  const php = ensurePhp();
  const parts = ensureParts(version);
  const port = options.port || (await freePort());
  const root = mkdtempSync(join(tmpdir(), 'bellhop-wordpress-'));
  const site = join(root, 'site');
  const dir = site + base;
  const cache = join(root, 'page-cache');
  const url = `http://127.0.0.1:${port}${base}`;
  const admin = { user: 'admin', password: 'let-me-in-please' };
  mkdirSync(cache);
  copyCore(parts.wordpress, dir);
  if (options.databaseHost === undefined) putDatabase(parts.sqlite, dir);
  cpSync(join(import.meta.dirname, 'quiet.php'), join(dir, 'wp-content/mu-plugins/quiet.php'));

  const wp = (...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const all = ['-d', 'memory_limit=512M', '-d', 'error_reporting=E_ALL & ~E_DEPRECATED'];
      execFile(
        php,
        [...all, parts.wpCli, '--allow-root', `--path=${dir}`, '--no-color', ...args],
        {
          timeout: WP_CLI_TIMEOUT_MS,
          maxBuffer: 16 * 1024 * 1024,
          env: { ...process.env, WP_CLI_CACHE_DIR: join(root, 'wp-cli'), PAGER: 'cat' },
        },
        (error, stdout, stderr) => {
          if (error === null) return resolve(stdout.trim());
          reject(new Error(`wp ${args.join(' ')}: ${stderr || stdout || error.message}`));
        },
      );
    });

  const log = join(dir, 'wp-content/debug.log');
  let server: ProcessGroup | null = null;
  // If this process is stopped in the middle of a start, remove the folder all the same.
  const remove = (): void => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  const close = async (): Promise<void> => {
    await server?.close();
    process.off('exit', remove);
    remove();
  };

  try {
    writeConfig(
      join(dir, 'wp-config.php'),
      isMultisite ? { port, base } : null,
      options.databaseHost,
    );
    const account = ['--admin_user=admin', `--admin_password=${admin.password}`];
    const install = [
      ...[`--title=${title}`, ...account, '--admin_email=admin@example.com', '--skip-email'],
    ];
    if (isMultisite) {
      await wp(
        'core',
        'multisite-install',
        `--url=${url}`,
        `--base=${base}/`,
        ...install,
        '--skip-config',
      );
    } else {
      await wp('core', 'install', `--url=${url}`, ...install);
    }
    if (!options.hasPlainAddresses) await wp('rewrite', 'structure', '/%postname%/', '--quiet');
    const place = { port, root: site, workers: options.workers ?? 4, errorLog: log };
    server =
      options.apache !== undefined
        ? startApache(place, options.apache)
        : options.nginx === undefined
          ? startPhp(php, place, {
              BELLHOP_WP_BASE: base,
              BELLHOP_PAGE_CACHE: cache,
              BELLHOP_WP_IS_NETWORK: isMultisite ? '1' : '',
            })
          : startNginx(place, options.nginx);
    await answers(`${url}/wp-login.php`, server);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    url,
    dir,
    admin,
    wp,
    run: (code) => wp('eval', code),
    putPlugin(name, code) {
      const folder = join(dir, 'wp-content/mu-plugins');
      const file = join(folder, `${name}.php`);
      mkdirSync(folder, { recursive: true });
      if (code === null) rmSync(file, { force: true });
      else writeFileSync(file, code);
    },
    cachePage(path, html) {
      const file = join(
        cache,
        `${createHash('md5')
          .update(base + path)
          .digest('hex')}.html`,
      );
      if (html === null) rmSync(file, { force: true });
      else writeFileSync(file, html);
    },
    debugLog: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    close,
  };
}

/** PHP's own server. One of its processes may take a second request in before it has answered the first, which then waits. */
function startPhp(
  php: string,
  { port, root, workers, errorLog }: Parameters<typeof startNginx>[0],
  environment: Record<string, string>,
): ProcessGroup {
  return startGroup(
    php,
    [
      ...['-d', 'memory_limit=256M', '-d', 'display_errors=0', '-d', 'log_errors=1'],
      // A file that a test has changed counts from the next request on.
      ...['-d', 'opcache.revalidate_freq=0', '-d', `error_log=${errorLog}`],
      ...['-S', `127.0.0.1:${port}`, '-t', root, join(import.meta.dirname, 'router.php')],
    ],
    {
      cwd: root,
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: String(workers), ...environment },
    },
  );
}

/** Without the bundled plugins and all themes but the newest. */
function copyCore(from: string, to: string): void {
  const LEFT_OUT =
    /wp-content\/(plugins\/(akismet|hello\.php|wordpress-importer)|themes\/twentytwenty(two|three|one)?$|database)/;
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !LEFT_OUT.test(path.replaceAll('\\', '/')),
  });
}

function putDatabase(sqlite: string, dir: string): void {
  const folder = join(dir, 'wp-content/mu-plugins/sqlite-database-integration');
  cpSync(sqlite, folder, { recursive: true });
  const dropIn = readFileSync(join(sqlite, 'db.copy'), 'utf8')
    .replaceAll('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', folder)
    .replaceAll('{SQLITE_PLUGIN}', 'sqlite-database-integration/load.php');
  writeFileSync(join(dir, 'wp-content/db.php'), dropIn);
}

function writeConfig(
  file: string,
  network: { port: number; base: string } | null,
  databaseHost: string | undefined,
): void {
  const constants: Record<string, string | number | boolean> = {
    DB_NAME: 'wordpress',
    DB_USER: databaseHost === undefined ? 'nobody' : 'root',
    DB_PASSWORD: '',
    DB_HOST: databaseHost ?? 'nowhere',
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    ...Object.fromEntries(
      ['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT']
        .concat(['SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'])
        .map((name) => [name, crypto.randomUUID()]),
    ),
    // Cron runs when it is told to; nothing leaves this machine.
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
    WP_ENVIRONMENT_TYPE: 'local',
    WP_DEBUG: true,
    WP_DEBUG_LOG: true,
    WP_DEBUG_DISPLAY: false,
    ...(network === null
      ? {}
      : {
          WP_ALLOW_MULTISITE: true,
          MULTISITE: true,
          SUBDOMAIN_INSTALL: false,
          DOMAIN_CURRENT_SITE: `127.0.0.1:${network.port}`,
          PATH_CURRENT_SITE: `${network.base}/`,
          SITE_ID_CURRENT_SITE: 1,
          BLOG_ID_CURRENT_SITE: 1,
        }),
  };
  const lines = Object.entries(constants).map(
    ([name, value]) =>
      `define( '${name}', ${typeof value === 'string' ? `'${value}'` : String(value)} );`,
  );
  // A network's constants must not stand there while it is installed.
  writeFileSync(
    file,
    `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`,
  );
}

async function answers(url: string, server: ProcessGroup): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && !server.hasEnded()) {
    const isUp = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status < 500,
      () => false,
    );
    if (isUp) return;
    await sleep(50);
  }
  throw new Error(`WordPress does not answer at ${url}: ${server.said()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
