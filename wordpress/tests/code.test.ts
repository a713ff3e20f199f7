// The plugin's code, without running it: it parses, keeps to its ruleset, escapes what it prints, guards its entries, and is
// translated.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Missing } from '../run/missing.ts';
import { ensureCodeSniffer } from '../run/php.ts';
import { pluginZip } from '../run/plugin.ts';
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

/** Relative to the plugin: WordPress finds a script's translations by the hash of this. */
const EDITOR = 'blocks/panel/editor.js';
/** Calls that translate, with what they translate and the plugin's domain. */
const CALLS =
  /\b(?:__|_n|esc_html__|esc_attr__)\(\s*'((?:[^'\\]|\\.)*)',(?:\s*'(?:[^'\\]|\\.)*',[^,]+,)?\s*'(\w+)',?\s*\)/g;

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

  // Neither Debian nor the npm registry has WordPress's own standard: who has it names its folders.
  const WPCS = process.env.WPCS ?? '';
  it.skipIf(WPCS === '')('keeps to the WordPress Coding Standards', () => {
    const { stdout, stderr, status } = spawnSync(
      process.env.PHPCS ?? 'phpcs',
      [
        ...['-q', '--runtime-set', 'installed_paths', WPCS],
        ...[`--standard=${join(ROOM, 'wpcs.xml')}`, '--report=emacs', PLUGIN],
      ],
      { encoding: 'utf8' },
    );
    expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
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
    const SAFE = /^(esc_(html|attr|url|textarea|html__|attr__)\(|wp_kses\(|checked\(|absint\(|\d)/;
    for (const [path, text] of sources) {
      // Server-sent events are no HTML, and their data is JSON.
      const parts = printedParts(text).filter(
        (printed) => path !== 'local/stream.php' || printed !== '$text',
      );
      for (const printed of parts) expect(printed, path).toMatch(SAFE);
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
        new RegExp(
          `function ${name}\\(\\): void \\{\\s*require_owner\\( '${action}'(?:, '\\w+')? \\);`,
        ),
      );
    }
    expect(all).not.toMatch(/admin_post_nopriv/);
    const routes = all.match(/register_rest_route\(/g)?.length;
    expect(all.match(/'permission_callback' =>/g)?.length).toBe(routes);
  });

  it('has all of its texts in its template, and each of them in every language that it speaks', () => {
    const template = messages('bellhop.pot');
    expect(template.size).toBeGreaterThan(100);
    const block = JSON.parse(readFileSync(join(PLUGIN, 'blocks/panel/block.json'), 'utf8')) as {
      title: string;
      description: string;
      keywords: string[];
    };
    const editor = readFileSync(join(PLUGIN, EDITOR), 'utf8');
    const texts = [...sources, ...appSources(), ['editor.js', editor] as const];
    const used = texts.flatMap(([, text]) =>
      [...text.matchAll(CALLS)].map(([, id = '', domain]) => [domain, id.replaceAll("\\'", "'")]),
    );
    expect(used.length).toBeGreaterThan(150);
    expect(used.filter(([domain]) => domain !== 'bellhop')).toEqual([]);
    const wanted = [
      ...used.map(([, id = '']) => id),
      ...[block.title, block.description, ...block.keywords],
    ];
    expect(wanted.filter((id) => !template.has(id))).toEqual([]);

    const languages = readdirSync(join(PLUGIN, 'languages')).filter((name) => name.endsWith('.po'));
    expect(languages.sort()).toEqual(
      ['ar', 'de_DE', 'es_ES', 'fr_FR', 'ja'].map((locale) => `bellhop-${locale}.po`),
    );
    for (const name of languages) {
      const translated = messages(name);
      expect([...template.keys()].filter((id) => !translated.get(id))).toEqual([]);
      for (const [id, text] of translated) {
        const places = id.match(/%(\d\$)?[sd]/g) ?? [];
        expect(places.filter((place) => !text.includes(place))).toEqual([]);
      }
      expect(readFileSync(join(PLUGIN, 'languages', name), 'utf8')).not.toContain('fuzzy');
      // What WordPress reads is made of it: PHP's texts, and those of each script.
      const made = name.replace(/po$/, 'mo');
      const compiled = readFileSync(join(PLUGIN, 'languages', made), 'utf8');
      const ofScripts = new Set<string>();
      for (const [script, of] of [
        [EDITOR, editor],
        ['assets/app/chats.js', ofApp((path) => path.startsWith('chats'))],
        ['assets/app/settings.js', ofApp((path) => !path.startsWith('chats'))],
      ] as const) {
        const hash = createHash('md5').update(script).digest('hex');
        const forScript = `${name.slice(0, -3)}-${hash}.json`;
        const { locale_data } = JSON.parse(
          readFileSync(join(PLUGIN, 'languages', forScript), 'utf8'),
        ) as { locale_data: { messages: Record<string, string[]> } };
        for (const id of Object.keys(locale_data.messages)) if (id !== '') ofScripts.add(id);
        const ids = [...of.matchAll(CALLS)].map(([, id = '']) => id);
        expect(ids.length).toBeGreaterThan(3);
        expect(ids.map((id) => locale_data.messages[id]?.[0])).toEqual(
          ids.map((id) => translated.get(id)),
        );
      }
      // What only a script says isn't there for PHP once more: it would weigh in the zip for nothing.
      const ofPhp = new Set(
        sources.flatMap(([, text]) =>
          [...text.matchAll(CALLS)].map(([, id = '']) => id.replaceAll("\\'", "'")),
        ),
      );
      const compiledToo = [...translated].filter(([id]) => ofPhp.has(id) || !ofScripts.has(id));
      expect(compiledToo.filter(([, text]) => !compiled.includes(text))).toEqual([]);
      const twice = [...ofScripts].filter((id) => !ofPhp.has(id) && compiled.includes(`\0${id}\0`));
      expect(twice).toEqual([]);
    }
  });

  it('is packed with the scripts of its pages, which bring nothing that WordPress has, and without what nobody reads there', () => {
    const files = unzipSync(readFileSync(pluginZip()));
    const read = (path: string): string =>
      Buffer.from(files[`bellhop/assets/app/${path}`] ?? []).toString('utf8');
    const script = read('settings.js');
    expect(script).toContain('wp.components');
    expect(script).not.toContain('Symbol.for');
    expect(script.length).toBeLessThan(60_000);
    const needed = read('settings.asset.php');
    for (const [, name = ''] of script.matchAll(/\bwp\.(\w+)/g)) {
      expect(needed).toContain(`'wp-${name.replace(/[A-Z]/g, (big) => `-${big.toLowerCase()}`)}'`);
    }
    // Translators' files: WordPress reads .mo and .json, which are made of them.
    const names = Object.keys(files);
    expect(names.filter((name) => /\.pot?$/.test(name))).toEqual([]);
    expect(names.filter((name) => /languages.*\.mo$/.test(name)).length).toBe(5);
  });

  it('is packed with one version everywhere, and with the widget’s files', () => {
    const files = unzipSync(readFileSync(pluginZip()));
    const read = (path: string): string =>
      Buffer.from(files[`bellhop/${path}`] ?? []).toString('utf8');
    const { version } = JSON.parse(readFileSync(join(ROOM, '../package.json'), 'utf8')) as {
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

/** The sources of the scripts of wp-admin's settings page. */
function appSources(): (readonly [string, string])[] {
  const folder = join(ROOM, 'admin-app');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
}

/** The sources of a page's script, as one text. */
function ofApp(isOf: (path: string) => boolean): string {
  return appSources()
    .filter(([path]) => isOf(path.replace(/^.*admin-app\//, '')))
    .map(([, text]) => text)
    .join('\n');
}

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
