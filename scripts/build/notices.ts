// THIRD-PARTY-NOTICES.txt: whose code the files beside it hold, in which version and under which licence. Made of the modules
// that the bundler has put into them, so that nothing is shipped without its notice. The same modules give the same bytes.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { ROOT } from './paths.ts';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Modules without a file, which the bundler adds from a package of its own. */
const ADDED = /^\0(rolldown|vite)[/_]/;
/** The build leaves out parts of these: see the files trim-*.ts. */
const TRIMMED = new Set(['@cfworker/json-schema', 'dompurify', 'marked', 'preact']);
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const LINE = '='.repeat(80);

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  repository?: string | { url: string };
}

type Chunk = Pick<Rolldown.OutputChunk, 'modules'>;

export function writeNotices(folder: string, chunks: readonly Chunk[]): void {
  const ids = chunks.flatMap(({ modules }) =>
    Object.entries(modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([id]) => id),
  );
  writeFileSync(join(folder, NOTICES), noticesFor(ids));
}

/**
 * @param ids Modules as the bundler names them.
 * @throws if a module belongs to no known package, or its package has no licence
 */
export function noticesFor(ids: readonly string[], root = ROOT): string {
  const entries = new Map<string, string>();
  for (const folder of new Set(ids.map((id) => packageOf(id, root)))) {
    if (folder === null) continue;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    entries.set(`${manifest.name} ${manifest.version}`, entryOf(manifest, folder));
  }
  const head =
    'Bellhop is under the MIT licence. The files that come with this one also hold code of the\npackages below, bundled and minified, each under the licence that stands with it.\n';
  return [head, ...[...entries.keys()].sort().map((key) => entries.get(key))].join('\n');
}

/** The folder of the package that a module belongs to; null for Bellhop's own. */
function packageOf(id: string, root: string): string | null {
  const path = id.replaceAll('\\', '/').replace(/\?.*$/, '');
  const inPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
  if (inPackage !== undefined) return inPackage;
  const [, added] = ADDED.exec(path) ?? [];
  if (added !== undefined) return join(root, 'node_modules', added);
  if (path.startsWith(`${root.replaceAll('\\', '/')}/`)) return null;
  throw new Error(`${JSON.stringify(id)} is bundled, and no package is known that it comes from.`);
}

function entryOf(manifest: Manifest, folder: string): string {
  const { name, version, license, repository } = manifest;
  const facts = [`${name} ${version}`, `Licence: ${license ?? 'see below'}`];
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url !== undefined) {
    facts.push(
      `Source: ${url
        .replace(/^(git\+|git:\/\/)/, '')
        .replace(/^(?!https?:)/, 'https://')
        .replace(/\.git$/, '')}`,
    );
  }
  if (/\bOR Apache-2\.0\b/.test(license ?? '')) facts.push('Used under: Apache-2.0');
  if (TRIMMED.has(name)) facts.push('Changed: parts that Bellhop does not use are left out.');
  return `${LINE}\n${facts.join('\n')}\n${LINE}\n\n${licenceText(manifest, folder)}\n`;
}

function licenceText({ name, license, author }: Manifest, folder: string): string {
  const files = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort();
  if (files.length > 0) {
    const text = files.map((file) => own(readFileSync(join(folder, file), 'utf8'))).join('\n\n');
    return /\bOR Apache-2\.0\b/.test(license ?? '') ? text.replace(SECOND, '') : text;
  }
  const holder = typeof author === 'string' ? author.replace(/ *[<(].*$/, '') : author?.name;
  if (license !== 'MIT' || !holder) throw new Error(`${name} is bundled, and has no licence text.`);
  // It names its licence and its author and has no file of the text. The text of the MIT licence is Bellhop's own, too.
  const [, terms = ''] = /(Permission is hereby granted[\s\S]+)/.exec(
    readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
  ) ?? [''];
  return `MIT License\n\nCopyright (c) ${holder}\n\n${terms.trim()}`;
}

/** The text of the other licence, where a package leaves the choice: Apache's is taken, and its text stands first in the file. */
const SECOND = /\n+Mozilla Public License Version 2\.0\n=+\n[\s\S]*$/;

/** Of a build tool only helpers are here, nothing of the packages that it has bundled itself and lists below its licence. */
function own(text: string): string {
  const [first = ''] = text.split(/^# Licenses of bundled dependencies/m);
  return first.replace(/[\t ]*\r?\n/g, '\n').trim();
}
