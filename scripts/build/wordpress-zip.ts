// The WordPress plugin as people upload it: its folder, with the widget's files in widget/ and a list of them.
// Needs the drop-in to be built; the same bytes give the same zip. For WordPress's plugin directory one header is left out.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { NOTICES } from './notices.ts';
import { DIST, ROOT } from './paths.ts';
import { buildWordPressApps } from './wordpress-apps.ts';

const PLUGIN = join(ROOT, 'wordpress/bellhop');
const UNPDF = join(ROOT, 'node_modules/unpdf');
/** The oldest that a zip can hold. */
const MTIME = new Date(1980, 0, 1);

export async function buildWordPressZip({ isForDirectory = false } = {}): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const files: Zippable = {};
  const add = (path: string, bytes: Uint8Array): void => {
    files[`bellhop/${path}`] = [bytes, { mtime: MTIME, level: 9 }];
  };

  for (const path of filesIn(PLUGIN).filter((path) => !/\.pot?$/.test(path)))
    add(path, stamp(path, readFileSync(join(PLUGIN, path)), version, isForDirectory));
  for (const [path, text] of await buildWordPressApps(version)) add(path, Buffer.from(text));
  const script = readFileSync(join(DIST, 'bellhop.js'));
  add('widget/bellhop.js', script);
  const chunks = filesIn(join(DIST, 'bellhop'));
  for (const chunk of chunks) {
    add(`widget/bellhop/${chunk}`, readFileSync(join(DIST, 'bellhop', chunk)));
  }
  add('widget/manifest.php', Buffer.from(manifest(version, script, chunks)));
  // The settings page reads PDF files with it. Not .mjs: some hosts serve that as no script.
  add('assets/pdfjs.js', readFileSync(join(UNPDF, 'dist/pdfjs.mjs')));
  add('LICENSE', readFileSync(join(ROOT, 'LICENSE')));
  add(NOTICES, Buffer.from(readFileSync(join(DIST, NOTICES), 'utf8') + pdfNotice()));
  writeFileSync(join(DIST, 'bellhop-wordpress.zip'), zipSync(files));
}

/** unpdf is MIT; what it bundles is Mozilla's PDF.js, under the Apache License, whose text a neighbour has. */
function pdfNotice(): string {
  const { version } = JSON.parse(readFileSync(join(UNPDF, 'package.json'), 'utf8')) as {
    version: string;
  };
  const mit = readFileSync(join(UNPDF, 'LICENSE'), 'utf8');
  const apache =
    readFileSync(join(ROOT, 'node_modules/playwright-core/LICENSE'), 'utf8').split(
      /^ *APPENDIX/m,
    )[0] ?? '';
  const line = '='.repeat(80);
  return `\n${line}\nassets/pdfjs.js: PDF.js (Mozilla Foundation, Apache License 2.0), as bundled by unpdf ${version} (MIT)\nSource: https://github.com/mozilla/pdf.js, https://github.com/unjs/unpdf\n${line}\n\n${mit.trim()}\n\n${apache.trim()}\n`;
}

/** Paths below a folder, in one order everywhere. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Where the version stands: WordPress reads it, or browsers, in the address of the block's script. */
const STAMPED = new Set([
  'bellhop.php',
  'readme.txt',
  'blocks/panel/block.json',
  'blocks/panel/editor.asset.php',
]);

/** One number for the project: package.json's. */
function stamp(
  path: string,
  bytes: Uint8Array,
  version: string,
  isForDirectory: boolean,
): Uint8Array {
  if (!STAMPED.has(path)) return bytes;
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^( \* Version: +).*$/m, `$1${version}`)
    .replace(/^(const VERSION = ').*(';)$/m, `$1${version}$2`)
    .replace(/^(Stable tag: ).*$/m, `$1${version}`)
    .replace(/^(\s*"version": ").*(",)$/m, `$1${version}$2`)
    .replace(/^(\t'version' +=> ').*(',)$/m, `$1${version}$2`);
  // Elsewhere it keeps another plugin of that name in the directory from being offered as an update. The directory forbids it.
  return Buffer.from(isForDirectory ? text.replace(/^ \* Update URI: .*\n/m, '') : text);
}

/** The version changes with the script's bytes, so that `?ver=` does; the list names the chunks to keep for a release. */
function manifest(version: string, script: Uint8Array, chunks: readonly string[]): string {
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  const list = chunks.map((chunk) => `\t\t'${chunk}',\n`).join('');
  return `<?php
/**
 * What the build has put into this folder.
 *
 * @package Bellhop
 */

defined( 'ABSPATH' ) || exit;

return array(
	'version' => '${version}-${hash}',
	'chunks'  => array(
${list}	),
);
`;
}
