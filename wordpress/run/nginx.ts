// WordPress as most hosts serve it: nginx before php-fpm, both Debian's, in a folder that goes away with them. Unlike PHP's own
// server, php-fpm can end a response and go on (`fastcgi_finish_request`), keeps opcodes, and replaces a worker that has died.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFpm, startFpm } from './fpm.ts';
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

/** @throws Missing */
export function ensureNginx(): { nginx: string } {
  ensureFpm();
  const nginx = '/usr/sbin/nginx';
  if (!existsSync(nginx)) installPackages(['nginx']);
  if (existsSync(nginx)) return { nginx };
  throw new Missing('nginx is not there, and no apt to install it as root.');
}

export function startNginx(place: Place, options: NginxOptions = {}): ProcessGroup {
  const { nginx } = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-nginx-'));
  const socket = join(folder, 'php');
  const isRoot = process.getuid?.() === 0;
  const log = join(folder, 'fpm.log');
  const nginxFile = join(folder, 'nginx.conf');
  writeFileSync(nginxFile, nginxConfig({ ...place, ...options, socket, folder, isRoot }));
  const checked = spawnSync(nginx, ['-t', '-p', folder, '-c', nginxFile], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`nginx refuses its configuration: ${checked.stderr}`);
  const php = startFpm({ ...place, ...options, folder, socket, log });
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
