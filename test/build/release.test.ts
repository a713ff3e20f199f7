// `npm run release` as one runs it: what it makes, and that it changes nothing by itself.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';

const ROOT = join(import.meta.dirname, '../..');
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
