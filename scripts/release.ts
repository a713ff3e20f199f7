// `npm run release -- X [--write] [--cdn URL] [--out DIR] [--from DIR]`: makes a release of the last commit in a copy of it,
// and puts what is to be published into release/X. With --from, the folder of an earlier version's CDN files, returning
// visitors' browsers can download the differences to those alone (docs/how-to/upgrades.md). Publishes nothing. Dry by default: only with --write it also changes version and changelog
// here, for you to commit and tag.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { NOTICES } from './build/notices.ts';
import { ROOT } from './build/paths.ts';
import { run } from './build/run.ts';
import { writeDeltas } from './release/dictionaries.ts';
import { CDN_HEADERS, checkVersion, closeSection, setVersion, snippetOf } from './release/texts.ts';

/** Each holds the project's version. WordPress's files get it from these, by the build. */
const MANIFESTS = ['package.json', 'package-lock.json', 'gateway/package.json'];
/** Of dist/, what pages fetch from a CDN. */
const FOR_CDN = ['bellhop.js', 'bellhop', NOTICES];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    cdn: { type: 'string', default: 'https://cdn.example' },
    out: { type: 'string' },
    from: { type: 'string' },
  },
});

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

async function release(): Promise<void> {
  const { version: current } = JSON.parse(read('package.json')) as { version: string };
  const version = checkVersion(positionals[0], current, read('CHANGELOG.md'));
  await checkTree();
  const date = new Date().toISOString().slice(0, 10);
  const { text, notes } = closeSection(read('CHANGELOG.md'), version, date);
  const changed = new Map([
    ['CHANGELOG.md', text],
    ...MANIFESTS.map((path) => [path, setVersion(read(path), version)] as const),
  ]);

  const copy = mkdtempSync(join(tmpdir(), 'bellhop-release-'));
  try {
    await step('a copy of the last commit, with its version', async () => {
      const archive = join(copy, 'sources.tar');
      await run('git', ['-C', ROOT, 'archive', '-o', archive, 'HEAD']);
      await run('tar', ['-xf', archive, '-C', copy]);
      rmSync(archive);
      for (const [path, content] of changed) writeFileSync(join(copy, path), content);
      // npm's page has neither the repository's files nor its commands.
      cpSync(join(copy, 'scripts/release/npm-readme.md'), join(copy, 'README.md'));
      linkPackages(copy);
    });
    const node = (script: string) => run(process.execPath, [join(copy, script)]);
    await step('dist/: the script, the npm package, the desk, the plugin', () =>
      node('scripts/build.ts'),
    );
    await step('gateway/dist', () => node('scripts/build-gateway.ts'));

    const out = resolve(values.out ?? join(ROOT, 'release', version));
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    await step('tarballs', async () => {
      const pack = ['pack', '--ignore-scripts', '--pack-destination', out];
      await run('npm', ['--prefix', copy, ...pack, copy]);
      await run('npm', [...pack, join(copy, 'gateway/dist')]);
    });
    const dist = join(copy, 'dist');
    const hashes = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'));
    const snippet = snippetOf(values.cdn, version, hashes['bellhop.js']);
    await step('the plugin, the CDN folder, notices, sums', () => {
      cpSync(join(dist, 'bellhop-wordpress.zip'), join(out, `bellhop-wordpress-${version}.zip`));
      for (const file of ['integrity.json', NOTICES]) cpSync(join(dist, file), join(out, file));
      for (const name of FOR_CDN) {
        cpSync(join(dist, name), join(out, `cdn/bellhop@${version}`, name), { recursive: true });
      }
      if (values.from !== undefined) {
        const chunks = join(out, `cdn/bellhop@${version}/bellhop`);
        console.table(writeDeltas(chunks, join(resolve(values.from), 'bellhop')));
      }
      writeFileSync(join(out, 'cdn/_headers'), CDN_HEADERS);
      writeFileSync(join(out, 'snippet.html'), snippet);
      writeFileSync(join(out, 'NOTES.md'), `# Bellhop ${version}\n\n${notes}\n`);
      writeFileSync(join(out, 'SHA256SUMS'), sumsOf(out));
    });
    if (values.write)
      for (const [path, content] of changed) writeFileSync(join(ROOT, path), content);
    console.log(`\n${out}\n\n${snippet}\n${next(version)}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Only what is committed is released. With --write a change of one's own would get into the release's commit, too. */
async function checkTree(): Promise<void> {
  const { stdout } = await promisify(execFile)('git', [
    ...['-C', ROOT, 'status', '--porcelain', '--untracked-files=no'],
  ]);
  if (stdout === '') return;
  if (values.write) {
    throw new Error(
      `These files have changes that are not committed. Commit or stash them, then run this again:\n${stdout.trimEnd()}`,
    );
  }
  console.log(`Not in this release, since it is not committed:\n${stdout.trimEnd()}\n`);
}

async function step(name: string, act: () => void | Promise<void>): Promise<void> {
  await act();
  console.log(`✓ ${name}`);
}

/** The copy uses the packages that are installed here. */
function linkPackages(copy: string): void {
  for (const folder of ['node_modules', 'gateway/node_modules']) {
    if (existsSync(join(ROOT, folder))) symlinkSync(join(ROOT, folder), join(copy, folder));
  }
}

/** As `sha256sum -c` reads it. */
function sumsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    })
    .join('');
}

function next(version: string): string {
  const publish = `npm publish release/${version}/bellhop-${version}.tgz
npm publish release/${version}/bellhop-gateway-${version}.tgz
serve release/${version}/cdn beside the folders of earlier versions, which stay`;
  return values.write
    ? `Version and changelog are changed here. Then:\ngit commit -am "Bellhop ${version}" && git tag v${version}\n${publish}`
    : `Nothing was changed here. With --write version and changelog are; then, from the same commit:\n${publish}`;
}

release().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
