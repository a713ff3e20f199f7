// What can be wrong with a snippet that is no program: a file of settings, a map of folders, a drawing of rooms. Sentences, none
// where all is well.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/** A file of environment variables: each line is one, and a program of the same page reads it. */
export function checkSettings(code: string, page: string): string[] {
  return code.split('\n').flatMap((line) => {
    const [, name] = /^([A-Z][A-Z0-9_]*)=\S/.exec(line) ?? [];
    if (name === undefined) return [`"${line}" is no setting.`];
    return page.includes(`process.env.${name}`) ? [] : [`Nothing on the page reads ${name}.`];
  });
}

/** A map: names at the beginning of a line are folders and files, those indented by two stand within the one above. */
export function checkMap(code: string): string[] {
  let within = '';
  const named = code.split('\n').flatMap((line) => {
    const [, indent = '', names] =
      /^( {0,2})(\S+(?: \S+)*?,?(?: \S+)*?)(?: {2,}|$)/.exec(line) ?? [];
    if (names === undefined) return [];
    if (indent === '') within = names.endsWith('/') ? names : '';
    return names.split(/,? /).map((name) => (indent === '' ? name : `${within}${name}`));
  });
  const missing = named.filter((path) => !existsSync(join(ROOT, path)));
  const rooms = readdirSync(SRC, { withFileTypes: true }).map(
    (entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
  return [
    ...missing.map((path) => `${path} isn't there.`),
    ...rooms.filter((path) => !named.includes(path)).map((path) => `${path} is left out.`),
  ];
}

/** A drawing `room ← rooms`; words in brackets, and `everything`, are prose. */
export function checkArrows(code: string): string[] {
  return code
    .split('\n')
    .flatMap((line) => line.replace(/\([^)]*\)/g, '').split(/←|,/))
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name) && name !== 'everything')
    .filter((name) => !existsSync(join(SRC, name)))
    .map((name) => `src/${name}/ isn't there.`);
}
