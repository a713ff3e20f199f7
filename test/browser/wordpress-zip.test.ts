// What an owner uploads. PHP takes 2 MB as it comes (`upload_max_filesize`), and many hosts leave it at that.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DIST } from './support/world.ts';

const zip = readFileSync(join(DIST, 'bellhop-wordpress.zip'));

describe('the zip of the WordPress plugin', () => {
  it('is small enough for every host’s upload screen, with room for what a host’s form adds', () => {
    expect(zip.length).toBeLessThanOrEqual(1_600_000);
  });

  it('brings what reads PDF files as one script, without source maps, fonts or tables of characters', () => {
    const names = Object.keys(unzipSync(zip));
    expect(names).toContain('bellhop/assets/pdfjs.js');
    expect(names.filter((name) => /\.(map|bcmap|pfb|ttf|wasm|mjs)$/.test(name))).toEqual([]);
  });
});
