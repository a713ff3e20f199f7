// WordPress as much of cheap hosting serves it: Debian's Apache with PHP as CGI, by FastCGI or by php-fpm, in a folder that goes away with
// it. None of them hands the Authorization header on to PHP, as WordPress's own rule in .htaccess would have it: here there is none.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureFpm, startFpm } from './fpm.ts';
import { Missing } from './missing.ts';
import { installPackages } from './php.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';

export interface ApacheOptions {
  php: 'cgi' | 'fcgid' | 'fpm';
  /** Rules in the site's .htaccess; without them the server has the one that WordPress needs, and none for Authorization. */
  rules?: string;
  /** Asks each visitor for this name and password before anything else (HTTP Basic), as staging sites do. */
  password?: { user: string; password: string };
  /** Paths that answer everybody with a 403. */
  closes?: readonly string[];
}

interface Place {
  port: number;
  /** What is served. */
  root: string;
  workers: number;
  /** Where PHP writes its complaints. */
  errorLog: string;
}

const USER = 'www-data';
const APACHE = '/usr/sbin/apache2';
const CGI = '/usr/bin/php-cgi';
const MODULES = '/usr/lib/apache2/modules';

/** @throws Missing */
export function ensureApache(): void {
  const isThere = () =>
    [APACHE, CGI, join(MODULES, 'mod_cgid.so'), join(MODULES, 'mod_fcgid.so')].every(existsSync);
  ensureFpm();
  if (!isThere()) installPackages(['apache2', 'libapache2-mod-fcgid', 'php-cgi']);
  if (isThere()) return;
  throw new Missing('Apache or php-cgi is not there, and no apt to install them as root.');
}

export function startApache(place: Place, options: ApacheOptions): ProcessGroup {
  ensureApache();
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-apache-'));
  writeFileSync(
    join(folder, 'php.ini'),
    `memory_limit = 256M
display_errors = 0
log_errors = 1
error_log = ${place.errorLog}
output_buffering = 0
`,
  );
  const { user = '', password = '' } = options.password ?? {};
  const hash = createHash('sha1').update(password).digest('base64');
  writeFileSync(join(folder, 'people'), `${user}:{SHA}${hash}\n`);
  if (options.rules !== undefined) writeFileSync(join(place.root, '.htaccess'), options.rules);
  const file = join(folder, 'apache.conf');
  writeFileSync(file, config({ ...place, ...options, folder }));
  const checked = spawnSync(APACHE, ['-t', '-f', file], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`Apache refuses its configuration: ${checked.stderr}`);
  if (process.getuid?.() === 0) {
    // Debian's Apache runs nothing as root, so the site becomes its own user's.
    writeFileSync(place.errorLog, '', { flag: 'a' });
    spawnSync('chown', ['-R', `${USER}:${USER}`, dirname(place.root), folder]);
  }
  const [socket, log] = [join(folder, 'php'), join(folder, 'fpm.log')];
  const php = options.php === 'fpm' ? startFpm({ ...place, folder, socket, log }) : null;
  const web = startGroup(APACHE, ['-f', file, '-DFOREGROUND']);
  return {
    ...web,
    async close() {
      await Promise.all([web.close(), php?.close()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function config(given: Place & ApacheOptions & { folder: string }): string {
  const { port, root, workers, folder, php, password, rules, closes = [] } = given;
  const modules = [
    ...['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_host', 'authz_user'],
    ...['auth_basic', 'dir', 'mime', 'alias', 'env', 'actions', 'headers', 'rewrite', 'setenvif'],
    ...{ cgi: ['cgid'], fcgid: ['fcgid'], fpm: ['proxy', 'proxy_fcgi'] }[php],
  ];
  const run = {
    cgi: `ScriptSock ${join(folder, 'cgid')}
ScriptAlias /php-bin/ /usr/bin/
SetEnv PHPRC ${folder}
<Directory /usr/bin>
  Require all granted
</Directory>
Action php-script /php-bin/php-cgi
AddHandler php-script .php`,
    fcgid: `FcgidIPCDir ${folder}
FcgidProcessTableFile ${join(folder, 'fcgid')}
FcgidMaxProcesses ${workers}
FcgidOutputBufferSize 0
FcgidMaxRequestLen 67108864
FcgidInitialEnv PHPRC ${folder}
FcgidWrapper ${CGI} .php
AddHandler fcgid-script .php`,
    fpm: `<Proxy "unix:${join(folder, 'php')}|fcgi://php" flushpackets=on>
</Proxy>
<FilesMatch "\\.php$">
  SetHandler "proxy:unix:${join(folder, 'php')}|fcgi://php"
</FilesMatch>`,
  }[php];
  const lock = `AuthType Basic
  AuthName "Staging"
  AuthUserFile ${join(folder, 'people')}
  Require valid-user`;
  return `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${join(folder, 'pid')}
ErrorLog ${join(folder, 'error.log')}
DefaultRuntimeDir ${folder}
${modules.map((name) => `LoadModule ${name}_module ${join(MODULES, `mod_${name}.so`)}`).join('\n')}
${process.getuid?.() === 0 ? `User ${USER}\nGroup ${USER}` : ''}
TypesConfig /etc/mime.types
DocumentRoot ${root}
DirectoryIndex index.php
${run}
<Directory ${root}>
  Options +ExecCGI
  ${rules === undefined ? 'AllowOverride None\n  FallbackResource /index.php' : 'AllowOverride All'}
  ${password === undefined ? 'Require all granted' : lock}
</Directory>
${closes.map((path) => `<Location ${path}>\n  Require all denied\n</Location>`).join('\n')}
`;
}
