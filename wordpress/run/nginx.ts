// WordPress as most hosts serve it: nginx before php-fpm, both Debian's, in a folder that goes away with them. Unlike PHP's own
// server, php-fpm can end a response and go on (`fastcgi_finish_request`), keeps opcodes, and replaces a worker that has died.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Missing } from './missing.ts';
import { installPackages } from './php.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';

export interface NginxOptions {
  /** Keeps a reply until it is whole, as proxies do that ignore what an application asks for. */
  holdsBack?: boolean;
  /** Paths that answer everybody with a 403. */
  closes?: readonly string[];
  /** Functions that the host has taken away. */
  disabledFunctions?: readonly string[];
}

interface Place {
  port: number;
  /** What is served. */
  root: string;
  workers: number;
  /** Where PHP writes its complaints. */
  errorLog: string;
}

const SBIN = '/usr/sbin';

/** Programs of both. @throws Missing */
export function ensureNginx(): { nginx: string; fpm: string } {
  const found = () => {
    const fpm = existsSync(SBIN) ? readdirSync(SBIN).find((name) => /^php-fpm\d/.test(name)) : '';
    const nginx = join(SBIN, 'nginx');
    return fpm && existsSync(nginx) ? { nginx, fpm: join(SBIN, fpm) } : null;
  };
  if (found() === null) installPackages(['nginx', 'php-fpm']);
  const programs = found();
  if (programs !== null) return programs;
  throw new Missing('nginx or php-fpm is not there, and no apt to install them as root.');
}

export function startNginx(place: Place, options: NginxOptions = {}): ProcessGroup {
  const { nginx, fpm } = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-nginx-'));
  const socket = join(folder, 'php');
  const isRoot = process.getuid?.() === 0;
  const log = join(folder, 'fpm.log');
  const fpmFile = join(folder, 'fpm.conf');
  writeFileSync(fpmFile, fpmConfig({ ...place, ...options, socket, log, isRoot }));
  const nginxFile = join(folder, 'nginx.conf');
  writeFileSync(nginxFile, nginxConfig({ ...place, ...options, socket, folder, isRoot }));
  const checked = spawnSync(nginx, ['-t', '-p', folder, '-c', nginxFile], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`nginx refuses its configuration: ${checked.stderr}`);
  const php = startGroup(fpm, [...(isRoot ? ['-R'] : []), '--nodaemonize', '-y', fpmFile]);
  const web = startGroup(nginx, ['-p', folder, '-c', nginxFile]);
  return {
    said: () => web.said() + (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    hasEnded: () => web.hasEnded() || php.hasEnded(),
    async close() {
      await Promise.all([web.close(), php.close()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function fpmConfig(
  given: Place & NginxOptions & { socket: string; log: string; isRoot: boolean },
): string {
  const { socket, log, isRoot, workers, errorLog, disabledFunctions = [] } = given;
  return `[global]
daemonize = no
error_log = ${log}
[www]
${isRoot ? 'user = root\ngroup = root' : ''}
listen = ${socket}
listen.mode = 0666
pm = static
pm.max_children = ${workers}
clear_env = no
php_admin_value[memory_limit] = 256M
php_admin_flag[display_errors] = off
php_admin_flag[log_errors] = on
php_admin_value[error_log] = ${errorLog}
php_admin_value[opcache.revalidate_freq] = 0
php_admin_value[disable_functions] = ${disabledFunctions.join(',')}
`;
}

function nginxConfig(
  given: Place & NginxOptions & { socket: string; folder: string; isRoot: boolean },
): string {
  const { port, root, socket, folder, isRoot, holdsBack = false, closes = [] } = given;
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  );
  return `daemon off;
${isRoot ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'pid')};
error_log stderr warn;
events { worker_connections 512; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_max_body_size 64m;
${places.join('\n')}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    index index.php;
${closes.map((path) => `    location ^~ ${path} { return 403; }`).join('\n')}
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php(/|$) {
      fastcgi_split_path_info ^(.+?\\.php)(/.*)?$;
      include /etc/nginx/fastcgi.conf;
      fastcgi_param PATH_INFO $fastcgi_path_info;
      fastcgi_pass unix:${socket};
      fastcgi_read_timeout 300s;
      ${holdsBack ? 'fastcgi_ignore_headers X-Accel-Buffering;' : ''}
    }
  }
}
`;
}
