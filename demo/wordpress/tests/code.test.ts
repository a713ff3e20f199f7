// The plugin's code, without running it: it parses, keeps to its ruleset, escapes what it prints, guards its entries, and is
// translated.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Missing } from '../run/missing.ts';
import { ensureCodeSniffer } from '../run/php.ts';
import { ZIP } from '../run/plugin.ts';
import { reasonToSkip } from './support.ts';

const ROOM = join(import.meta.dirname, '..');
const PLUGIN = join(ROOM, 'bellhop');
const php = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.php'),
);
const sources = php.map((path): [string, string] => [
  path,
  readFileSync(join(PLUGIN, path), 'utf8'),
]);

describe.skipIf(reasonToSkip() !== null)('the plugin’s code', () => {
  it('parses', () => {
    for (const path of php) {
      expect(execFileSync('php', ['-l', join(PLUGIN, path)], { encoding: 'utf8' })).toContain(
        'No syntax errors',
      );
    }
  });

  it('keeps to its ruleset', () => {
    let sniffer: string;
    try {
      sniffer = ensureCodeSniffer();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      return console.warn(error.message);
    }
    const { stdout } = spawnSync(
      sniffer,
      [`--standard=${join(ROOM, 'phpcs.xml')}`, '--report=emacs', PLUGIN],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('');
  });

  it('can’t be called but by WordPress', () => {
    for (const [path, text] of sources) {
      expect(text, path).toMatch(/defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/);
    }
  });

  it('uses nothing that PHP 7.4 lacks', () => {
    const LATER =
      /\?->|\bmatch \(|#\[|\benum \w|readonly class|: (mixed|static|never|int\|string|string\|int)\b|\bfn\b.*=>.*throw|\w+: \$|array_is_list|str_(contains|starts_with|ends_with)\(/;
    for (const [path, text] of sources)
      expect(
        text.split('\n').filter((line) => LATER.test(line) && !/^\s*(\*|\/\/)/.test(line)),
        path,
      ).toEqual([]);
  });

  it('escapes everything that it prints', () => {
    const SAFE =
      /^(esc_(html|attr|url|textarea|html__|attr__)\(|wp_kses\(|checked\(|absint\(|\d|null === \$record \? '' : '1')/;
    for (const [path, text] of sources) {
      for (const printed of printedParts(text)) expect(printed, path).toMatch(SAFE);
    }
  });

  it('asks who acts, and for the page’s nonce, in everything that a request can start', () => {
    const all = sources.map(([, text]) => text).join('\n');
    const hooks = [
      ...all.matchAll(/add_action\( 'admin_post_(\w+)', __NAMESPACE__ \. '\\\\(\w+)'/g),
    ];
    expect(hooks.length).toBeGreaterThanOrEqual(4);
    for (const [, action, name] of hooks) {
      expect(all).toMatch(
        new RegExp(`function ${name}\\(\\): void \\{\\s*require_owner\\( '${action}' \\);`),
      );
    }
    expect(all).not.toMatch(/admin_post_nopriv/);
    const routes = all.match(/register_rest_route\(/g)?.length;
    expect(all.match(/'permission_callback' =>/g)?.length).toBe(routes);
  });

  it('has each of its texts in German', () => {
    const template = messages('bellhop.pot');
    const german = messages('bellhop-de_DE.po');
    expect(template.size).toBeGreaterThan(100);
    expect([...template.keys()].filter((id) => !german.get(id))).toEqual([]);
    const used = sources.flatMap(([, text]) =>
      [...text.matchAll(/\b(?:__|esc_html__|esc_attr__)\(\s*'((?:[^'\\]|\\.)*)',\s*'(\w+)'/g)].map(
        ([, id = '', domain]) => `${domain} ${id.replaceAll("\\'", "'")}`,
      ),
    );
    expect(used.length).toBeGreaterThan(90);
    expect(
      used.filter((id) => !id.startsWith('bellhop ') || !template.has(id.slice('bellhop '.length))),
    ).toEqual([]);
  });

  it('is packed with one version everywhere, and with the widget’s files', () => {
    const files = unzipSync(readFileSync(ZIP));
    const read = (path: string): string =>
      Buffer.from(files[`bellhop/${path}`] ?? []).toString('utf8');
    const { version } = JSON.parse(readFileSync(join(ROOM, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(read('bellhop.php')).toContain(`* Version:           ${version}\n`);
    expect(read('bellhop.php')).toContain(`const VERSION = '${version}';`);
    expect(read('readme.txt')).toContain(`Stable tag: ${version}\n`);
    expect(read('widget/manifest.php')).toMatch(
      new RegExp(`'version' => '${version}-[a-f0-9]{8}'`),
    );
    const chunks = Object.keys(files).filter((path) => path.startsWith('bellhop/widget/bellhop/'));
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks)
      expect(read('widget/manifest.php')).toContain(chunk.split('/').at(-1));
    expect(Object.keys(files).every((path) => path.startsWith('bellhop/'))).toBe(true);
  });
});

/** What echo and printf are given beside literals. */
function printedParts(text: string): string[] {
  const parts: string[] = [];
  for (const [, echoed = ''] of text.matchAll(/^\s*echo ([\s\S]*?);$/gm)) {
    parts.push(...split(echoed, '.'));
  }
  for (const [, given = ''] of text.matchAll(/^\s*printf\(([\s\S]*?)\s*\);$/gm)) {
    parts.push(...split(given, ',').slice(1));
  }
  return parts.filter((part) => part !== '' && !/^'([^'\\]|\\.)*'$/.test(part));
}

/** Parts an expression at a separator that stands outside of brackets and strings. */
function split(expression: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  let isQuoted = false;
  for (const [index, letter] of [...expression].entries()) {
    if (letter === "'" && expression[index - 1] !== '\\') isQuoted = !isQuoted;
    if (!isQuoted && '(['.includes(letter)) depth++;
    if (!isQuoted && ')]'.includes(letter)) depth--;
    if (letter === separator && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

function messages(file: string): Map<string, string> {
  const text = readFileSync(join(PLUGIN, 'languages', file), 'utf8');
  const found = new Map<string, string>();
  const unquote = (lines = ''): string =>
    [...lines.matchAll(/^"(.*)"$/gm)].map(([, line = '']) => JSON.parse(`"${line}"`)).join('');
  for (const [, id, translation] of text.matchAll(
    /^msgid ((?:".*"\n)+)(?:msgid_plural (?:".*"\n)+)?msgstr(?:\[0\])? ((?:".*"\n?)+)/gm,
  )) {
    if (unquote(id) !== '') found.set(unquote(id), unquote(translation));
  }
  return found;
}
