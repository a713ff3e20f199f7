// PHP with what WordPress needs: the machine's, else Debian's where we are root and may install it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Missing } from './missing.ts';

const EXTENSIONS = ['pdo_sqlite', 'sqlite3', 'xml', 'mbstring', 'curl', 'zip'];
const PACKAGES = [
  ...['php-cli', 'php-sqlite3', 'php-xml', 'php-mbstring', 'php-curl', 'php-zip'],
  ...['php-intl', 'php-gd'],
];

/** Path of the program. @throws Missing */
export function ensurePhp(): string {
  if (whatIsMissing() === null) return 'php';
  if (!canInstall()) {
    throw new Missing(
      `${whatIsMissing()} Install it, or run this as root on a system with apt: it is installed by itself there.`,
    );
  }
  console.log('Installing PHP…');
  installPackages(PACKAGES);
  const missing = whatIsMissing();
  if (missing !== null) throw new Missing(`${missing} Installing it with apt has failed.`);
  return 'php';
}

/** PHP_CodeSniffer's program, from Debian where it can be had. @throws Missing */
export function ensureCodeSniffer(): string {
  const isThere = () => spawnSync('phpcs', ['--version']).status === 0;
  if (!isThere() && canInstall()) installPackages(['php-codesniffer']);
  if (isThere()) return 'phpcs';
  throw new Missing('PHP_CodeSniffer (phpcs) is not there, and no apt to install it as root.');
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Does nothing where nothing can be installed. */
export function installPackages(packages: readonly string[]): void {
  if (!canInstall()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another program may be installing something: then this one waits its turn.
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...patience, ...args], { stdio: 'ignore', env });
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...packages).status;
  // Lists of packages may be old or not there at all.
  if (install() !== 0) {
    apt('update', '-qq');
    install();
  }
}

function whatIsMissing(): string | null {
  const { status, stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' });
  if (status !== 0) return 'PHP is not installed.';
  const has = stdout.toLowerCase().split(/\s+/);
  const lacking = EXTENSIONS.filter((name) => !has.includes(name));
  return lacking.length === 0 ? null : `PHP lacks ${lacking.join(', ')}.`;
}
