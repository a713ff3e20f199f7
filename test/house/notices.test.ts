// Tests how the notices of bundled packages are made from the modules that the bundler names.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticesFor } from '../../scripts/build/notices.ts';

let root = '';
const pack = (name: string, manifest: object, files: Record<string, string> = {}): string => {
  const folder = join(root, 'node_modules', name);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', ...manifest }),
  );
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return join(folder, 'dist/index.js');
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'bellhop-notices-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the notices', () => {
  it('name each package once, with version, licence, source and the whole text, in one order', () => {
    const b = pack(
      'b',
      { license: 'Apache-2.0', repository: { url: 'git+https://code.example/b.git' } },
      { 'LICENCE.md': 'Licence of b\r\n\r\nin two paragraphs  \r\n', NOTICE: 'Notice of b' },
    );
    const a = pack('@scope/a', { license: 'MIT' }, { LICENSE: 'Licence of a' });
    const more = a.replace('index.js', 'more.js');
    const own = join(root, 'src/widget.ts');
    const text = noticesFor([b, own, more, a, `${b}?inline`], root);
    expect(text).toBe(noticesFor([a, b, more], root));
    expect(text.match(/^@scope\/a 1\.0\.0$/gm)).toHaveLength(1);
    expect(text.indexOf('@scope/a 1.0.0')).toBeLessThan(
      text.indexOf('b 1.0.0\nLicence: Apache-2.0'),
    );
    expect(text).toContain('Source: https://code.example/b\n');
    expect(text).toContain('Licence of b\n\nin two paragraphs\n\nNotice of b\n');
    expect(text).not.toContain(root);
    expect(text).not.toContain('\r');
  });

  it('have the text of the licence where a package names it and has no file of it', () => {
    const text = noticesFor([pack('c', { license: 'MIT', author: 'C. Body <c@x.example>' })], root);
    expect(text).toContain('Copyright (c) C. Body\n\nPermission is hereby granted');
  });

  it('have the text of the licence that was taken, where a package leaves the choice', () => {
    const LICENSE =
      'Apache License\n\nterms\n\nMozilla Public License Version 2.0\n=====\n\nothers';
    const text = noticesFor([pack('f', { license: '(MPL-2.0 OR Apache-2.0)' }, { LICENSE })], root);
    expect(text).toContain('Used under: Apache-2.0\n');
    expect(text).toContain('Apache License\n\nterms\n');
    expect(text).not.toContain('Mozilla');
  });

  it('are not made where a licence is missing, or a module is nobody’s', () => {
    const without = pack('d', { license: 'ISC', author: 'D' });
    expect(() => noticesFor([without], root)).toThrow('d is bundled, and has no licence text.');
    expect(() => noticesFor([pack('e', { license: 'MIT' })], root)).toThrow('no licence text');
    for (const stray of ['\0somebody/helper.js', '/elsewhere/library.js']) {
      expect(() => noticesFor([stray], root)).toThrow('no package is known');
    }
  });

  it('name the bundler where its helpers are bundled', () => {
    pack('rolldown', { license: 'MIT' }, { LICENSE: 'Licence of rolldown' });
    const list = '# Vite\nLicence of vite\n# Licenses of bundled dependencies\nof others';
    pack('vite', { license: 'MIT' }, { 'LICENSE.md': list });
    for (const id of ['\0rolldown/runtime.js', '\0rolldown_dynamic_import_helper.js']) {
      expect(noticesFor([id], root)).toContain('Licence of rolldown');
    }
    const text = noticesFor(['\0vite/preload-helper.js'], root);
    expect(text).toContain('Licence of vite');
    expect(text).not.toContain('of others');
  });
});
