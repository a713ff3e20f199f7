// readme.txt as the plugin directory reads it, and the rules that the directory holds plugins to, beyond what code.test.ts asks.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PLUGIN = join(import.meta.dirname, '../bellhop');
const readme = readFileSync(join(PLUGIN, 'readme.txt'), 'utf8');
const main = readFileSync(join(PLUGIN, 'bellhop.php'), 'utf8');
const sources = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.php'))
  .map((path): [string, string] => [path, readFileSync(join(PLUGIN, path), 'utf8')]);

/** The lines before the first section: `Name: value`, an empty line, the short description. */
const [head = '', ...parts] = readme.split(/^== (.+) ==$/m);
const sections = new Map<string, string>();
for (let i = 0; i < parts.length; i += 2) sections.set(parts[i] ?? '', parts[i + 1] ?? '');
const header = new Map(
  [...head.matchAll(/^([A-Z][\w ]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const inPlugin = (name: string) =>
  new RegExp(`^ \\* ${name}: +(.+)$`, 'm').exec(main)?.[1] ?? `no ${name}`;

describe('readme.txt', () => {
  it('begins with the plugin’s name, and all that the directory wants to know', () => {
    expect(readme.startsWith('=== Bellhop ===\n')).toBe(true);
    expect([...header.keys()]).toEqual([
      'Contributors',
      'Tags',
      'Requires at least',
      'Tested up to',
      'Requires PHP',
      'Stable tag',
      'License',
      'License URI',
    ]);
    expect(header.get('Contributors')).toMatch(/^[a-z0-9]+(, [a-z0-9]+)*$/);
    expect(header.get('Tested up to')).toMatch(/^\d+\.\d+$/);
  });

  it('says the same as the plugin itself', () => {
    expect(inPlugin('Plugin Name')).toBe('Bellhop');
    expect(header.get('Requires at least')).toBe(inPlugin('Requires at least'));
    expect(header.get('Requires PHP')).toBe(inPlugin('Requires PHP'));
    expect(header.get('Stable tag')).toBe(inPlugin('Version'));
    expect(header.get('License')).toBe(inPlugin('License'));
    expect(header.get('License URI')).toBe(inPlugin('License URI'));
    expect(inPlugin('Text Domain')).toBe('bellhop');
    // Until the directory has it, another plugin of that name there must not be offered as its update.
    expect(inPlugin('Update URI')).toBe('false');
    expect(main).toContain(`const VERSION = '${inPlugin('Version')}';`);
  });

  it('has no more tags than the directory shows, and a short description that it doesn’t cut', () => {
    const tags = (header.get('Tags') ?? '').split(', ');
    expect(tags.length).toBeLessThanOrEqual(5);
    expect(new Set(tags).size).toBe(tags.length);
    const short = head.trim().split('\n').at(-1) ?? '';
    expect(short.length).toBeGreaterThan(20);
    expect(short.length).toBeLessThanOrEqual(150);
    expect(short).not.toMatch(/[<*`[]/);
    expect(inPlugin('Description')).toBe(short);
  });

  it('has the sections that owners and reviewers look for, none of them empty', () => {
    expect([...sections.keys()]).toEqual([
      'Description',
      'External services',
      'Installation',
      'Frequently Asked Questions',
      'Screenshots',
      'Changelog',
      'Upgrade Notice',
    ]);
    for (const [name, text] of sections) expect(text.trim(), name).not.toBe('');
    const questions = (sections.get('Frequently Asked Questions') ?? '').split(/^= .+ =$/m);
    expect(questions.length).toBeGreaterThan(5);
    for (const answer of questions.slice(1)) expect(answer.trim()).not.toBe('');
    for (const name of ['Changelog', 'Upgrade Notice']) {
      expect(sections.get(name)).toContain(`= ${header.get('Stable tag')} =\n`);
    }
    const notices = (sections.get('Upgrade Notice') ?? '').split(/^= .+ =$/m).slice(1);
    for (const notice of notices) expect(notice.trim().length).toBeLessThanOrEqual(300);
  });

  it('has a picture for each caption, small enough for the directory, and its icon and banner', () => {
    const captions = [...(sections.get('Screenshots') ?? '').matchAll(/^(\d)\. .+\.$/gm)];
    const folder = join(import.meta.dirname, '../directory');
    const wanted = [
      ...captions.map(([, number = '']) => `screenshot-${number}.png`),
      ...['icon-128x128.png', 'icon-256x256.png', 'banner-772x250.png', 'banner-1544x500.png'],
    ];
    expect(readdirSync(folder).sort()).toEqual([...wanted, 'icon.svg'].sort());
    for (const name of wanted) {
      const bytes = readFileSync(join(folder, name));
      expect(bytes.length, name).toBeLessThan(150_000);
      const [, width, height] = /-(\d+)x(\d+)\./.exec(name) ?? [];
      if (width === undefined) continue;
      // A PNG's first chunk says how large it is.
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], name).toEqual([
        +width,
        Number(height),
      ]);
    }
  });

  it('says where the source of the minified files is, and how they are made of it', () => {
    const told = sections.get('Description') ?? '';
    expect(told).toContain('= Source of the minified files =');
    expect(told).toContain('`npm run build`');
    expect(told).toContain('THIRD-PARTY-NOTICES.txt');
  });

  it('discloses each thing that leaves the site', () => {
    const told = sections.get('External services') ?? '';
    for (const said of [
      'agent session gateway that you enter',
      'provider of AI models',
      'When a visitor opens the chat',
      'About once an hour',
      'Test the connection',
      'terms',
      'privacy policy',
    ]) {
      expect(told).toContain(said);
    }
    // The providers that a key may belong to.
    const providers = sources.find(([path]) => path === 'local/model-key.php')?.[1] ?? '';
    for (const [, host = ''] of providers.matchAll(/'https:\/\/([\w.-]+)/g))
      expect(told).toContain(host);
    // Other addresses in the code are examples and this site's own: none is called by itself.
    const addresses = sources.flatMap(([path, text]) =>
      path === 'local/model-key.php'
        ? []
        : [...text.matchAll(/https?:\/\/[\w.-]+/g)].map(([url]) => `${path} ${url}`),
    );
    expect(
      addresses.filter(
        (found) =>
          !/\/\/(gateway\.)?example|\.invalid\b|opensource\.org|schemas\.openxmlformats\.org/.test(
            found,
          ),
      ),
    ).toEqual([]);
  });

  it('names each action and each filter that there is, and no other', () => {
    const filters = sources.flatMap(([, text]) =>
      [...text.matchAll(/apply_filters\(\s*'(\w+)'|do_action\(\s*'(bellhop_\w+)'/g)].map(
        ([, filter, action]) => filter ?? action ?? '',
      ),
    );
    const own = [...new Set(filters.filter((name) => !OF_OTHERS.includes(name)))];
    expect(own.every((name) => name.startsWith('bellhop_'))).toBe(true);
    const named = [...readme.matchAll(/`(bellhop_\w+)`/g)].map(([, name]) => name ?? '');
    expect([...new Set(named)].sort()).toEqual(own.sort());
  });
});

/** Of WordPress and of WooCommerce. */
const OF_OTHERS = [
  ...['https_local_ssl_verify', 'rest_pre_serve_request', 'woocommerce_update_cart_validation'],
  ...['the_content', 'wpml_post_language_details', 'wpml_active_languages'],
];

describe('the directory’s rules', () => {
  it('nothing of a request is used before it was cleaned', () => {
    const CLEAN = /sanitize_|isset\(|empty\(|preg_match\( '|absint\(/;
    for (const [path, text] of sources) {
      const lines = text
        .split('\n')
        .filter((line) => /\$_(GET|POST|REQUEST|COOKIE|SERVER)\b/.test(line));
      expect(
        lines.filter((line) => !CLEAN.test(line)),
        path,
      ).toEqual([]);
      for (const line of lines) {
        if (/sanitize_\w+\( *\$_/.test(line)) expect(line, path).toContain('wp_unslash');
      }
    }
  });

  it('all that is stored or registered has the plugin’s name before it', () => {
    const CALLS =
      /\b(?:add_option|update_option|delete_option|get_option|set_transient|get_transient|register_setting|add_shortcode|wp_register_script|wp_enqueue_style|register_rest_route)\(\s*'(\w[\w/]*)'/g;
    const WORDPRESS = new Set([
      ...['active_plugins', 'admin_email', 'date_format', 'start_of_week', 'time_format'],
      ...['page_on_front', 'wp_page_for_privacy_policy', 'woocommerce_cart_page_id'],
      ...[
        'woocommerce_checkout_page_id',
        'woocommerce_myaccount_page_id',
        'woocommerce_stock_format',
      ],
    ]);
    for (const [path, text] of sources) {
      const names = [...text.matchAll(CALLS)].map(([, name = '']) => name);
      expect(
        names.filter((name) => !name.startsWith('bellhop') && !WORDPRESS.has(name)),
        path,
      ).toEqual([]);
      if (path === 'uninstall.php') expect(text).toMatch(/^function bellhop_/m);
      else if (!path.startsWith('blocks/')) expect(text, path).toContain('\nnamespace Bellhop;\n');
    }
  });

  it('the database is asked by prepared words alone, and no code is made from text', () => {
    for (const [path, text] of sources) {
      // The helpers of local/tables.php pass on what they are given, so their callers are held to the same.
      const isHelper = path === 'local/tables.php';
      const prepared = new Set(
        [...text.matchAll(/(\$\w+) += \$wpdb->prepare\(/g)].map(([, name]) => name),
      );
      for (const [, query = ''] of text.matchAll(/\$wpdb->(?:query|get_\w+)\( *(.*)/g)) {
        expect(query, path).toMatch(isHelper ? /^(\$query[ ,]|\))/ : /^\$wpdb->prepare\(/);
      }
      for (const [, query = ''] of text.matchAll(/(?<!function )\b(?:quietly|rows)\(\s*(.*)/g)) {
        const [, name] = /^(\$\w+) \)/.exec(query) ?? [];
        const isFine =
          prepared.has(name) || /^(\$wpdb->prepare\(|'[A-Z ]+' \))/.test(query) || isHelper;
        expect(isFine, `${path}: ${query}`).toBe(true);
      }
      expect(text, path).not.toMatch(
        /\b(eval|create_function|base64_decode|unserialize|extract)\(/,
      );
      // Requests are WordPress's own; what its hook `http_api_curl` hands out may be set up.
      expect(text, path).not.toMatch(
        /curl_(?!setopt\( \$handle,)\w*\(|file_get_contents\( *'http|ini_set\(|error_reporting\(/,
      );
    }
  });
});
