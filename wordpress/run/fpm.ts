// Debian's php-fpm, for the servers that hand requests to it. Unlike PHP's own server, it can end a response and go on
// (`fastcgi_finish_request`), keeps opcodes, and replaces a worker that has died.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Missing } from './missing.ts';
import { installPackages } from './php.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';

const SBIN = '/usr/sbin';

export interface Pool {
  /** For its configuration. */
  folder: string;
  socket: string;
  log: string;
  workers: number;
  /** Where PHP writes its complaints. */
  errorLog: string;
  /** Functions that the host has taken away. */
  disabledFunctions?: readonly string[];
}

/** The program. @throws Missing */
export function ensureFpm(): string {
  const found = () => {
    const name = existsSync(SBIN) && readdirSync(SBIN).find((file) => /^php-fpm\d/.test(file));
    return name ? join(SBIN, name) : null;
  };
  if (found() === null) installPackages(['php-fpm']);
  const program = found();
  if (program !== null) return program;
  throw new Missing('php-fpm is not there, and no apt to install it as root.');
}

export function startFpm(pool: Pool): ProcessGroup {
  const isRoot = process.getuid?.() === 0;
  const file = join(pool.folder, 'fpm.conf');
  writeFileSync(file, config(pool, isRoot));
  return startGroup(ensureFpm(), [...(isRoot ? ['-R'] : []), '--nodaemonize', '-y', file]);
}

function config(
  { socket, log, workers, errorLog, disabledFunctions = [] }: Pool,
  isRoot: boolean,
): string {
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
