// Makes a bare clone runnable: packages, a current Node, a browser. Plain JavaScript without packages, for
// whatever Node (20 or later) the machine has. Knows nothing of what runs afterwards.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const LOCK = join(ROOT, 'package-lock.json');
/** What npm writes into node_modules after each install: the packages that lie there. */
const INSTALLED = join(MODULES, '.package-lock.json');
const NODE_BIN = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
// Debian has a headless shell of it too: see ensureHeadlessShell.
const DEBIANS = '/usr/bin/chromium';
const BROWSERS = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  DEBIANS,
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export class SetupError extends Error {}

/** Installs the packages of the lock file, unless an earlier `npm ci` or `npm install` has done so. */
export function ensurePackages() {
  if (!hasPackages(LOCK, INSTALLED)) {
    console.log('Installing packages…');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    try {
      run('npm', ['ci', ...quiet]);
    } catch {
      // A registry that lacks another platform's optional package makes `ci` refuse a lock that `install` can use.
      run('npm', ['install', '--no-save', ...quiet], {
        hint: 'Packages could not be installed. Check the network, then run the command again.',
      });
    }
  }
  ensureNode();
}

/** Installs the packages of a folder that has a lock file of its own, such as `docs`. */
export function ensureFolder(folder) {
  const path = join(ROOT, folder);
  if (hasPackages(join(path, 'package-lock.json'), join(path, 'node_modules/.package-lock.json')))
    return;
  console.log(`Installing packages of ${folder}…`);
  run('npm', ['ci', '--prefix', path, '--no-audit', '--no-fund', '--loglevel=error'], {
    hint: `The packages of ${folder} could not be installed. Check the network, then run the command again.`,
  });
}

/**
 * Whether an install has brought every package that a lock file names, in its version.
 * @param lockFile path of package-lock.json
 * @param installedFile path of the list that npm leaves in node_modules; absent before the first install
 */
