import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before there is anything to read TypeScript with.
// @ts-expect-error it has no types
import { hasPackages } from '../setup.mjs';

describe('setting up', () => {
  let folder = '';
  const write = (name: string, packages: object): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify({ packages }));
    return path;
  };
  const LOCK = {
    '': { name: 'bellhop' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-platform': { version: '2.0.0', optional: true },
    gateway: { version: '0.1.0' },
    'node_modules/bellhop-gateway': { link: true },
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bellhop-setup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('installs nothing again where a person ran npm ci', () => {
    const installed = write('installed.json', { 'node_modules/a': { version: '1.0.0' } });
    expect(hasPackages(write('lock.json', LOCK), installed)).toBe(true);
  });

  it('installs on a bare clone', () => {
    expect(hasPackages(write('lock.json', LOCK), join(folder, 'nothing.json'))).toBe(false);
  });

  it('installs where the lock names another version than lies there', () => {
    const installed = write('installed.json', { 'node_modules/a': { version: '0.9.0' } });
    expect(hasPackages(write('lock.json', LOCK), installed)).toBe(false);
  });

  it('installs where a package is missing', () => {
    expect(hasPackages(write('lock.json', LOCK), write('installed.json', {}))).toBe(false);
  });

  it('installs where an optional package lies there in another version', () => {
    const installed = write('installed.json', {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/other-platform': { version: '1.0.0' },
    });
    expect(hasPackages(write('lock.json', LOCK), installed)).toBe(false);
  });
});
