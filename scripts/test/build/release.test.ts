// `npm run release` as one runs it: what it makes, that it changes nothing by itself, and what it changes with --write.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type Project } from '../../../test/browser/support/project.ts';
import { OUTER } from '../../../test/rings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VERSION = '99.0.0';
let out = '';
let said = '';
let before: string[] = [];
/** What a release could change. */
const sources = () =>
  ['CHANGELOG.md', 'package.json', 'package-lock.json', 'gateway/package.json'].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );

describe('npm run release', OUTER, () => {
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'bellhop-release-out-'));
    before = sources();
    said = execFileSync(
      process.execPath,
      ['scripts/release.ts', VERSION, '--out', out, '--cdn', 'https://cdn.shop.example'],
      { cwd: ROOT, encoding: 'utf8' },
    );
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it('makes two tarballs, the plugin, notices, hashes, notes and the CDN folder', () => {
    expect(readdirSync(out).sort()).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      'THIRD-PARTY-NOTICES.txt',
      `bellhop-${VERSION}.tgz`,
      `bellhop-gateway-${VERSION}.tgz`,
      `bellhop-wordpress-${VERSION}.zip`,
      'cdn',
      'integrity.json',
      'snippet.html',
    ]);
    execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: out });
  });

  it('stamps the version into the tarballs, with changelog and notices of what they hold', () => {
    const file = (tarball: string, path: string) =>
      execFileSync('tar', ['-xOf', join(out, tarball), `package/${path}`], { encoding: 'utf8' });
    for (const name of ['bellhop', 'bellhop-gateway']) {
      const manifest = JSON.parse(file(`${name}-${VERSION}.tgz`, 'package.json'));
      expect(manifest).toMatchObject({ name, version: VERSION });
      expect(manifest).not.toHaveProperty('private');
    }
    expect(file(`bellhop-${VERSION}.tgz`, 'README.md')).toMatch(/^# bellhop\n/);
    for (const folder of ['dist', 'dist/npm']) {
      expect(file(`bellhop-${VERSION}.tgz`, `${folder}/THIRD-PARTY-NOTICES.txt`)).toContain(
        'preact',
      );
    }
    expect(file(`bellhop-gateway-${VERSION}.tgz`, 'widget/THIRD-PARTY-NOTICES.txt')).toContain(
      'preact',
    );
    expect(readFileSync(join(out, 'NOTES.md'), 'utf8')).toMatch(/^# Bellhop 99\.0\.0\n\n### Added/);
  });

  it('has a tag whose hash is that of the script at its address', () => {
    const snippet = readFileSync(join(out, 'snippet.html'), 'utf8');
    const [, path = ''] = /src="https:\/\/cdn\.shop\.example\/([^"]+)"/.exec(snippet) ?? [];
    const bytes = readFileSync(join(out, 'cdn', path));
    const hash = createHash('sha384').update(bytes).digest('base64');
    expect(snippet).toContain(`integrity="sha384-${hash}"`);
    expect(bytes.toString()).not.toContain('sourceMappingURL');
    expect(readFileSync(join(out, 'cdn/_headers'), 'utf8')).toContain('immutable');
  });

  it('changes nothing here, and says what comes next', () => {
    expect(sources()).toEqual(before);
    expect(said).toContain('Nothing was changed here');
    expect(said).toContain('npm publish');
  });
});

describe('npm run release -- X --write, in a clone', OUTER, () => {
  let scratch = '';
  let clone = '';
  let project: Project | undefined;
  const inClone = (path: string) => readFileSync(join(clone, path), 'utf8');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' });
  const release = () =>
    spawnSync(process.execPath, ['scripts/release.ts', VERSION, '--write'], {
      cwd: clone,
      encoding: 'utf8',
    });

  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'bellhop-release-clone-'));
    clone = join(scratch, 'bellhop');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, clone]);
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  });
  afterAll(async () => {
    await project?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('refuses a tree with changes that are not committed, and names them', () => {
    appendFileSync(join(clone, 'README.md'), 'Not committed.\n');
    const { status, stderr } = release();
    expect(status).toBe(1);
    expect(stderr).toContain('Commit or stash them');
    expect(stderr).toContain('README.md');
    expect(readdirSync(clone)).not.toContain('release');
    git('checkout', '--quiet', 'README.md');
  });

  it('writes the version everywhere and closes the changelog’s section, and nothing else', () => {
    const { status, stdout, stderr } = release();
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain(`git tag v${VERSION}`);
    const changed = git('diff', '--name-only').trim().split('\n');
    expect(changed.sort()).toEqual([
      'CHANGELOG.md',
      'gateway/package.json',
      'package-lock.json',
      'package.json',
    ]);
    for (const path of ['package.json', 'gateway/package.json']) {
      expect(JSON.parse(inClone(path)).version).toBe(VERSION);
    }
    const { version, packages } = JSON.parse(inClone('package-lock.json'));
    expect([version, packages[''].version, packages.gateway.version]).toEqual(
      Array(3).fill(VERSION),
    );
    expect(inClone('CHANGELOG.md')).toMatch(
      /^## Unreleased\n\n## 99\.0\.0 – \d{4}-\d\d-\d\d\n\n### Added/m,
    );
  });

  it('says at the second time that the version is there already', () => {
    const { status, stderr } = release();
    expect(status).toBe(1);
    expect(stderr).toContain(`CHANGELOG.md has a section ${VERSION} already`);
  });

  it('has written tarballs that install: the client runs, and the gateway serves the script of the tag', async () => {
    const made = join(clone, 'release', VERSION);
    execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: made });
    project = createProject(
      ['bellhop', 'bellhop-gateway'].map((name) => join(made, `${name}-${VERSION}.tgz`)),
    );
    const script = `import { createGatewayClient } from 'bellhop/client'; console.log(typeof createGatewayClient)`;
    const said = project.run(process.execPath, ['--input-type=module', '-e', script]);
    expect(said.trim()).toBe('function');
    const url = await project.start(
      join(project.folder, 'node_modules/.bin/bellhop-gateway'),
      ['--port', '0', '--data', join(project.folder, 'data')],
      /http:\/\/localhost:\d+/,
      { BELLHOP_ADMIN_KEY: 'q7Zt1vXo9Rk4Lw8Bn2Hd6Yp3' },
    );
    const served = Buffer.from(await (await fetch(`${url}/bellhop.js`)).arrayBuffer());
    const hash = createHash('sha384').update(served).digest('base64');
    const snippet = readFileSync(join(made, 'snippet.html'), 'utf8');
    expect(snippet).toContain(`integrity="sha384-${hash}"`);
    expect(readFileSync(join(made, `cdn/bellhop@${VERSION}/bellhop.js`))).toEqual(served);
  });
});