export function hasPackages(lockFile, installedFile) {
  if (!existsSync(installedFile)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const { packages: present = {} } = JSON.parse(readFileSync(installedFile, 'utf8'));
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    // The project itself, and its workspaces, which lie there as they are: `gateway`.
    if (!path.includes('node_modules/') || link) return true;
    // Optional packages of other platforms are named by the lock and left out by npm.
    const found = present[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

/** The oldest Node that the gateway and its packages run on. */
export const OLDEST_NODE = '22.19.0';

/** Whether the gateway and the scripts run on this Node. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  // Of 23, type stripping without a flag came with 23.6.
  return (
    major > 23 || (major === 23 && minor >= 6) || (major === oldestMajor && minor >= oldestMinor)
  );
}

/** The Node that came with the packages, else this one where it is new enough. */
export function nodePath() {
  if (existsSync(NODE_BIN)) return NODE_BIN;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new SetupError(
    `Node ${process.versions.node} is too old and no newer one came with the packages. Install Node 24, or delete node_modules and run the command again.`,
  );
}

function ensureNode() {
  if (existsSync(NODE_BIN)) return;
  const installer = join(MODULES, 'node', 'installArchSpecificPackage.js');
  // An npm that runs no install scripts leaves the package empty; its installer can be run by hand.
  if (existsSync(installer)) {
    spawnSync(process.execPath, [installer], { cwd: dirname(installer), stdio: 'inherit' });
  }
}

/** A Chrome or Chromium's path, or null. */
export function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named && existsSync(named)) return named;
  const found = BROWSERS.find((path) => existsSync(path));
  if (found) return found;
  if (!existsSync(join(MODULES, 'playwright-core'))) return null;
  const probe = spawnSync(
    nodePath(),
    ['-e', "console.log(require('playwright-core').chromium.executablePath())"],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const path = probe.stdout?.trim();
  return path && existsSync(path) ? path : null;
}

/** Finds a browser, or installs one: Debian's as root, else Playwright's own. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.log('Installing a browser…');
  if (mayInstall()) installPackages(['chromium']);
  else {
    spawnSync(
      nodePath(),
      [join(MODULES, 'playwright-core', 'cli.js'), 'install', '--with-deps', 'chromium'],
      { stdio: 'inherit' },
    );
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new SetupError(
    'No browser was found and none could be installed. Install Chrome or Chromium, or set CHROME_PATH to one.',
  );
}

/** Beside Debian's Chromium its headless shell, in which tests take half the time; without it they run in the browser itself. */
export function ensureHeadlessShell() {
  if (findBrowser() !== DEBIANS || existsSync(`${DEBIANS}-headless-shell`) || !mayInstall()) return;
  console.log('Installing the headless shell of Chromium…');
  installPackages(['chromium-headless-shell']);
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Of Debian, as root: ask `mayInstall` before. */
function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}

/** Programs that some tests of the gateway need, by Debian's packages: one of the commands each. */
const SERVERS = [
  { debian: 'postgresql', commands: ['postgres', 'pg_config'], folder: '/usr/lib/postgresql' },
  { debian: 'redis-server', commands: ['redis-server', 'valkey-server'] },
];

/** Installs the servers that tests put the gateway on, where this can be done; who needs one and has none says so. */
export function ensureServers() {
  const isHere = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
  installDebian(
    SERVERS.filter(
      ({ commands, folder }) => !(folder && existsSync(folder)) && !commands.some(isHere),
    ).map(({ debian }) => debian),
  );
}

/** Other engines than Chromium's, by Debian's packages and the places of their programs: one of the places each. */
const ENGINES = [
  {
    debian: 'firefox-esr',
    places: [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
  },
  // Its browser comes with the library that it depends on.
  { debian: 'webkit2gtk-driver', places: ['/usr/bin/WebKitWebDriver'] },
  { debian: 'xvfb', places: ['/usr/bin/Xvfb'] },
  // What a screen reader gets of them is read through AT-SPI, by a script in Debian's own Python.
  { debian: 'dbus', places: ['/usr/bin/dbus-daemon'] },
  { debian: 'at-spi2-core', places: ['/usr/libexec/at-spi-bus-launcher'] },
  { debian: 'python3-gi', places: ['/usr/lib/python3/dist-packages/gi/__init__.py'] },
  {
    debian: 'gir1.2-atspi-2.0',
    places: ['x86_64', 'aarch64'].map(
      (machine) => `/usr/lib/${machine}-linux-gnu/girepository-1.0/Atspi-2.0.typelib`,
    ),
  },
  // The screen reader itself, which follows the active window, and so needs something that makes windows active.
  { debian: 'orca', places: ['/usr/bin/orca'] },
  { debian: 'openbox', places: ['/usr/bin/openbox'] },
];

/** Installs Firefox and WebKitGTK, where this can be done; tests in an engine that is missing say so and are left out. */
export function ensureEngines() {
  installDebian(
    ENGINES.filter(({ places }) => !places.some((path) => path && existsSync(path))).map(
      ({ debian }) => debian,
    ),
  );
}

/** What other people's pages are made of and no npm package holds: libraries for browsers, a classic theme. */
const LIBRARIES = [
  ...['prototype', 'mootools'].map((name) => ({
    debian: `libjs-${name}`,
    place: `/usr/share/javascript/${name}`,
  })),
  {
    debian: 'wordpress-theme-twentytwentyone',
    place: '/usr/share/wordpress/wp-content/themes/twentytwentyone',
  },
];

/** Installs what the pages of test/pages are made of; a page whose library is missing is left out. */
export function ensureLibraries() {
  ensureFolder('test/pages');
  installDebian(LIBRARIES.filter(({ place }) => !existsSync(place)).map(({ debian }) => debian));
}

/** Installs packages of Debian, as root; elsewhere it says which are missing. */
function installDebian(missing) {
  if (missing.length === 0) return;
  if (!mayInstall()) {
    console.log(`Not installed here, so some tests are left out: ${missing.join(', ')}.`);
    return;
  }
  console.log(`Installing ${missing.join(', ')}…`);
  installPackages(missing);
}

/** The environment in which scripts run: the packages' commands and the current Node first. */
export function scriptEnv(extra = {}) {
  const path = [join(MODULES, 'node', 'bin'), join(MODULES, '.bin'), process.env.PATH ?? ''].join(
    delimiter,
  );
  return { ...process.env, PATH: path, ...extra };
}

/** Runs a command to its end; throws a SetupError where it fails. */
export function run(command, args, { hint, env } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: env ?? process.env,
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    throw new SetupError(hint ?? `${command} ${args.join(' ')} failed.`, { cause: error });
  }
}

/** Starts a TypeScript or JavaScript file of this project with the current Node. */
export function spawnScript(file, args = [], options = {}) {
  return spawn(nodePath(), [join(ROOT, file), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    ...options,
    env: scriptEnv(options.env),
  });
}

/** Runs `main`, printing a SetupError as one line instead of a stack. */
export async function entry(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
